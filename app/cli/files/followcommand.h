// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/capture/file/capturefile.h"

#include <QTimer>

#include <optional>

namespace Pullcord {

/// `follow FILE`: prints the lines of a capture as they are added to the file. It ends when it is interrupted, when the
/// program that writes the file closes it, or when standard output has no reader any more. Without --from-start it
/// prints only lines that are added from now on, below a header that marks them as an excerpt.
///
/// Waits for the first line of an empty or incomplete file. A file that is truncated, removed, moved or replaced is an
/// error, reported after its last bytes have been printed.
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
    Result<bool> readMore();
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
