// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "core/rpc/event.h"

#include <QDateTime>
#include <QFile>
#include <QObject>

#include <memory>
#include <vector>

namespace Pullcord {

/// The first line of a capture file.
struct CaptureHeader
{
    QString program;         ///< name and version of what wrote it
    QDateTime started;       ///< wall clock, UTC, of time 0
    QString title;           ///< how people call this conversation
    QJsonObject connection;  ///< how it was made (as in the Opening event), secrets masked
};

/// What memory keeps of one event; the bytes stay in the file.
struct CaptureEntry
{
    static constexpr qint32 NoRow = -1;
    enum Flag : quint8 { Late = 1 };

    qint64 time = 0;      ///< ns since the start of the capture
    quint64 offset = 0;   ///< of its line in the file
    quint32 length = 0;   ///< of its line, without the newline
    quint32 size = 0;     ///< of the event's own bytes
    quint32 connection = 0;
    qint32 row = NoRow;   ///< of the request it belongs to, in the RequestLog
    EventKind kind = EventKind::Note;
    Direction direction = Direction::None;
    MessageKind message = MessageKind::None;
    quint8 flags = 0;
};

/// The append-only record of a conversation: one file, one index entry an event in memory.
///
/// A live capture is written as events happen: everything up to the last flush() survives our own death, and a flush
/// happens before anything is shown (each turn of the event loop in which events came, and before appended() is
/// emitted). A reopened capture reads the same file format, also one that is still growing elsewhere or whose last
/// line was cut short; lines that cannot be read become Malformed events, so that nothing vanishes.
/// Event times count from the start of the capture here. The format is documented in core/capture/README.md.
/// Errors: a full disk or a vanished file stops the writing, keeps what is known, and is told by failed(), once.
class Capture : public QObject
{
    Q_OBJECT

public:
    /// Starts a new file for its owner's eyes only (mode 0600). It must not exist yet.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> create(const QString &path, const CaptureHeader &header);
    /// Starts a capture in an unnamed temporary file that vanishes with this object.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> createTemporary(const CaptureHeader &header);
    /// Opens a file to look at, read only, and indexes it.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> open(const QString &path);
    ~Capture() override;

    [[nodiscard]] const CaptureHeader &header() const;
    [[nodiscard]] QString path() const; ///< empty for a temporary one
    [[nodiscard]] qint64 fileSize() const;

    [[nodiscard]] qsizetype count() const;
    [[nodiscard]] const CaptureEntry &entry(qsizetype index) const;
    /// The whole event, read back from the file.
    [[nodiscard]] Event event(qsizetype index) const;

    /// Records an event and returns its index; its time is monotonic and becomes relative to the start.
    /// An event with a connection number keeps it.
    qsizetype append(const Event &event);
    /// Hands everything to the operating system now.
    void flush();
    /// Notes which request an event belongs to; kept in memory only, since the tracker can say it again.
    void annotate(qsizetype index, qint32 row, bool late);

    /// Monotonic time (as in a live Event) to time in this capture.
    [[nodiscard]] qint64 relative(qint64 monotonic) const;

signals:
    /// Events [first, first + count) have been recorded and flushed; at most once per turn of the event loop.
    void appended(qsizetype first, qsizetype count);
    void failed(const QString &reason);
};

} // namespace Pullcord
