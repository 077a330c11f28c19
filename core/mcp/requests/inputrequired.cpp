// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/inputrequired.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

QList<InputRequired::Question> InputRequired::questionsIn(const JsonValue &inputRequests)
{
    QList<Question> questions;
    for (const JsonMember &request : inputRequests) {
        questions.append({JsonValue(request.rawKey).toUtf8(), request.value.member("method").toUtf8(),
                          request.value.member("params").raw().toByteArray()});
    }
    return questions;
}

QList<InputRequired::Question> InputRequired::elicitationsIn(const JsonValue &error)
{
    QList<Question> questions;
    for (const JsonMember &elicitation : error.pointer("/data/elicitations"))
        questions.append({{}, "elicitation/create", elicitation.value.raw().toByteArray()});
    return questions;
}

std::optional<InputRequired> InputRequired::in(const QByteArray &result)
{
    const JsonValue value(result);
    if (value.member("resultType").toUtf8() != "input_required")
        return {};
    InputRequired required;
    required.questions = questionsIn(value.member("inputRequests"));
    if (const JsonValue state = value.member("requestState"); state.isValid())
        required.state = state.raw().toByteArray();
    return required;
}

QByteArray InputRequired::responses(const QList<QByteArray> &answers) const
{
    QByteArray responses;
    for (qsizetype i = 0; i < std::min(questions.size(), answers.size()); ++i) {
        if (!answers.at(i).isEmpty())
            responses = JsonText::withMember(responses, questions.at(i).key, answers.at(i));
    }
    return responses;
}

QByteArray InputRequired::answeredIn(const QByteArray &params, const QList<QByteArray> &answers) const
{
    QByteArray answered = params;
    if (const QByteArray given = responses(answers); !given.isEmpty())
        answered = JsonText::withMember(answered, "inputResponses", given);
    if (state)
        answered = JsonText::withMember(answered, "requestState", *state);
    return answered;
}

} // namespace Pullcord
