// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/callchecks.h"
#include "app/cli/servercommand.h"
#include "app/cli/taskfollower.h"

#include <QPointer>
#include <QTimer>

namespace Pullcord {

/// `call`, `read`, `prompt`, `complete`: asks the server for one thing, shows progress, may cancel it, and then waits for what
/// still comes. What the result looks like is ResultPrinter's to know.
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
    void tellOfSilence(const RequestRecord &record) const;
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
    qint64 m_row = -1; ///< of its last request in the log
    QByteArray m_result;
    QByteArrayList m_questions; ///< raw JSON; those that nobody answers
    QByteArray m_lateAnswer;    ///< the first; kept here, since the capture may have no room for it
    Error m_error;
    int m_code = ExitOk;
    bool m_cancelArmed = false; ///< --cancel-after counts from when the first request has left
    QTimer m_unanswered;        ///< since it asked last: nothing is open meanwhile, and no timeout of a request runs
    bool m_timedOut = false;    ///< so
    bool m_interrupted = false;
    bool m_ended = false;    ///< the call, not what comes late
    bool m_lingered = false; ///< long enough for what comes late
    bool m_concluded = false;
};

} // namespace Pullcord
