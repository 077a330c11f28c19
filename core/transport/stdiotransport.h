// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"
#include "core/rpc/lineframer.h"
#include "core/transport/transport.h"

#include <QHash>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <deque>
#include <memory>

namespace Pullcord {

/// What to start, and how. Program and arguments are separate: there is no shell.
struct StdioCommand
{
    QString program;
    QStringList arguments;
    QString workingDirectory;             ///< empty: ours
    bool inheritEnvironment = true;
    QHash<QString, QString> setVariables; ///< added or replaced; values are secrets and never recorded
    QStringList unsetVariables;           ///< removed

    /// From one line as typed, with double quotes (QProcess::splitCommand).
    [[nodiscard]] static StdioCommand fromLine(const QString &line);
    /// One line for people, quoted where needed.
    [[nodiscard]] QString toLine() const;
};

/// A server that is our child process: a message a line on its stdin and stdout, its stderr as lines of their own.
///
/// Stop ladder of close(): close stdin, wait, SIGTERM, wait, SIGKILL, by timers. No child outlives us, however we end:
/// see ProcessGuard. Errors come as Failed events that name the program as typed: not found, not executable, ended
/// before its first message (with the tail of stderr).
/// Specification: MCP transports, stdio, of every revision.
class StdioTransport final : public Transport
{
    Q_OBJECT

public:
    struct Options
    {
        JsonLimits json;
        std::chrono::milliseconds closeWait{2000};     ///< from closing stdin to SIGTERM
        std::chrono::milliseconds terminateWait{2000}; ///< from SIGTERM to SIGKILL
    };

    explicit StdioTransport(StdioCommand command, QObject *parent = nullptr);
    StdioTransport(StdioCommand command, Options options, QObject *parent = nullptr);
    /// Kills what still runs, without waiting.
    ~StdioTransport() override;

    [[nodiscard]] const StdioCommand &command() const { return m_command; }
    [[nodiscard]] qint64 processId() const;

    void open() override;
    void close() override;
    quint64 send(const QByteArray &message, const QJsonObject &details = {}) override;

private:
    StdioCommand m_command;
    Options m_options;
};

} // namespace Pullcord
