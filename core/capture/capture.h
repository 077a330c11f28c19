// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/captureheader.h"
#include "core/capture/file/captureindex.h"
#include "core/result.h"
#include "core/rpc/event.h"

#include <QObject>

#include <memory>
#include <optional>

namespace Pullcord {

class CaptureFile;

/// The append-only record of a conversation: a file, and an index in memory with an entry per event.
///
/// Live: events are written as they happen, and everything up to the last flush() survives a crash of Pullcord. A flush
/// comes before anything is shown: in each turn of the event loop with new events, before appended() is emitted. A
/// message of many megabytes is written in slices over the next turns, and appended() waits for it.
///
/// Reopened: reads the same format, also from a file that is still growing elsewhere, or whose last line was cut short.
/// A line that cannot be read becomes a Malformed event; no line is dropped.
///
/// Owner: the caller of the factory. Event times are in ns since the start of the capture. The format is documented in
/// core/capture/README.md.
///
/// Errors: a full disk, or another program that changes the size of the file, ends the recording. Earlier events stay,
/// and failed() is emitted once. If the file is removed, moved or replaced, the recording continues, but path() no
/// longer names it, and lost() is emitted once. Both are noticed at a flush; call flush() before giving up the
/// conversation. All events that are still readable can be exported at any time (ExportFormat::Capture).
class Capture : public QObject
{
    Q_OBJECT

public:
    /// Result of append() for an event that could not be recorded.
    static constexpr qsizetype NotRecorded = -1;

    /// Creates a file with mode 0600, which must not exist yet. Time 0 is now. A header without a start time gets the
    /// current time.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> create(const QString &path, const CaptureHeader &header);
    /// Creates a capture in an unnamed temporary file, which disappears with this object.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> createTemporary(const CaptureHeader &header);
    /// Opens a file read-only and indexes it.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> open(const QString &path);
    /// Opens a file and reads only its header. readMore() reads the rest, and lines that are added later; a
    /// CaptureFollower calls it from the event loop.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> openToFollow(const QString &path);
    /// The same for the complete text of a capture file, stored in an unnamed temporary file. It was converted from
    /// another program's file at `origin`, which is not changed.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> fromText(const QByteArray &text, const QString &origin);
    ~Capture() override;

    [[nodiscard]] const CaptureHeader &header() const;
    [[nodiscard]] QString path() const; ///< empty for a temporary file; the origin for an imported one
    [[nodiscard]] bool isImported() const;
    /// False for a capture that was made from a log without times, and for exports of such a capture.
    [[nodiscard]] bool hasTimes() const;
    /// True if the directions of some messages are guessed (Event details `way`).
    [[nodiscard]] bool hasGuessedDirections() const;
    /// Resolution of the times, in ns; 0 if it is that of the clock.
    [[nodiscard]] qint64 resolution() const;
    /// Size of the file, in bytes.
    [[nodiscard]] qint64 fileSize() const;

    [[nodiscard]] qsizetype count() const;
    /// Returns the time of the last event; 0 if there is none.
    [[nodiscard]] qint64 lastTime() const;
    /// Returns the index entry of an event. For an opened file, the entry is unverified and without the kind of message
    /// until the event has been read once. A RequestLog reads all events.
    [[nodiscard]] const CaptureEntry &entry(qsizetype index) const;
    /// Reads the whole event from the file. Returns a Note for an index that does not exist (NotRecorded), and a
    /// Malformed event if the file no longer holds all of the line.
    [[nodiscard]] Event eventAt(qsizetype index) const;
    /// Returns the line of an event as in the file, without its newline. Valid until the next call of line(), eventAt()
    /// or append(). Empty if the file no longer holds all of it.
    [[nodiscard]] QByteArrayView line(qsizetype index) const;

    /// Indexes about `budget` more bytes of an opened file, and emits appended() for them before it returns. Returns
    /// false at the current end of the file. A line without an end waits for it.
    bool readMore(qint64 budget);
    /// Makes an event of the bytes after the last newline. Call it once no process completes them.
    void finishPartialLine();
    [[nodiscard]] qint64 bytesRead() const; ///< equals fileSize() while recording
    /// True while another process writes the opened file.
    [[nodiscard]] bool isGrowing() const;

    /// True while recording; false for an opened file, and after failed().
    [[nodiscard]] bool isRecording() const;
    /// Returns the reason why the recording ended; empty while it runs. failed() may follow later.
    [[nodiscard]] TranslatableText failure() const;
    /// Returns the reason why path() no longer names the recorded file, e.g. "the file was removed"; empty if it does.
    /// lost() may follow later.
    [[nodiscard]] const TranslatableText &loss() const;
    /// Records an event and returns its index, or NotRecorded after the end of the recording. The time of the event is
    /// monotonic and is converted to the capture's. A Mark gets the time of the event before it.
    qsizetype append(const Event &event);
    /// Adds events to the end of an opened file that no other process is writing; readMore() then reads them. Returns
    /// the error if that fails.
    [[nodiscard]] std::optional<Error> addToFile(const QList<Event> &events);
    /// Passes all buffered lines to the operating system, and checks that the file still exists with the expected size.
    /// Updates failure() and loss().
    void flush();
    /// Frees the entries of events before `index`, about a thousand at a time; they must not be read any more. The
    /// events stay in the file, and in count().
    void forgetBefore(qsizetype index);
    /// Stores the request that an event belongs to; in memory only, since the tracker can derive it again.
    void annotate(qsizetype index, qint32 row, bool late);
    /// Marks a log message that no request asked for (CaptureEntry::Unasked); in memory only.
    void markUnasked(qsizetype index);

    /// Converts monotonic time (of a live Event) to time in this capture.
    [[nodiscard]] qint64 relative(qint64 monotonic) const;

signals:
    /// Events [first, first + count) were recorded and flushed, or read from the opened file. At most once per turn of
    /// the event loop while recording.
    void appended(qsizetype first, qsizetype count);
    /// The recording has ended: the file accepts no more data, or another program changed its size. Once, after the
    /// appended() of all earlier events.
    void failed(const Pullcord::TranslatableText &reason);
    /// path() no longer names the recorded file, so only an export keeps it. Once, after the appended() of all earlier
    /// events, and before failed().
    void lost(const Pullcord::TranslatableText &reason);

private:
    struct Parts;
    explicit Capture(std::unique_ptr<Parts> parts);
    static Result<std::unique_ptr<Capture>> follow(Result<CaptureFile> file);
    static Result<std::unique_ptr<Capture>> record(Result<CaptureFile> file, CaptureHeader header);
    [[nodiscard]] Event readEvent(qsizetype index) const;
    [[nodiscard]] QByteArrayView bytesOf(const CaptureEntry &entry) const;
    template<typename Read>
    void read(Read read);
    void announceLater();
    void announce();
    void lookForFile();

    std::unique_ptr<Parts> m_parts;
};

} // namespace Pullcord
