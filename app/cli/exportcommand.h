// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/capture/export/exportfile.h"
#include "core/capture/export/exportselection.h"
#include "core/mcp/conversation.h"

#include <QTimer>

#include <memory>

namespace Pullcord {

/// `export FILE`: a capture in another form, on standard output or in a file, a slice a turn of the event loop.
/// A file is there only when all has gone well.
class ExportCommand final : public Command
{
    Q_OBJECT

public:
    explicit ExportCommand(CliOptions options);

    void start() override;
    void interrupt() override;

private:
    [[nodiscard]] Outcome open();
    void step();
    [[nodiscard]] ExportSelection selection() const;
    [[nodiscard]] Error cannotWrite(const Error &why) const;
    void end(const Outcome &outcome);

    CliOptions m_options;
    std::unique_ptr<Conversation> m_conversation;
    std::unique_ptr<Exporter> m_exporter; ///< to standard output,
    std::unique_ptr<ExportFile> m_file;   ///< or to this
    QTimer m_stepTimer;
};

} // namespace Pullcord
