// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/captureheader.h"
#include "core/capture/captureindex.h"
#include "core/result.h"
#include "core/rpc/event.h"

#include <QObject>

#include <memory>
#include <optional>

namespace Pullcord {

class CaptureFile;

/// The append-only record of a conversation: one file, one index entry an event in memory.
///
/// A live capture is written as events happen: everything up to the last flush() survives our own
/// death, and a flush happens before anything is shown (each turn of the event loop in which events
/// came, and before appended() is emitted); a message of many megabytes is written in slices over the
/// next turns, and appended() waits for it. A reopened capture reads the same file format, also one
/// that is still growing elsewhere or whose last line was cut short; lines that cannot be read
/// become Malformed events, so that nothing vanishes. Event times count from the start of the
/// capture here. The format is documented in core/capture/README.md.
///
/// Errors: a full disk, or another program that changes the size of the file, ends the recording; what is known stays, and
/// failed() reports it, once. A file that is removed, moved or replaced while it is recorded goes on being recorded, but is no
/// longer at path(): lost() reports it, once. Both are noticed at a flush: in each turn of the event loop in which events came,
/// and by flush(), which is to be called before the conversation is given up. Afterwards every event that is still readable can be
/// exported to another file, also while it is recorded (ExportFormat::Capture).
class Capture : public QObject
{
    Q_OBJECT

public:
    /// What append() returns for an event that could not be recorded.
    static constexpr qsizetype NotRecorded = -1;

    /// Starts a new file for its owner's eyes only (mode 0600). It must not exist yet. Time 0 is
    /// now, and a header without a start time gets the present one.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> create(const QString &path, const CaptureHeader &header);
    /// Starts a capture in an unnamed temporary file that vanishes with this object.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> createTemporary(const CaptureHeader &header);
    /// Opens a file to look at, read only, and indexes it.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> open(const QString &path);
    /// The same with nothing but the header read. readOn() does the rest, and takes in what is added to the file later; a
    /// CaptureFollower calls it from the event loop.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> openToFollow(const QString &path);
    /// The same of all that a file would hold, in a temporary one without a name that vanishes with this object: what was
    /// made of another program's file at `origin`, which stays as it is.
    [[nodiscard]] static Result<std::unique_ptr<Capture>> fromText(const QByteArray &text, const QString &origin);
    ~Capture() override;

    [[nodiscard]] const CaptureHeader &header() const;
    [[nodiscard]] QString path() const; ///< empty for a temporary one; of an imported one its origin
    [[nodiscard]] bool isImported() const;
    [[nodiscard]] qint64 fileSize() const;

    [[nodiscard]] qsizetype count() const;
    /// Of a file that was opened it says what the line claims to be, and nothing of the kind of message, until the event
    /// has been read once (a RequestLog reads them all).
    [[nodiscard]] const CaptureEntry &entry(qsizetype index) const;
    /// The whole event, read back from the file; a Note that says so for an index that is not there (NotRecorded), and a
    /// Malformed event for one that the file no longer holds whole.
    [[nodiscard]] Event eventAt(qsizetype index) const;
    /// The line of an event as it stands in the file, without its newline; valid until the next
    /// call of line() or eventAt(), or of append(). Empty where the file no longer holds it whole.
    [[nodiscard]] QByteArrayView line(qsizetype index) const;

    /// Indexes about `budget` bytes more of a file that was opened, and announces what they hold by appended() before it
    /// returns. False when the end of the file, as it is now, was reached. A line that has no end yet waits for it.
    bool readOn(qint64 budget);
    /// What stands behind the last newline has no end, and will get none: it becomes an event too, as far as it goes.
    void takeTail();
    [[nodiscard]] qint64 bytesRead() const; ///< of fileSize(); both are the same for what is recorded here
    /// Somebody else is writing the file that was opened.
    [[nodiscard]] bool isGrowing() const;

    /// True while it is recorded here; false for a file that was opened, and after failed().
    [[nodiscard]] bool isRecording() const;
    /// Why the writing has stopped; empty where it has not. failed() may still be on its way.
    [[nodiscard]] Words failure() const;
    /// Why path() does not lead to what is recorded, e.g. "the file was removed"; empty while it does. lost() may still be on
    /// its way.
    [[nodiscard]] const Words &loss() const;
    /// Records an event and returns its index, or NotRecorded once it is no longer recording; its
    /// time is monotonic and becomes relative to the start (a Mark has the time of the event before it). An event with a connection number keeps
    /// it.
    qsizetype append(const Event &event);
    /// Adds events to the end of a file that was opened, and that nobody else is writing; readOn() brings them. An error if
    /// that cannot be done.
    [[nodiscard]] std::optional<Error> addToFile(const QList<Event> &events);
    /// Hands everything to the operating system now, and looks whether the file is still there and whole: failure() and loss()
    /// are up to date then.
    void flush();
    /// Events before `index` are not asked for any more: their entries are given back, some thousand at once. They stay in the
    /// file, and count.
    void forgetBefore(qsizetype index);
    /// Notes which request an event belongs to; kept in memory only, since the tracker can say it
    /// again.
    void annotate(qsizetype index, qint32 row, bool late);
    /// Likewise, that nobody has asked for it (CaptureEntry::Unasked).
    void markUnasked(qsizetype index);

    /// Monotonic time (as in a live Event) to time in this capture.
    [[nodiscard]] qint64 relative(qint64 monotonic) const;

signals:
    /// Events [first, first + count) have been recorded and flushed; at most once per turn of the
    /// event loop. Of a file: they have been read.
    void appended(qsizetype first, qsizetype count);
    /// The file is recorded no longer: it can take no more, or another program has changed its size. Once; comes after the
    /// appended() of what was known by then.
    void failed(const Pullcord::Words &reason);
    /// path() no longer leads to the file, which is recorded on: only an export keeps it. Once; comes after the appended() of
    /// what was known by then, and before failed(), should both happen.
    void lost(const Pullcord::Words &reason);

private:
    struct Parts;
    explicit Capture(std::unique_ptr<Parts> parts);
    static Result<std::unique_ptr<Capture>> follow(Result<CaptureFile> file);
    static Result<std::unique_ptr<Capture>> record(Result<CaptureFile> file, CaptureHeader header);
    [[nodiscard]] qint64 lastTime() const;
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
