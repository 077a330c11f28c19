// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>

#include <limits>

namespace Pullcord {

/// Reads a pipe as bytes come, a slice a turn of the event loop, so that the writer waits when we are slow. It owns the
/// descriptor. Receivers of its signals may close it, but not delete it but by deleteLater().
class PipeReader final : public QObject
{
    Q_OBJECT

public:
    /// `descriptor` may be blocking: it is not until it is closed. Nothing is read before setReading(true).
    explicit PipeReader(int descriptor, QObject *parent = nullptr);
    ~PipeReader() override;

    void setReading(bool reading);
    /// Reads all that is there, now; not much more than `most` bytes.
    void drain(qsizetype most = std::numeric_limits<qsizetype>::max());
    /// All writers have closed their end, also while nothing is read: what they had written may still be there.
    [[nodiscard]] bool hasHungUp() const;
    /// Closes the pipe; nothing is told any more.
    void close();

signals:
    void arrived(const QByteArray &bytes);
    /// Nothing comes any more: the writers have closed their end (0), or errno. Once; the pipe is closed.
    void ended(int error);

private:
    /// How many bytes were read; 0 if there is nothing more for now, or for ever.
    qsizetype readSlice();

    int m_descriptor;
    bool m_wasBlocking;
    QSocketNotifier m_readable;
};

} // namespace Pullcord
