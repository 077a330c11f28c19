// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/question.h"

#include "core/json/jsonvalue.h"

#include <utility>

namespace Pullcord {

Question::Question(QByteArray method, QByteArray params, const Place &place, Means means, QObject *parent)
    : QObject(parent)
    , m_method(std::move(method))
    , m_params(std::move(params))
    , m_place(place)
    , m_means(std::move(means))
{}

QString Question::relatedTask() const
{
    return JsonValue(m_params)
        .member("_meta")
        .member("io.modelcontextprotocol/related-task")
        .member("taskId")
        .toString();
}

void Question::answer(const QByteArray &result)
{
    const auto respond = m_means.answer;
    if (end(State::Answered, {}))
        respond(result);
}

void Question::refuse()
{
    const auto respond = m_means.refuse;
    if (end(State::Refused, {}))
        respond();
}

void Question::complete()
{
    if (isOpen() && !std::exchange(m_complete, true))
        emit completed();
}

void Question::withdraw(const QString &why)
{
    end(State::Withdrawn, why);
}

bool Question::end(State state, const QString &why)
{
    if (!isOpen())
        return false;
    m_state = state;
    emit ended(state, why);
    return true;
}

} // namespace Pullcord
