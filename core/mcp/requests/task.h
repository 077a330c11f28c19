// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/mcp/requests/inputrequired.h"
#include "core/mcp/requests/taskinfo.h"

#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

namespace Pullcord {

/// A call that continues as a task after its response. Polls the state at the interval that the server asks for (not
/// more often than MinPoll), processes status notifications, and fetches the result of the call.
///
/// The request that began the task has a state of its own: it Succeeded when the task began.
/// - 2025-11-25: the result comes with tasks/result. That is also requested when input is required, since the server
///   asks its questions (ordinary requests) while it is open.
/// - 2026-07-28, the extension: questions are in the state. Each key is asked once, and answered with tasks/update.
///
/// A task is cancelled with tasks/cancel, never with a notification.
/// Owner: the LogicalCall of the call, or the creator; the client must outlive it. Destroying it stops polling; the
/// server continues.
/// Order of signals: changed() with each new info(); then asked() if there are new questions; finished() once, last.
/// Specification: spec digest 4.11, 4.12, 5.
class Task final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds MinPoll{100};
    static constexpr std::chrono::milliseconds DefaultPoll{1000}; ///< unless the server names an interval
    static constexpr int MaxFailures = 5;                         ///< consecutive polls that fail in the transport

    /// `begunBy` is the request that began the task; requests about the task name it as their predecessor.
    Task(Client &client, TaskInfo info, const RequestId &begunBy = {}, QObject *parent = nullptr);
    ~Task() override;

    /// Starts polling.
    void start();
    /// If set, the task waits for the next connection when this one ends, and asks there whether the server still knows
    /// it. Else it finishes with the connection.
    void setOutlivesConnection(bool outlives) { m_outlives = outlives; }
    /// Sends tasks/cancel. Returns false, and sends nothing, if the task has ended or is being cancelled. The task may
    /// still complete. The reason is not sent, but recorded in a Note. Waits for the response no longer than `patience`
    /// (zero: the client's default).
    bool cancel(const QString &reason = {}, std::chrono::milliseconds patience = {});

    [[nodiscard]] const TaskInfo &info() const { return m_info; }
    [[nodiscard]] bool isFinished() const { return m_finished; }
    /// True once tasks/cancel has been sent and not refused.
    [[nodiscard]] bool isCancelRequested() const { return m_cancelRequested; }
    /// True while it waits for answer(). Never in 2025-11-25, where the questions are requests of the server.
    [[nodiscard]] bool isAsking() const { return m_asking; }
    [[nodiscard]] const InputRequired &required() const { return m_required; }
    /// Answers required(): raw JSON result objects, in order; empty ones are left out. Only while isAsking().
    void answer(const QList<QByteArray> &answers);

signals:
    void changed();
    void asked();
    /// tasks/cancel has its response, or the patience is over, but the task has not ended.
    void cancelSettled();
    /// Result of the call, or an error: Peer; Cancelled if the task was cancelled; another kind if its state is no
    /// longer available.
    void finished(const Pullcord::Result<QByteArray> &outcome);

private:
    [[nodiscard]] QByteArray params() const;
    void pollIn(std::chrono::milliseconds delay);
    void poll();
    [[nodiscard]] bool waitsForConnection();
    void onReady();
    void onPolled(const Result<QByteArray> &outcome);
    void onStatus(const QByteArray &params);
    /// `state` contains the members that belong to the status.
    void take(const TaskInfo &info, const JsonValue &state);
    void takeLegacy();
    void takeModern(const JsonValue &state);
    void fetchResult();
    void takeQuestions(const JsonValue &inputRequests);
    void onCancelAnswered(const Result<QByteArray> &outcome);
    void finish(const Result<QByteArray> &outcome);

    Client &m_client;
    bool m_modern;
    TaskInfo m_info;
    RequestId m_begunBy;
    QTimer m_timer;
    QPointer<OutgoingRequest> m_poll;
    QPointer<OutgoingRequest> m_result; ///< tasks/result
    InputRequired m_required;
    QSet<QByteArray> m_keys; ///< keys of the questions so far
    QString m_reason;        ///< reason of our cancel
    int m_failures = 0;      ///< consecutive
    bool m_outlives = false;
    bool m_away = false; ///< waiting for a connection
    bool m_asking = false;
    bool m_cancelRequested = false;
    bool m_finished = false;
};

} // namespace Pullcord
