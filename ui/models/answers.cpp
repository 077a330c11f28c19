// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/answers.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/errorcodes.h"
#include "ui/models/flatschema.h"

#include <QDir>
#include <QUrl>

namespace Pullcord::Answers {
using namespace Qt::StringLiterals;

namespace {

QByteArray sampled()
{
    return JsonText::indented(R"({"role":"assistant","content":{"type":"text","text":"Hello"},)"
                              R"("model":"pullcord-by-hand","stopReason":"endTurn"})");
}

QByteArray elicited(const QByteArray &params)
{
    const JsonValue request(params);
    if (request.member("mode").toUtf8() == "url")
        return JsonText::indented(R"({"action":"accept"})");
    const FlatSchema schema(request.member("requestedSchema").raw().toByteArray());
    const QByteArray accepted = JsonText::withMember(R"({"action":"accept"})", "content", schema.initial());
    return JsonText::indented(accepted);
}

QByteArray roots()
{
    const QByteArray uri = QUrl::fromLocalFile(QDir::tempPath()).toEncoded();
    return JsonText::indented(R"({"roots":[{"uri":)" + JsonText::quoted(QByteArrayView(uri)) +
                              R"(,"name":"temporary files"}]})");
}

} // namespace

QByteArray suggestion(const QByteArray &method, const QByteArray &params)
{
    if (method == "sampling/createMessage")
        return sampled();
    if (method == "elicitation/create")
        return elicited(params);
    if (method == "roots/list")
        return roots();
    return "{}";
}

std::variant<QByteArray, ErrorAnswer> refusal(const QByteArray &method)
{
    if (method == "elicitation/create")
        return QByteArray(R"({"action":"decline"})");
    if (method == "sampling/createMessage")
        return ErrorAnswer{ErrorCode::UserRejected, u"User rejected sampling request"_s};
    if (method == "roots/list")
        return ErrorAnswer{ErrorCode::MethodNotFound, u"Roots not supported"_s};
    return ErrorAnswer{ErrorCode::MethodNotFound, u"Refused by the user"_s};
}

const QList<QByteArray> &askedMethods()
{
    static const QList<QByteArray> methods{"sampling/createMessage", "elicitation/create", "roots/list"};
    return methods;
}

} // namespace Pullcord::Answers
