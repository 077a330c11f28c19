// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/mcp/inputrequired.h"
#include "core/mcp/taskinfo.h"

#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

namespace Pullcord {

/// A call that goes on after its answer, until its result is there: asks for its state at the interval that the server
/// wants (no more often than MinPoll), hears of it by notifications too, and fetches what the call would have answered.
///
/// The request that began it has its own state, which says nothing of the task's: that one Succeeded when the task began.
/// 2025-11-25: its result comes by tasks/result, which is also asked for when input is required, since the server puts its
/// questions (ordinary requests) while that is open. 2026-07-28, the extension: questions stand in its state; each key is
/// asked once, and answered by tasks/update. It is cancelled by tasks/cancel and never by a notification.
/// Owner: the LogicalCall whose call it was, or who made it; the client must outlive it. Destroying it asks no more; the server
/// works on.
/// Order of signals: changed() with each new info(); asked() after it, where there are new questions; finished() once, last.
/// Specification: spec digest 4.11, 4.12, 5.
class Task final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds MinPoll{100};
    static constexpr std::chrono::milliseconds DefaultPoll{1000}; ///< where the server names none
    static constexpr int MaxFailures = 5;                         ///< of polls in a row, of the transport's

    /// `begunBy`: the request that it began with, which those about it name as what they go on with.
    Task(Client &client, TaskInfo info, const RequestId &begunBy = {}, QObject *parent = nullptr);
    ~Task() override;

    /// Begins to ask for its state.
    void start();
    /// Where the connection ends it waits for the next, and asks there whether the server still knows it. Else it finishes
    /// with the connection.
    void setOutlivesConnection(bool outlives) { m_outlives = outlives; }
    /// Sends tasks/cancel. False, and nothing sent, if it has ended or is being cancelled. It may complete all the same. The
    /// reason stays here, in a Note. For an answer to it it waits no longer than `patience` (zero: as the client does).
    bool cancel(const QString &reason = {}, std::chrono::milliseconds patience = {});

    [[nodiscard]] const TaskInfo &info() const { return m_info; }
    [[nodiscard]] bool isFinished() const { return m_finished; }
    /// tasks/cancel has been sent and not refused.
    [[nodiscard]] bool isCancelRequested() const { return m_cancelRequested; }
    /// Waits for answer(). In 2025-11-25 the questions are requests of the server's, and it does not.
    [[nodiscard]] bool isAsking() const { return m_asking; }
    [[nodiscard]] const InputRequired &required() const { return m_required; }
    /// Raw JSON result objects, in the order of required(); an empty one is left out. Only while isAsking().
    void answer(const QList<QByteArray> &answers);

signals:
    void changed();
    void asked();
    /// tasks/cancel has been answered, or patience is over, and it has not ended of it.
    void cancelSettled();
    /// What the call would have answered: its result, or an error of kind Peer; of kind Cancelled when the task was
    /// cancelled; another when its state cannot be had any more.
    void finished(const Pullcord::Result<QByteArray> &outcome);

private:
    [[nodiscard]] QByteArray params() const;
    void pollIn(std::chrono::milliseconds delay);
    void poll();
    [[nodiscard]] bool waitsForConnection();
    void onReady();
    void onPolled(const Result<QByteArray> &outcome);
    void onStatus(const QByteArray &params);
    /// `state` has what the status brings along.
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
    QSet<QByteArray> m_keys; ///< of the questions so far
    QString m_reason;        ///< of our cancel
    int m_failures = 0;      ///< in a row
    bool m_outlives = false;
    bool m_away = false; ///< waits for a connection
    bool m_asking = false;
    bool m_cancelRequested = false;
    bool m_finished = false;
};

} // namespace Pullcord
