// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/mcp/revision.h"
#include "core/result.h"

#include <QByteArray>
#include <QMap>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <optional>

namespace Pullcord {

/// A query for completion/complete: continuations of an argument of a prompt, or of a variable of a resource template.
/// A value. Specification: server "Completion"; spec digest 4.4.
struct CompletionQuery
{
    enum class Of : quint8 { Prompt, Template };

    Of of = Of::Prompt;
    QString name; ///< name of the prompt, or the URI template
    QString argument;
    QString value;      ///< as typed so far
    QByteArray context; ///< raw JSON object of the other known arguments; empty for none

    /// Makes the JSON object for `context`.
    [[nodiscard]] static QByteArray contextOf(const QMap<QString, QString> &arguments);
    /// Params of the request; without the context before 2025-06-18, which does not define it.
    [[nodiscard]] QByteArray params(Revision revision) const;
};

/// Result of such a query. A value.
struct CompletionResult
{
    QStringList values; ///< at most 100 according to the specification
    std::optional<qint64> total;
    bool hasMore = false;

    /// Reads a result of completion/complete. The error (Protocol) reports a result without a list of values.
    [[nodiscard]] static Result<CompletionResult> from(const QByteArray &result);
};

/// Completes a field while the user types: asks the server when typing pauses, and cancels outdated requests.
///
/// Owner: the owner of the field; the client must outlive it. Destroying it cancels a request in flight. Each request
/// is ordinary and has its row in the log; an outdated one is cancelled on the wire.
/// Order of signals: finished, at most once for each ask(), never from within it, and never for an ask() that another
/// ask() or stop() has replaced. Specification: server "Completion" (debounce, context); spec digest 4.4.
class Completion final : public QObject
{
    Q_OBJECT

public:
    /// Pause in typing before a request is sent.
    static constexpr std::chrono::milliseconds Delay{200};

    explicit Completion(Client &client, QObject *parent = nullptr);
    ~Completion() override;

    /// True if the server offers completion. A server of 2024-11-05 cannot declare it, so the result is true.
    [[nodiscard]] static bool isOffered(const Client &client);

    /// Drops the earlier query at once, and sends this one after the delay. Returns false, and sends nothing, if
    /// completion is not offered.
    bool ask(const CompletionQuery &query, std::chrono::milliseconds delay = Delay);
    /// Drops the query.
    void stop();
    /// True from ask() until finished().
    [[nodiscard]] bool isWaiting() const { return m_delay.isActive() || m_request; }

signals:
    void finished(const Pullcord::Result<Pullcord::CompletionResult> &outcome);

private:
    void send();

    Client &m_client;
    CompletionQuery m_query;
    QTimer m_delay;
    QPointer<OutgoingRequest> m_request; ///< request in flight
};

} // namespace Pullcord
