// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/messagetext.h"

#include "core/json/jsontext.h"

namespace Pullcord::MessageText {

namespace {

QByteArray withParams(QByteArray head, QByteArrayView params)
{
    if (!params.isEmpty()) {
        head += R"(,"params":)";
        head.append(params);
    }
    return head + '}';
}

} // namespace

QByteArray request(const RequestId &id, QByteArrayView method, QByteArrayView params)
{
    return withParams(R"({"jsonrpc":"2.0","id":)" + id.toJson() + R"(,"method":)" + JsonText::quoted(method), params);
}

QByteArray notification(QByteArrayView method, QByteArrayView params)
{
    return withParams(R"({"jsonrpc":"2.0","method":)" + JsonText::quoted(method), params);
}

QByteArray result(const RequestId &id, QByteArrayView result)
{
    QByteArray text = R"({"jsonrpc":"2.0","id":)" + id.toJson() + R"(,"result":)";
    text.append(result.isEmpty() ? QByteArrayView("{}") : result);
    return text + '}';
}

QByteArray error(const RequestId &id, qint64 code, QStringView message, QByteArrayView data)
{
    QByteArray text = R"({"jsonrpc":"2.0","id":)" + id.toJson() + R"(,"error":{"code":)" + QByteArray::number(code) +
                      R"(,"message":)" + JsonText::quoted(message);
    if (!data.isEmpty()) {
        text += R"(,"data":)";
        text.append(data);
    }
    return text + "}}";
}

} // namespace Pullcord::MessageText
