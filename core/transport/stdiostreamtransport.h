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

/// Server end of stdio: one message per line on this process's stdin and stdout, or on two other descriptors.
///
/// The caller keeps the descriptors; they are non-blocking while open. Messages that the client has no room for wait in
/// memory: a sender of large amounts checks pendingBytes() and continues at drained(). The end of the input closes the
/// connection, once everything is written or the client has taken nothing for FlushWait.
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

    /// Stops reading, so that the client has to wait, or resumes it.
    void setReading(bool reading);
    /// Number of bytes sent but not yet written.
    [[nodiscard]] qsizetype pendingBytes() const { return m_writer ? m_writer->pendingBytes() : 0; }

protected:
    void write(const QByteArray &bytes) override;

private:
    void onOpened();
    void onInputEnded(int error);
    void onLeft(qint64 count);
    void leave(const QString &reason);
    void conclude(const QString &reason);
    void closePipes();

    int m_input;
    int m_output;
    bool m_reading = true;
    QString m_reason;
    QTimer m_flushTimer;
    // Released later, since either may be emitting the signal that releases it.
    std::unique_ptr<PipeReader, QScopedPointerDeleteLater> m_reader;
    std::unique_ptr<PipeWriter, QScopedPointerDeleteLater> m_writer;
};

} // namespace Pullcord
