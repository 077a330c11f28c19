// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "app/cli/limitedremarks.h"
#include "core/mcp/conversation.h"
#include "core/mcp/eracache.h"

#include <QTimer>

#include <memory>

namespace Pullcord {

/// A command that talks to a server: connects, lets the subclass work once the handshake is done, leaves in good order.
class ServerCommand : public Command
{
    Q_OBJECT

public:
    explicit ServerCommand(CliOptions options);
    ~ServerCommand() override;

    void start() final;
    void interrupt() override;

protected:
    /// There is a conversation(), and nothing has been sent.
    virtual void prepare() {}
    /// The server is ready; ends with leave().
    virtual void work() = 0;
    /// The connection failed, now or while it stood; leaves with that code.
    virtual void onConnectionFailed(int exitCode) { leave(exitCode); }
    /// The connection has ended; finished() follows. What is still to be told is told here, and the exit code may still
    /// be given by leave(). `how` says how the server ended it; empty if we did, and the server left in good order.
    virtual void onDisconnected([[maybe_unused]] const QString &how) {}

    /// The connection has ended, and that is not the end: another is made, or conclude() is called.
    [[nodiscard]] virtual bool connectsAgain() const { return false; }
    /// Tells what is to be told at the end of the connection; finished() comes from within.
    void conclude();

    [[nodiscard]] const CliOptions &options() const { return m_options; }
    [[nodiscard]] Conversation &conversation() const { return *m_conversation; }
    /// Whether that tool of the listed ones may be called: it is read-only, or the person has agreed with --yes. Says what is
    /// in doubt.
    [[nodiscard]] bool mayCall(const QString &tool) const;
    /// What is waited for is told not only of the handshake, but of what is asked from now on, too.
    void tellFurtherWaiting(bool on);
    /// Disconnects; finished(exitCode) follows when the server is gone. The first code counts.
    void leave(int exitCode);
    /// What no question allowed of the answers by rule.
    [[nodiscard]] const QList<Words> &misfits() const { return m_misfits; }
    /// The code to end with: a capture that was asked for and has stopped, and an answer that did not fit, count for more than
    /// how the command fared.
    [[nodiscard]] int settled(int exitCode);

private:
    [[nodiscard]] std::unique_ptr<Transport> transport() const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString doctorLine() const;
    [[nodiscard]] QString shortTitle() const;
    void onConnected();
    void tellOfWaiting();
    void tellOfIgnored(const Transition &transition, const Event &event);
    void tellOfForbidden(const Transition &transition, const Event &event);
    void tellOfWithdrawn(qsizetype row, const Transition &transition, const Event &event);
    void tellOfUnasked(qsizetype row, const Transition &transition, const Event &event);
    void tellOfUnaskedLog(const Transition &transition);
    void onEvent(const Event &event);
    void tellOfBrokenRules(const Event &event);
    void tellOfRedirect(const Event &event);
    void tellOfNoise(const Event &event);
    void onIdle();
    void tellOfMisfit(const QByteArray &method, const AnswerCheck &check);
    void tellOfCapture();

    CliOptions m_options;
    EraCache m_eras; ///< for the commands that connect more than once
    std::unique_ptr<Conversation> m_conversation;
    std::optional<int> m_exitCode;
    bool m_toldOfLog = false;
    bool m_toldOfRedirect = false;
    QTimer m_waiting;       ///< for the handshake, or more: tellFurtherWaiting()
    QList<Words> m_misfits; ///< what was wrong with answers of --answer, which were not sent
    bool m_toldOfCapture = false;
    LimitedRemarks m_remarks;
    quint16 m_broken = 0; ///< EnvelopeProblem: how messages broke JSON-RPC so far
    QString m_distrusted; ///< the digest of a certificate
    QString m_end;        ///< how the connection ended, if not in good order
};

/// The exit code and the sentence for an error.
[[nodiscard]] int exitCodeOf(const Error &error);
[[nodiscard]] QString sentenceOf(const Error &error);

} // namespace Pullcord
