// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/mcp/requests/inputrequired.h"
#include "core/mcp/requests/task.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace Pullcord {

class ToolList;

/// One operation of the user that may take several requests. Each request is a leg, with its own id and its own row in
/// the log.
///
/// Another leg follows in these cases:
/// - The server has questions first (2026-07-28; nothing is open while the user thinks).
/// - It refused the headers of a tool call (-32020): the tools are listed again, and the call is repeated once.
/// - It wants addresses visited first (-32042 of 2025-11-25): the call is repeated once when the user has agreed to
///   each.
/// - It no longer supports 2026-07-28, and names an older revision (-32022): the handshake and the request are repeated
///   once.
/// - It did not process the request, since it no longer had our HTTP session: the handshake and the request are
///   repeated once.
///
/// A call may continue as a task (2025-11-25: requested with withTask(); 2026-07-28: the server decides, if the client
/// declares the extension). Then there are no more legs, and the result of the task is that of the call.
///
/// Owner: the creator, and the client must outlive it; destroying it does not affect the leg in flight.
/// Order of signals: legBegan (the first from within start()), then asked, taskBegan or finished. asked comes again in
/// each round, taskBegan once, finished once, last. A round without questions is followed by the next leg at once.
/// Specification: "Multi Round-Trip Requests", Streamable HTTP "Custom Headers", versioning; spec digest 4.9, 6.3, 2.2.
class LogicalCall final : public QObject
{
    Q_OBJECT

public:
    /// Largest number of rounds of questions; then the call fails.
    static constexpr int MaxRounds = 20;

    /// `params` is a raw JSON object, or empty. `tools` is the list to reload after a refused tool call; null: the call
    /// fails.
    LogicalCall(Client &client, ToolList *tools, const QByteArray &method, const QByteArray &params,
                const RequestOptions &options = {}, QObject *parent = nullptr);

    void start();
    /// Lets its task continue in the next connection, if the server still knows it then.
    void setOutlivesConnection(bool outlives) { m_outlives = outlives; }
    /// Cancels in the way that fits the moment: cancels the leg in flight; sends tasks/cancel for a task (the call
    /// finishes with the task); between two legs nothing is open, and the next leg is not begun.
    OutgoingRequest::CancelResult cancel(const QString &reason);
    [[nodiscard]] const QByteArray &method() const { return m_method; }
    [[nodiscard]] const RequestOptions &options() const { return m_options; } ///< options of its legs
    [[nodiscard]] bool isFinished() const { return m_finished; }
    /// True while it waits for answer().
    [[nodiscard]] bool isAsking() const { return m_asking; }
    /// Leg in flight, or the last one; null before start() and once it is deleted.
    [[nodiscard]] OutgoingRequest *leg() const { return m_leg; }
    /// Serial of the last leg with a response; Transition::NoRecord before the first.
    [[nodiscard]] quint64 answeredSerial() const { return m_answeredSerial; }
    /// Connection of that leg.
    [[nodiscard]] quint32 answeredConnection() const { return m_answeredConnection; }
    /// Task that the call continues as; null if it is none.
    [[nodiscard]] Task *task() const { return m_task.get(); }
    /// Pauses the deadlines of its task while the user answers questions. Calls nest: the deadlines continue after as
    /// many calls of resumeDeadlines(). The limits of the requests apply to the task too, from its beginning. Does
    /// nothing without a task.
    void pauseDeadlines();
    void resumeDeadlines();
    /// Latest questions.
    [[nodiscard]] const InputRequired &required() const { return m_required; }
    /// Begins the next leg, or updates the task, with the answers to required(): raw JSON result objects, in the order
    /// of the questions; empty ones are left out. Only after asked(), and once.
    void answer(const QList<QByteArray> &answers);

signals:
    void legBegan(Pullcord::OutgoingRequest *leg);
    void asked();
    /// Emitted before the task has sent a request.
    void taskBegan(Pullcord::Task *task);
    /// Outcome of the last leg, or one of these errors:
    /// - Protocol: after MaxRounds, or if the required input is not valid
    /// - Cancelled: given up between two legs
    /// - Timeout: a request or a task took too long (the task gets tasks/cancel, and only the response to that is
    ///   awaited)
    /// - Transport: the connection ended while it was asking
    void finished(const Pullcord::Result<QByteArray> &outcome);

private:
    void recordGivingUp(const QString &reason);
    void onConnection(Transport::State state);
    void begin(const QByteArray &params);
    void onAnswered(const Result<QByteArray> &outcome);
    void onRequired(const InputRequired &required);
    void giveUpServer(const TranslatableText &why);
    [[nodiscard]] bool becomesTask(const JsonValue &result);
    void beginTask(const TaskInfo &info);
    void limitTask();
    void onTaskOverdue(std::chrono::milliseconds limit);
    [[nodiscard]] bool correct(const Error &refusal);
    [[nodiscard]] bool askForVisits(const Error &refusal);
    void goOnAfterVisits(const QList<QByteArray> &answers);
    void askForTools(const Error &refusal);
    void askInNextSession(const Error &refusal);
    void waitForAgreement(const Error &refusal);
    [[nodiscard]] bool isStillListed() const;
    [[nodiscard]] QObject *pause();
    void finish(const Result<QByteArray> &outcome);

    Client &m_client;
    ToolList *m_tools;
    QByteArray m_method;
    QByteArray m_params; ///< params of the first leg
    QByteArray m_legParams;
    RequestOptions m_options;
    QPointer<OutgoingRequest> m_leg;
    RequestId m_legId;                ///< id of the leg in flight, or the last one; None before start()
    std::unique_ptr<QObject> m_pause; ///< receiver of signals while something must happen before the next leg
    std::unique_ptr<Task> m_task;
    std::unique_ptr<Deadlines> m_deadlines; ///< deadlines of the task
    std::optional<Error> m_overdue;         ///< set if the task took too long
    InputRequired m_required;
    std::optional<Error> m_refusal; ///< the refusal that contained the questions, while they are asked
    quint64 m_answeredSerial = Transition::NoRecord;
    quint32 m_answeredConnection = 0;
    int m_rounds = 0;    ///< rounds of questions
    int m_agreement = 0; ///< number of the client's handshake before the leg
    bool m_outlives = false;
    bool m_started = false;
    bool m_asking = false;
    bool m_corrected = false; ///< the one correction has been made
    bool m_finished = false;
};

} // namespace Pullcord
