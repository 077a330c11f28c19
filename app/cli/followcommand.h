// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/capture/capturefile.h"

#include <QTimer>

#include <optional>

namespace Pullcord {

/// `follow FILE`: prints the lines of a capture as they are added to the file, until it is interrupted, the program that writes
/// the file closes it, or standard output has no reader any more. Without --from-start it prints only lines that are added
/// from now on, below a header that marks them as an excerpt.
///
/// An empty file, or one whose first line is being written, is waited for. A file that is shortened, removed, moved or
/// replaced is an error, reported when its last bytes have been printed.
class FollowCommand final : public Command
{
    Q_OBJECT

public:
    explicit FollowCommand(CliOptions options);
    ~FollowCommand() override;

    void start() override;
    void interrupt() override;

private:
    void look();
    Result<bool> begin(bool isWritten);
    Result<bool> readOn();
    [[nodiscard]] qint64 endOfLastLine() const;
    void fail(const QString &why);
    void end(int exitCode);

    CliOptions m_options;
    std::optional<CaptureFile> m_file;
    qint64 m_position = 0; ///< in the file: everything before it has been printed or skipped
    bool m_begun = false;  ///< the first line has come
    bool m_wasWritten = false;
    QTimer m_timer;
};

} // namespace Pullcord
