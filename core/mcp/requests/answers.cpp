// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/answers.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/requests/elicitation.h"
#include "core/rpc/errorcodes.h"

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
    const QByteArray schema = request.member("requestedSchema").raw().toByteArray();
    return JsonText::indented(Elicitation::accepted(Elicitation::suggestedContent(schema)));
}

QByteArray roots()
{
    const QString home = QDir::homePath();
    const QByteArray uri = QUrl::fromLocalFile(home).toEncoded();
    return JsonText::indented(R"({"roots":[{"uri":)" + JsonText::quoted(QByteArrayView(uri)) + R"(,"name":)" +
                              JsonText::quoted(QDir(home).dirName()) + "}]}");
}

/// Schema of a CreateMessageResult, as far as a form has fields for it.
constexpr const char *SamplingSchema = R"({
"type":"object","required":["role","content","model"],"properties":{
"role":{"enum":["assistant","user"],"default":"assistant"},
"content":{"anyOf":[
{"title":"Text","type":"object","required":["type","text"],"properties":{
"type":{"const":"text"},"text":{"type":"string"}}},
{"title":"Image","type":"object","required":["type","data","mimeType"],"properties":{
"type":{"const":"image"},"data":{"type":"string","description":"In base64"},"mimeType":{"type":"string"}}},
{"title":"Audio","type":"object","required":["type","data","mimeType"],"properties":{
"type":{"const":"audio"},"data":{"type":"string","description":"In base64"},"mimeType":{"type":"string"}}},
{"title":"Several blocks","type":"array","items":{"type":"object","required":["type"],"additionalProperties":true}}]},
"model":{"type":"string","description":"The name of the model that wrote it"},
"stopReason":{"type":"string","examples":["endTurn"],"description":"endTurn, stopSequence, maxTokens or another"}}})";

constexpr const char *RootsSchema = R"({
"type":"object","required":["roots"],"properties":{"roots":{"type":"array","items":{
"type":"object","required":["uri"],"properties":{
"uri":{"type":"string","format":"uri","pattern":"^file://","description":"Starts with file://"},
"name":{"type":"string","description":"Name for display"}}}}}})";

} // namespace

QByteArray Draft::result(const QByteArray &filledIn) const
{
    if (!isContent)
        return filledIn;
    return schema.isEmpty() ? QByteArray(R"({"action":"accept"})") : Elicitation::accepted(filledIn);
}

Draft draft(const QByteArray &method, const QByteArray &params)
{
    if (method == "sampling/createMessage")
        return {.schema = SamplingSchema, .value = sampled()};
    if (method == "roots/list")
        return {.schema = RootsSchema, .value = roots()};
    if (method != "elicitation/create")
        return {.schema = "{}", .value = {}};
    const JsonValue request(params);
    const bool isForm = request.member("mode").toUtf8() != "url";
    const QByteArray asked = request.member("requestedSchema").raw().toByteArray();
    return {.schema = !isForm           ? QByteArray()
                      : asked.isEmpty() ? QByteArray("{}")
                                        : asked,
            .value = {},
            .isContent = true};
}

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

std::variant<QByteArray, ErrorResponse> refusal(const QByteArray &method)
{
    if (method == "elicitation/create")
        return QByteArray(R"({"action":"decline"})");
    if (method == "sampling/createMessage")
        return ErrorResponse{ErrorCode::UserRejected, u"User rejected sampling request"_s};
    if (method == "roots/list")
        return ErrorResponse{ErrorCode::MethodNotFound, u"Roots not supported"_s};
    return ErrorResponse{ErrorCode::MethodNotFound, u"Refused by the user"_s};
}

std::variant<QByteArray, ErrorResponse> dismissal(const QByteArray &method, const QString &why)
{
    if (method == "elicitation/create")
        return Elicitation::dismissed();
    return ErrorResponse{ErrorCode::UserRejected, why};
}

std::optional<ErrorResponse> objection(const QByteArray &method, const QByteArray &params,
                                       const QJsonObject &capabilities)
{
    const JsonValue asked(params);
    if (method == "elicitation/create") {
        const QString mode = asked.member("mode").isValid() ? asked.member("mode").toString() : u"form"_s;
        const QJsonObject declared = capabilities.value("elicitation"_L1).toObject();
        if (!declared.contains(mode) && !(declared.isEmpty() && mode == "form"_L1))
            return ErrorResponse{ErrorCode::InvalidParams,
                                 u"This client did not declare elicitation of mode \"%1\""_s.arg(mode)};
    } else if (method == "sampling/createMessage" && asked.member("tools").isValid() &&
               !capabilities.value("sampling"_L1).toObject().contains("tools"_L1)) {
        return ErrorResponse{ErrorCode::InvalidParams, u"This client did not declare sampling.tools"_s};
    }
    return {};
}

const QList<Invitation> &invitations()
{
    static const QList<Invitation> all{{"sampling"_L1, "sampling/createMessage"},
                                       {"elicitation"_L1, "elicitation/create"},
                                       {"roots"_L1, "roots/list"}};
    return all;
}

} // namespace Pullcord::Answers
