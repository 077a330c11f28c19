// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/calls/callchecks.h"
#include "app/cli/servers/servercommand.h"
#include "core/mcp/requests/logicalcall.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Pullcord {

/// Follows the task of `call --task`: prints changes of its state, and its end, on standard error.
class TaskFollower final : public QObject
{
    Q_OBJECT

public:
    /// `call` must not have been started.
    TaskFollower(LogicalCall &call, QObject *parent);

    /// True if the call became a task.
    [[nodiscard]] bool hasTask() const { return m_info.has_value(); }
    /// Returns a sentence about why there is no result.
    [[nodiscard]] QString endText(const Error &error) const;
    /// Returns the member for --json: taskId, status, statusMessage, ms.
    [[nodiscard]] QByteArray json() const;

private:
    void onBegan(Task *task);
    void report();

    QPointer<LogicalCall> m_call;
    std::optional<TaskInfo> m_info; ///< latest state
    QElapsedTimer m_clock;
};

/// `call`, `read`, `prompt`, `complete`: sends one request, shows progress, may cancel it, and then waits for late
/// messages. ResultPrinter prints the result.
class CallCommand final : public ServerCommand
{
    Q_OBJECT

public:
    using ServerCommand::ServerCommand;

    void interrupt() override;

protected:
    void work() override;
    void onDisconnected(const QString &how) override;

private:
    [[nodiscard]] LogicalCall *make() const;
    [[nodiscard]] LogicalCall *makeTask() const;
    void begin();
    void refuse();
    void giveUpAtQuestions();
    void onLeg(OutgoingRequest *leg);
    void onFinished(const Result<QByteArray> &outcome);
    void onChecked();
    [[nodiscard]] bool wantsCheck() const;
    [[nodiscard]] QString endText() const;
    [[nodiscard]] QString timeoutText(const RequestRecord &record) const;
    void onTransition(qsizetype row, const Transition &transition, const Event &event);
    void reportSilence(const RequestRecord &record) const;
    [[nodiscard]] bool cancelsByClosing() const;
    [[nodiscard]] qint64 watchedUntil(const RequestRecord &record) const;
    [[nodiscard]] QByteArray jsonOfCancel(const RequestRecord &record) const;
    void printJson(int exitCode) const;
    void conclude();
    [[nodiscard]] std::optional<RequestRecord> record() const;
    [[nodiscard]] RequestRecord firstLeg(const RequestRecord &record) const;
    [[nodiscard]] qint64 wholeTime(const RequestRecord &record) const;

    QPointer<LogicalCall> m_call;
    TaskFollower *m_follower = nullptr;
    CallChecks *m_checks = nullptr;
    qint64 m_row = -1; ///< row of its last request
    QByteArray m_result;
    QByteArrayList m_questions; ///< raw JSON; requests of the server without a rule
    QByteArray m_lateResponse;  ///< the first late response; kept here, since the capture may have no space for it
    Error m_error;
    int m_code = ExitOk;
    bool m_cancelArmed = false; ///< --cancel-after counts from the time at which the first request was sent
    /// Time since the last questions of the server: no request is open meanwhile, so no request timeout applies.
    QTimer m_unanswered;
    bool m_timedOut = false; ///< by m_unanswered
    bool m_interrupted = false;
    bool m_ended = false;    ///< the call has ended; late messages may follow
    bool m_lingered = false; ///< --linger has passed
    bool m_concluded = false;
};

} // namespace Pullcord
