// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/multiroundrequest.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

MultiRoundRequest::MultiRoundRequest(Client &client, const QByteArray &method, const QByteArray &params,
                                     const RequestOptions &options, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_method(method)
    , m_params(params)
    , m_options(options)
{}

void MultiRoundRequest::start()
{
    if (m_rounds == 0)
        begin(m_params);
}

void MultiRoundRequest::answer(const QList<QByteArray> &answers)
{
    if (std::exchange(m_asked, false))
        begin(m_required.answeredIn(m_params, answers));
}

void MultiRoundRequest::begin(const QByteArray &params)
{
    ++m_rounds;
    m_round = m_client.request(m_method, params, m_options);
    connect(m_round, &OutgoingRequest::finished, this,
            [this, round = m_round.data()] { onFinished(round->outcome()); });
    emit roundBegan(m_round);
}

void MultiRoundRequest::onFinished(const Result<QByteArray> &outcome)
{
    const auto required = outcome && m_client.isModern() ? InputRequired::in(*outcome) : std::nullopt;
    if (!required) {
        emit finished(outcome);
        return;
    }
    if (m_rounds >= MaxRounds) {
        emit finished(Error{ErrorKind::Protocol, u"The server still had questions after %1 rounds"_s.arg(MaxRounds)});
        return;
    }
    m_required = *required;
    m_asked = true;
    if (m_required.questions.isEmpty())
        answer({});
    else
        emit asked();
}

} // namespace Pullcord
