// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/completion.h"

#include "core/json/jsonvalue.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

Completion::Completion(Client &client, QObject *parent)
    : QObject(parent)
    , m_client(client)
{
    m_delay.setSingleShot(true);
    m_delay.callOnTimeout(this, &Completion::send);
}

Completion::~Completion()
{
    stop();
}

bool Completion::isOffered(const Client &client)
{
    return client.state() == Client::State::Ready &&
           (client.revision() == Revision::R2024_11_05 ||
            JsonValue(client.server().capabilities).member("completions").isObject());
}

bool Completion::ask(const CompletionQuery &query, std::chrono::milliseconds delay)
{
    stop();
    if (!isOffered(m_client))
        return false;
    m_query = query;
    m_delay.start(delay);
    return true;
}

void Completion::stop()
{
    m_delay.stop();
    if (OutgoingRequest *request = m_request) {
        m_request.clear();
        request->disconnect(this);
        request->cancel(u"The input changed"_s);
    }
}

void Completion::send()
{
    m_request = m_client.request("completion/complete", m_query.params(m_client.revision()));
    connect(m_request, &OutgoingRequest::finished, this, [this, request = m_request.data()] {
        m_request.clear();
        const Result<QByteArray> outcome = request->outcome();
        emit finished(outcome ? CompletionResult::from(*outcome) : Result<CompletionResult>(outcome.error()));
    });
}

} // namespace Pullcord
