// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/linetransport.h"
#include "core/transport/pipereader.h"
#include "core/transport/pipewriter.h"

#include <QScopedPointer>
#include <QTimer>

#include <memory>

namespace Pullcord {

/// The server's end of stdio: a message a line on this process's own stdin and stdout, or on two other descriptors.
///
/// The descriptors stay the caller's; while open they do not block. What the
/// client has no room for waits in memory: who sends much looks at pendingBytes() and goes on at drained().
/// The end of the input closes the connection, when what waits has left or the client takes nothing for FlushWait.
/// Specification: MCP transports, stdio, of every revision.
class StdioStreamTransport final : public LineTransport
{
    Q_OBJECT

public:
    explicit StdioStreamTransport(const JsonLimits &limits = {}, QObject *parent = nullptr);
    StdioStreamTransport(int input, int output, const JsonLimits &limits = {}, QObject *parent = nullptr);
    ~StdioStreamTransport() override;

    static constexpr std::chrono::milliseconds FlushWait{2000};

    [[nodiscard]] QString name() const override { return QStringLiteral("stdio"); }
    [[nodiscard]] QJsonObject description() const override;
    void open() override;
    void close() override;

    /// Stops to read, so that the client is the one that waits, or goes on.
    void setReading(bool reading);
    /// What was sent and has not left.
    [[nodiscard]] qsizetype pendingBytes() const { return m_writer ? m_writer->pendingBytes() : 0; }

protected:
    void write(const QByteArray &bytes) override;

private:
    void onOpened();
    void onInputEnded(int error);
    void onLeft(qint64 count);
    void leave(const QString &reason);
    void conclude(const QString &reason);
    void letGo();

    int m_input;
    int m_output;
    bool m_reading = true;
    QString m_reason;
    QTimer m_flushTimer;
    // Each may be what calls us when we let go of it.
    std::unique_ptr<PipeReader, QScopedPointerDeleteLater> m_reader;
    std::unique_ptr<PipeWriter, QScopedPointerDeleteLater> m_writer;
};

} // namespace Pullcord
