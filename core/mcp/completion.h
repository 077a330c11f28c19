// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/mcp/completionquery.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Pullcord {

/// Completes a field while somebody types into it: asks when the typing pauses, and takes back what is out of date.
///
/// Owner: whoever has the field; the client must outlive it. Destroying it cancels what is under way. Each request is an
/// ordinary one with its row in the log, and the one that is taken back is cancelled on the wire.
/// Order of signals: finished, at most once for each ask(), never from within it, and never for one that another ask() or
/// stop() has taken back. Specification: server "Completion" (debounce, context); spec digest 4.4.
class Completion final : public QObject
{
    Q_OBJECT

public:
    /// How long the typing must pause.
    static constexpr std::chrono::milliseconds Delay{200};

    explicit Completion(Client &client, QObject *parent = nullptr);
    ~Completion() override;

    /// Whether the server completes anything at all. In 2024-11-05 it cannot say: then it may.
    [[nodiscard]] static bool isOffered(const Client &client);

    /// Takes the earlier one back at once, and asks after the delay. False, and nothing is asked, if it is not offered.
    bool ask(const CompletionQuery &query, std::chrono::milliseconds delay = Delay);
    /// Takes back what was asked.
    void stop();
    /// Something was asked, and finished() has not come.
    [[nodiscard]] bool isWaiting() const { return m_delay.isActive() || m_request; }

signals:
    void finished(const Pullcord::Result<Pullcord::CompletionResult> &outcome);

private:
    void send();

    Client &m_client;
    CompletionQuery m_query;
    QTimer m_delay;
    QPointer<OutgoingRequest> m_request; ///< under way
};

} // namespace Pullcord
