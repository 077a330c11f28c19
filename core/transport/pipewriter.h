// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

#include <deque>

namespace Pullcord {

/// Writes to a pipe: as much as fits at once, the rest as the reader makes room. Never blocks.
///
/// Owns the descriptor. The first instance makes the whole process ignore SIGPIPE, permanently.
class PipeWriter final : public QObject
{
    Q_OBJECT

public:
    /// Owner of the other descriptors of the same pipe.
    enum class Shared : quint8 {
        No,         ///< only this process, so the pipe is non-blocking until it is closed
        WithOthers, ///< other processes (stderr), so its blocking mode stays as it is
    };

    explicit PipeWriter(int descriptor, QObject *parent = nullptr)
        : PipeWriter(descriptor, Shared::No, parent)
    {}
    PipeWriter(int descriptor, Shared shared, QObject *parent = nullptr);
    /// Closes the pipe; unwritten bytes are lost.
    ~PipeWriter() override;

    /// Writes `bytes` after those given before. Writes nothing after closeWhenWritten(), close() or failed().
    void write(const QByteArray &bytes);
    /// Closes the pipe when everything has been written, perhaps now.
    void closeWhenWritten();
    /// Closes the pipe now. Unwritten bytes are lost, and no more signals follow.
    void close();
    /// Number of bytes given but not yet written.
    [[nodiscard]] qsizetype pendingBytes() const { return m_pendingBytes; }
    /// True if the reader has taken any of the bytes written. For a closed pipe: as it was when it was closed.
    [[nodiscard]] bool isRead() const;

    /// Emits failed() also when the readers close their end while nothing is being written.
    void watchReaders();

signals:
    /// The system has just taken `count` bytes, perhaps from within write().
    void left(qint64 count);
    /// The rest can never be written: errno (EPIPE if the reader has closed its end). Emitted once, through the event
    /// loop.
    void failed(int error);

private:
    void writePending();
    [[nodiscard]] qint64 writeSome();
    void fail(int error);

    int m_descriptor;
    Shared m_shared;
    bool m_wasBlocking;
    QSocketNotifier m_writable;
    QSocketNotifier *m_broken = nullptr; ///< owned by this object; null unless the readers are watched
    std::deque<QByteArray> m_pending;
    qsizetype m_offset = 0; ///< number of bytes of the first entry that have been written
    qsizetype m_pendingBytes = 0;
    qint64 m_left = 0;
    bool m_closing = false;
    bool m_isRead = false;
};

} // namespace Pullcord
