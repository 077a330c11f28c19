// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/inputrequired.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

std::optional<InputRequired> InputRequired::in(const QByteArray &result)
{
    const JsonValue value(result);
    if (value.member("resultType").toUtf8() != "input_required")
        return {};
    InputRequired required;
    for (const JsonMember &request : value.member("inputRequests")) {
        required.questions.append({JsonValue(request.rawKey).toUtf8(), request.value.member("method").toUtf8(),
                                   request.value.member("params").raw().toByteArray()});
    }
    if (const JsonValue state = value.member("requestState"); state.isValid())
        required.state = state.raw().toByteArray();
    return required;
}

QByteArray InputRequired::answeredIn(const QByteArray &params, const QList<QByteArray> &answers) const
{
    QByteArray answered = params;
    QByteArray responses;
    for (qsizetype i = 0; i < std::min(questions.size(), answers.size()); ++i) {
        if (!answers.at(i).isEmpty())
            responses = JsonText::withMember(responses, questions.at(i).key, answers.at(i));
    }
    if (!responses.isEmpty())
        answered = JsonText::withMember(answered, "inputResponses", responses);
    if (state)
        answered = JsonText::withMember(answered, "requestState", *state);
    return answered;
}

} // namespace Pullcord
