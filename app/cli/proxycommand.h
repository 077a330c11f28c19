// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/findings/conversationfindings.h"
#include "core/mcp/conversation.h"
#include "core/proxy/stdioproxy.h"

#include <memory>
#include <optional>

namespace Pullcord {

/// `proxy`: stands between a client, which has started it, and the server, and records what they say.
///
/// Standard input and output are the client's: they are given away before anything else happens, so that nothing of ours can get
/// there. Remarks go to standard error behind what the server has written there, and wait for nobody.
///
/// It may run for weeks: requests and findings are kept of the first MostLookedAt events alone (of none with --quiet); what comes
/// later is in the file, and forgotten here.
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
    [[nodiscard]] Result<std::unique_ptr<Conversation>> record(const QJsonObject &connection) const;
    void onEvent(const Event &event);
    void onFinished();
    [[nodiscard]] Capture &capture() const { return m_conversation ? m_conversation->capture() : *m_recorded; }
    void lookNoMore();
    [[nodiscard]] QString found(const QString &where) const;
    void tellOfCapture();
    void tellFindings();
    void remark(const QString &text);
    void end(int exitCode);
    void finish();

    CliOptions m_options;
    std::unique_ptr<PipeWriter> m_errors;             ///< standard error; null where there is none
    std::unique_ptr<Capture> m_recorded;              ///< once there is no conversation any more
    std::unique_ptr<Conversation> m_conversation;     ///< as long as requests are kept
    std::unique_ptr<ConversationFindings> m_findings; ///< null where nothing is looked for any more
    QString m_found;                                  ///< what was found while it was looked for
    std::unique_ptr<StdioProxy> m_proxy;
    bool m_isInterrupted = false;
    bool m_isHurried = false;
    std::optional<int> m_exitCode; ///< none as long as it goes on
    bool m_isOver = false;
    bool m_toldOfCapture = false;
    bool m_isInLine = false; ///< the last that the server has written on its stderr has no newline
};

} // namespace Pullcord
