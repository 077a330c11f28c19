// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/messagetext.h"

#include "core/json/jsontext.h"

#include <QStringBuilder>

using namespace Qt::StringLiterals;

namespace Pullcord::MessageText {

namespace {

/// Removes white space only if the JSON contains line breaks.
QByteArray onOneLine(QByteArrayView json)
{
    return json.contains('\n') || json.contains('\r') ? JsonText::compact(json) : json.toByteArray();
}

QByteArray withParams(const QByteArray &head, QByteArrayView params)
{
    return params.isEmpty() ? QByteArray(head % '}') : QByteArray(head % R"(,"params":)" % onOneLine(params) % '}');
}

} // namespace

QByteArray request(const RequestId &id, QByteArrayView method, QByteArrayView params)
{
    return withParams(R"({"jsonrpc":"2.0","id":)" % id.toJson() % R"(,"method":)" % JsonText::quoted(method), params);
}

QByteArray notification(QByteArrayView method, QByteArrayView params)
{
    return withParams(R"({"jsonrpc":"2.0","method":)" % JsonText::quoted(method), params);
}

QByteArray result(const RequestId &id, QByteArrayView result)
{
    const QByteArray text = R"({"jsonrpc":"2.0","id":)" + id.toJson() + R"(,"result":)";
    return text + (result.isEmpty() ? "{}"_ba : onOneLine(result)) + '}';
}

QByteArray error(const RequestId &id, qint64 code, QStringView message, QByteArrayView data)
{
    QByteArray text = R"({"jsonrpc":"2.0")"_ba;
    if (id.kind() != RequestId::Kind::None)
        text += R"(,"id":)" + id.toJson();
    text += R"(,"error":{"code":)" + QByteArray::number(code) + R"(,"message":)" + JsonText::quoted(message);
    if (!data.isEmpty())
        text += R"(,"data":)" + onOneLine(data);
    return text + "}}";
}

QByteArray cancelParams(const Dialect &dialect, QByteArrayView rawId, const QString &reason)
{
    QByteArray params = rawId.isEmpty() ? QByteArray() : JsonText::withMember({}, dialect.idMember, rawId);
    if (!reason.isNull() && !dialect.reasonMember.isEmpty())
        JsonText::setMember(params, dialect.reasonMember, JsonText::quoted(reason));
    return params;
}

QByteArray progressParams(const Dialect &dialect, const RequestId &token, double value, std::optional<double> total,
                          const QString &message)
{
    QByteArray params = JsonText::withMember({}, dialect.progressTokenMember, token.toJson());
    params = JsonText::withMember(params, "progress", QByteArray::number(value, 'g', 17));
    if (total)
        params = JsonText::withMember(params, "total", QByteArray::number(*total, 'g', 17));
    if (!message.isNull())
        params = JsonText::withMember(params, "message", JsonText::quoted(message));
    return params;
}

} // namespace Pullcord::MessageText
