// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/mcp/inputrequired.h"
#include "core/mcp/task.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace Pullcord {

class ToolList;

/// What a person asks of a server once, and what may take more than one request to get: each is a leg, with its own id and
/// its own row in the log.
///
/// A leg follows another when the server has questions first (2026-07-28: nothing is open while somebody thinks about the
/// answers), when it refused the headers of a tool call (-32020: the tools are asked for again, and the call is repeated
/// once), when it wants addresses visited first (-32042 of 2025-11-25: the call is repeated once when a person has agreed to
/// each), when it speaks 2026-07-28 no more and names an older revision (-32022: the handshake is made anew, and the
/// request repeated once), and when it has not looked at the request, since it had forgotten our session (likewise). A call
/// may go on as a task (2025-11-25: asked for with withTask(); 2026-07-28: as the server decides, where we declare the
/// extension): then the legs are over, and what the task ends with is what was asked for.
///
/// Owner: whoever made it, and the client must outlive it; destroying it leaves the leg under way alone.
/// Order of signals: legBegan (the first from within start()), then asked, taskBegan or finished; asked comes again each round,
/// taskBegan once, finished once, last. A round without questions is followed by the next leg at once.
/// Specification: "Multi Round-Trip Requests", Streamable HTTP "Custom Headers", versioning; spec digest 4.9, 6.3, 2.2.
class LogicalCall final : public QObject
{
    Q_OBJECT

public:
    /// Rounds of questions after which a server that never comes to an end is given up.
    static constexpr int MaxRounds = 20;

    /// `params` is a raw JSON object, or empty. `tools` are those that a refused tool call asks for again; null: it fails.
    LogicalCall(Client &client, ToolList *tools, const QByteArray &method, const QByteArray &params,
                const RequestOptions &options = {}, QObject *parent = nullptr);

    void start();
    /// A task that it goes on as is taken up again in the next connection, if the server still knows it then.
    void setOutlivesConnection(bool outlives) { m_outlives = outlives; }
    /// Does what can be done at this moment: cancels the leg under way; of a task, sends tasks/cancel (it is finished when
    /// the task is); between two legs nothing is open, and the next is not begun.
    OutgoingRequest::CancelResult cancel(const QString &reason);
    [[nodiscard]] const QByteArray &method() const { return m_method; }
    [[nodiscard]] const RequestOptions &options() const { return m_options; } ///< of its legs
    [[nodiscard]] bool isFinished() const { return m_finished; }
    /// Waits for answer().
    [[nodiscard]] bool isAsking() const { return m_asking; }
    /// The leg under way, or the last; null before start() and when the session has deleted it.
    [[nodiscard]] OutgoingRequest *leg() const { return m_leg; }
    /// Of the record of the last leg that has been answered; Transition::NoRecord before.
    [[nodiscard]] quint64 answeredSerial() const { return m_answeredSerial; }
    /// Of the connection of that leg.
    [[nodiscard]] quint32 answeredConnection() const { return m_answeredConnection; }
    /// What it goes on as; null as long as it does not.
    [[nodiscard]] Task *task() const { return m_task.get(); }
    /// The limits of its requests hold for a task, too, from its beginning on; they stand still while somebody of ours thinks
    /// about what is asked for its sake, until as many calls of the other have come. Nothing happens where there is no task.
    void pauseDeadlines();
    void resumeDeadlines();
    /// What was asked last.
    [[nodiscard]] const InputRequired &required() const { return m_required; }
    /// Begins the next leg, or updates the task, with the answers to required(): raw JSON result objects, in the order of the questions; an
    /// empty one is left out. Only after asked(), and once.
    void answer(const QList<QByteArray> &answers);

signals:
    void legBegan(Pullcord::OutgoingRequest *leg);
    void asked();
    /// Before it has asked for anything.
    void taskBegan(Pullcord::Task *task);
    /// The last leg's outcome; an error of kind Protocol after MaxRounds and when input is required that is none, of kind Cancelled when it was given up between
    /// two legs, of kind Timeout when a request or a task took too long (the task is asked to stop, and waited for no longer than for
    /// the answer to that), of kind Transport when the connection ended while it was asking.
    void finished(const Pullcord::Result<QByteArray> &outcome);

private:
    void recordGivingUp(const QString &reason);
    void onConnection(Transport::State state);
    void begin(const QByteArray &params);
    void onAnswered(const Result<QByteArray> &outcome);
    void onRequired(const InputRequired &required);
    void giveUpServer(const Words &why);
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
    QByteArray m_params; ///< of the first leg
    QByteArray m_legParams;
    RequestOptions m_options;
    QPointer<OutgoingRequest> m_leg;
    RequestId m_legId;                ///< of the leg under way, or the last; None before start()
    std::unique_ptr<QObject> m_pause; ///< while something else must come before the next leg: hears of it
    std::unique_ptr<Task> m_task;
    std::unique_ptr<Deadlines> m_deadlines; ///< of the task
    std::optional<Error> m_overdue;         ///< it took too long
    InputRequired m_required;
    std::optional<Error> m_refusal; ///< with what is required, while that is asked for
    quint64 m_answeredSerial = Transition::NoRecord;
    quint32 m_answeredConnection = 0;
    int m_rounds = 0;    ///< of questions
    int m_agreement = 0; ///< of the client's, under which the leg was begun
    bool m_outlives = false;
    bool m_started = false;
    bool m_asking = false;
    bool m_corrected = false; ///< what could be mended was, once
    bool m_finished = false;
};

} // namespace Pullcord
