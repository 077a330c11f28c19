// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

#include <limits>

namespace Pullcord {

/// Reads a pipe, one slice per turn of the event loop, so that the writer waits when this process is slow. Owns the
/// descriptor. Receivers of its signals may close it, but may delete it only with deleteLater().
class PipeReader final : public QObject
{
    Q_OBJECT

public:
    /// Takes ownership of `descriptor`, which is non-blocking until it is closed. Reads nothing before
    /// setReading(true).
    explicit PipeReader(int descriptor, QObject *parent = nullptr);
    ~PipeReader() override;

    void setReading(bool reading);
    /// Reads all available bytes now, up to about `most`.
    void drain(qsizetype most = std::numeric_limits<qsizetype>::max());
    /// True if all writers have closed their end, even while reading is off. Bytes written before may still be unread.
    [[nodiscard]] bool hasHungUp() const;
    /// Closes the pipe; no more signals follow.
    void close();

signals:
    void arrived(const QByteArray &bytes);
    /// The end of the pipe: the writers have closed their end (0), or errno. Emitted once; the pipe is closed.
    void ended(int error);

private:
    /// Returns the number of bytes read; 0 if nothing is available now or ever.
    qsizetype readSlice();

    int m_descriptor;
    bool m_wasBlocking;
    QSocketNotifier m_readable;
};

} // namespace Pullcord
