// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

#include <deque>

namespace Pullcord {

/// Writes to a pipe: at once what it has room for, and the rest as the reader makes room. Never blocks.
///
/// It owns the descriptor. While one exists, SIGPIPE is ignored in the whole process, and from then on.
class PipeWriter final : public QObject
{
    Q_OBJECT

public:
    /// Whose the other descriptors are that lead to the same.
    enum class Shared : quint8 {
        No,         ///< ours, if there are any: it may be blocking, and is not until it is closed
        WithOthers, ///< which must not find it otherwise than they have it (stderr): it is left as it is
    };

    explicit PipeWriter(int descriptor, QObject *parent = nullptr)
        : PipeWriter(descriptor, Shared::No, parent)
    {}
    PipeWriter(int descriptor, Shared shared, QObject *parent = nullptr);
    /// Closes the pipe; what waits is lost.
    ~PipeWriter() override;

    /// Behind what it was given before. Nothing leaves after closeWhenWritten(), close() or failed().
    void write(const QByteArray &bytes);
    /// Closes the pipe when everything has left, perhaps now.
    void closeWhenWritten();
    /// Closes the pipe now; what waits is lost, and nothing is told any more.
    void close();
    /// What was given and has not left.
    [[nodiscard]] qsizetype pendingBytes() const { return m_pendingBytes; }
    /// True if the reader has taken any of the bytes that have left; for a closed pipe, by the time it was closed.
    [[nodiscard]] bool isRead() const;

    /// From here on failed() comes also when the readers close their end while nothing is written.
    void watchReaders();

signals:
    /// The system has taken so many bytes just now, perhaps from within write().
    void left(qint64 count);
    /// The rest will never leave: errno (EPIPE when the reader has closed its end). Once, through the event loop.
    void failed(int error);

private:
    void writePending();
    [[nodiscard]] qint64 writeSome();
    void fail(int error);

    int m_descriptor;
    Shared m_shared;
    bool m_wasBlocking;
    QSocketNotifier m_writable;
    QSocketNotifier *m_broken = nullptr; ///< our child, if the readers are watched
    std::deque<QByteArray> m_pending;
    qsizetype m_offset = 0; ///< of the first that waits, so much has left
    qsizetype m_pendingBytes = 0;
    qint64 m_left = 0;
    bool m_closing = false;
    bool m_isRead = false;
};

} // namespace Pullcord
