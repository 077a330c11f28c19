// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "app/cli/servers/limitedremarks.h"
#include "core/mcp/conversation.h"
#include "core/mcp/eracache.h"

#include <QTimer>

#include <memory>
#include <optional>

namespace Pullcord {

/// A command that connects to a server, calls work() after the handshake, and closes the connection in good order.
class ServerCommand : public Command
{
    Q_OBJECT

public:
    explicit ServerCommand(CliOptions options);
    ~ServerCommand() override;

    void start() final;
    void interrupt() override;

protected:
    /// Called when conversation() exists, before anything is sent.
    virtual void prepare() {}
    /// Called when the server is ready; must call leave().
    virtual void work() = 0;
    /// Called when the connection failed, during or after the handshake; leaves with that code.
    virtual void onConnectionFailed(int exitCode) { leave(exitCode); }
    /// Called when the connection has ended; finished() follows. Prints remaining remarks, and may still set the exit
    /// code with leave(). `how` describes the end if the server caused it, or did not end in good order; else empty.
    virtual void onDisconnected([[maybe_unused]] const QString &how) {}

    /// True if another connection follows, or conclude() will be called, so that this is not the end.
    [[nodiscard]] virtual bool connectsAgain() const { return false; }
    /// Prints the final remarks; emits finished().
    void conclude();

    [[nodiscard]] const CliOptions &options() const { return m_options; }
    [[nodiscard]] Conversation &conversation() const { return *m_conversation; }
    /// True if a listed tool may be called: it is read-only, or the user agreed with --yes. Prints a remark otherwise.
    [[nodiscard]] bool mayCall(const QString &tool) const;
    /// Selects whether waiting is reported for all requests from now on, not only for the handshake.
    void reportFurtherWaiting(bool on);
    /// Disconnects; finished(exitCode) follows when the server has ended. The first code counts.
    void leave(int exitCode);
    /// Returns the faults of answers by rule that did not fit their requests, and were not sent.
    [[nodiscard]] const QList<TranslatableText> &misfits() const { return m_misfits; }
    /// Returns the exit code to use: an incomplete capture, or an answer that did not fit, overrides `exitCode`.
    [[nodiscard]] int settled(int exitCode);

private:
    [[nodiscard]] std::unique_ptr<Transport> transport() const;
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString doctorLine() const;
    [[nodiscard]] QString shortTitle() const;
    void onConnected();
    void reportWaiting();
    void reportIgnored(const Transition &transition, const Event &event);
    void reportForbidden(const Transition &transition, const Event &event);
    void reportWithdrawn(qsizetype row, const Transition &transition, const Event &event);
    void reportUnasked(qsizetype row, const Transition &transition, const Event &event);
    void reportUnaskedLog(const Transition &transition);
    void onEvent(const Event &event);
    void reportBrokenRules(const Event &event);
    void noteRedirect(const Event &event);
    void reportNoise(const Event &event);
    void onIdle();
    void reportMisfit(const QByteArray &method, const ResponseCheck &check);
    void reportCapture();

    CliOptions m_options;
    EraCache m_eras; ///< for commands that connect more than once
    std::unique_ptr<Conversation> m_conversation;
    std::optional<int> m_exitCode;
    bool m_reportedLog = false;
    bool m_reportedRedirect = false;
    std::optional<QString> m_challenge; ///< WWW-Authenticate of a response with HTTP 401; none: there was none
    QTimer m_waiting;                   ///< during the handshake, or longer: reportFurtherWaiting()
    QList<TranslatableText> m_misfits;  ///< faults of answers by --answer, which were not sent
    bool m_reportedCapture = false;
    LimitedRemarks m_remarks;
    quint16 m_broken = 0; ///< EnvelopeProblem: kinds of violations of JSON-RPC so far
    QString m_distrusted; ///< digest of an untrusted certificate
    QString m_end;        ///< end of the connection, if not in good order
};

/// Returns the exit code and the sentence for an error.
[[nodiscard]] int exitCodeOf(const Error &error);
[[nodiscard]] QString sentenceOf(const Error &error);

} // namespace Pullcord
