// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/capturefile.h"
#include "core/result.h"
#include "core/transport/stdiocommand.h"

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace Pullcord {

class GuardedProcess;

/// A command whose standard output is a growing capture, such as `ssh HOST pullcord-cli follow FILE`.
///
/// Writes the output as it comes to a file of mode 0600, which readers see as growing while the command runs. Owner:
/// the reader of the file. No process of the command outlives this object (GuardedProcess). Order of signals: began()
/// when the first line has come and is that of a capture, then ended(); or ended() alone.
class FollowedCommand final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype MostOfErrors = 2000;            ///< bytes of standard error that are reported
    static constexpr std::chrono::milliseconds StopWait{2000}; ///< from SIGTERM to SIGKILL

    /// `path` is the file to create, which must not exist; empty for an unnamed temporary file, which disappears with
    /// its last reader.
    FollowedCommand(StdioCommand command, QString path, QObject *parent = nullptr);
    ~FollowedCommand() override;

    [[nodiscard]] const StdioCommand &command() const { return m_command; }
    [[nodiscard]] bool isRunning() const { return m_process != nullptr; }
    [[nodiscard]] bool hasBegun() const { return m_began; } ///< began() has been emitted

    /// Starts the command. Call it once. began() or ended() follow from the event loop.
    void start();
    /// Ends the command: SIGTERM, then SIGKILL.
    void stop();
    /// Returns the path of the file, which can be opened while began() is emitted.
    [[nodiscard]] QString outputPath() const { return m_file->link(); }

signals:
    /// The first line of the output is that of a capture.
    void began();
    /// The command has ended. An error if it could not be started, its output is not a capture (the detail quotes its
    /// beginning), it ended with an exit code other than 0, or the file cannot be written. The detail includes the end
    /// of its standard error. No error if it ended with 0, or after stop().
    void ended(const Pullcord::Outcome &how);

private:
    void onOutput(const QByteArray &bytes);
    void onErrors(const QByteArray &bytes);
    void onFinished(int exitCode, bool isCrash);
    void takeHead();
    void writeOut(QByteArrayView bytes);
    void fail(const TranslatableText &reason);
    void failToStart(const Error &error);
    void conclude(const Outcome &how);
    [[nodiscard]] TranslatableText withErrors(const TranslatableText &sentence) const;

    StdioCommand m_command;
    QString m_path;
    std::unique_ptr<GuardedProcess> m_process;
    std::optional<CaptureFile> m_file; ///< from began() to ended()
    QByteArray m_head;                 ///< beginning of the output, until its first line is whole
    QByteArray m_errors;               ///< end of standard error
    std::optional<Error> m_failure;
    bool m_began = false;
    bool m_isStopped = false; ///< stop() was called
    bool m_hasEnded = false;  ///< ended() has been emitted
    QTimer m_stopTimer;
};

} // namespace Pullcord
