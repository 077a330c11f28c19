// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/findings/conversationfindings.h"
#include "core/mcp/conversation.h"
#include "core/proxy/control/proxycontrol.h"
#include "core/proxy/proxy.h"
#include "core/transport/pipewriter.h"

#include <memory>
#include <optional>

namespace Pullcord {

/// `proxy`: runs between a client, which has started it, and the server, and records their messages.
///
/// Standard input and output belong to the client. They are redirected before any other step, so that no other output
/// can reach the client. Remarks go to standard error, after the server's output, and never block.
///
/// It may run for weeks. Requests and findings are kept for the first MostLookedAt events only (none with --quiet);
/// later events are only in the file.
class ProxyCommand final : public Command
{
    Q_OBJECT

public:
    static constexpr qsizetype MostLookedAt = 200'000;

    explicit ProxyCommand(CliOptions options);
    ~ProxyCommand() override;

    void start() override;
    void interrupt() override;
    [[nodiscard]] bool canHurry() const override { return true; }
    void hurry() override;

private:
    [[nodiscard]] std::unique_ptr<Proxy> makeProxy();
    [[nodiscard]] QString title() const;
    /// True if each start makes a file of its own.
    [[nodiscard]] bool isInFolder() const;
    void clearOld() const;
    [[nodiscard]] Result<std::unique_ptr<Conversation>> record(const QJsonObject &connection) const;
    void listen();
    void onEvent(const Event &event);
    void onFinished();
    [[nodiscard]] Capture &capture() const { return m_conversation ? m_conversation->capture() : *m_recorded; }
    [[nodiscard]] QString place() const;
    void print();
    void lookNoMore();
    [[nodiscard]] QString found(const QString &where) const;
    void reportCapture();
    void reportFindings();
    void remark(const QString &text);
    void end(int exitCode);
    void finish();

    CliOptions m_options;
    std::unique_ptr<PipeWriter> m_errors;             ///< standard error; null if there is none
    std::unique_ptr<Capture> m_recorded;              ///< after the conversation has been dropped
    std::unique_ptr<Conversation> m_conversation;     ///< while requests are kept
    std::unique_ptr<ConversationFindings> m_findings; ///< null when findings are no longer searched
    qsizetype m_printed = 0;                          ///< events that were printed, to standard output
    QString m_found;                                  ///< summary of the findings at that time
    std::unique_ptr<Proxy> m_proxy;
    std::unique_ptr<ProxyControl> m_control; ///< null if it could not listen
    bool m_isInterrupted = false;
    bool m_isHurried = false;
    std::optional<int> m_exitCode; ///< none while it runs
    bool m_isOver = false;
    bool m_hasReportedCapture = false;
    bool m_isInLine = false; ///< the last output of the server on standard error has no newline
};

} // namespace Pullcord
