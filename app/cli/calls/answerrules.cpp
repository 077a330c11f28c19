// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calls/answerrules.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/requests/answers.h"
#include "core/mcp/validation/mcpschema.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Returns the method of a capability; empty if the capability is unknown.
QByteArray methodOf(QStringView capability)
{
    for (const Answers::Invitation &invitation : Answers::invitations()) {
        if (invitation.capability == capability)
            return invitation.method;
    }
    return {};
}

Result<std::monostate> add(AnswerRules &rules, const QString &option, const QString &what, const AnswerPolicy &policy)
{
    const QByteArray method = methodOf(what);
    if (method.isEmpty())
        return Error{ErrorKind::Usage,
                     u"--%1: \"%2\" is not one of sampling, elicitation and roots"_s.arg(option, what)};
    if (rules.byMethod.contains(method))
        return Error{ErrorKind::Usage, u"--%1: there are two rules for %2"_s.arg(option, what)};
    rules.byMethod.insert(method, policy);
    return std::monostate();
}

/// Returns the fault of a result of `method` by the schema; empty if there is none.
QString problemOf(const QByteArray &method, const QByteArray &result)
{
    const QByteArray answer = R"({"jsonrpc":"2.0","id":1,"result":)" + result + '}';
    const QList<JsonSchemaError> errors = McpSchema::of(LatestLegacy).check(answer, method);
    QStringList problems;
    for (const JsonSchemaError &error : errors) {
        const QString place = error.instanceLocation.mid(QLatin1StringView("/result").size());
        problems << (place.isEmpty() ? QString(error.message) : u"%1 %2"_s.arg(place, error.message));
    }
    qsizetype index = 0; // required by the text of MCP, not by its schema
    for (const JsonMember &root : JsonValue(result).member("roots")) {
        if (const JsonValue uri = root.value.member("uri"); uri.isString() && !uri.toUtf8().startsWith("file://"))
            problems << u"/roots/%1/uri must begin with file://"_s.arg(index);
        ++index;
    }
    return problems.join(u", "_s);
}

} // namespace

Result<AnswerRules> AnswerRules::parse(const QStringList &answers, const QStringList &refusals,
                                       const QStringList &silences, bool checked)
{
    AnswerRules rules;
    for (const QString &answer : answers) {
        const qsizetype sign = answer.indexOf(u'=');
        const QByteArray result = sign < 0 ? QByteArray() : answer.sliced(sign + 1).toUtf8();
        if (sign < 0 || JsonChecker().check(result) || !JsonValue(result).isObject())
            return Error{ErrorKind::Usage, u"--answer expects WHAT=JSON, a JSON object, not \"%1\""_s.arg(answer)};
        const AnswerPolicy policy{AnswerPolicy::Kind::Answer, result, checked};
        if (const auto added = add(rules, u"answer"_s, answer.first(sign), policy); !added)
            return added.error();
        if (!checked)
            continue;
        if (const QString problem = problemOf(methodOf(answer.first(sign)), result); !problem.isEmpty())
            return Error{ErrorKind::Usage, u"--answer %1: %2"_s.arg(answer.first(sign), problem)};
    }
    for (const QString &what : refusals) {
        if (const auto added = add(rules, u"refuse"_s, what, {AnswerPolicy::Kind::Refuse, {}, false}); !added)
            return added.error();
    }
    for (const QString &what : silences) {
        if (const auto added = add(rules, u"never-answer"_s, what, {AnswerPolicy::Kind::Never, {}, false}); !added)
            return added.error();
    }
    return rules;
}

QJsonObject AnswerRules::capabilities() const
{
    QJsonObject declared;
    for (const Answers::Invitation &invitation : Answers::invitations()) {
        if (!byMethod.contains(invitation.method))
            continue;
        const bool isElicitation = invitation.capability == "elicitation"_L1;
        declared.insert(invitation.capability, isElicitation
                                                   ? QJsonObject{{u"form"_s, QJsonObject()}, {u"url"_s, QJsonObject()}}
                                                   : QJsonObject());
    }
    return declared;
}

} // namespace Pullcord
