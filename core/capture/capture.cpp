// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture.h"

#include "core/capture/file/capturefile.h"
#include "core/capture/file/captureindexer.h"
#include "core/capture/file/captureline.h"
#include "core/capture/file/capturewriter.h"
#include "core/capture/importsummary.h"
#include "core/logging.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QPointer>
#include <QTimer>

#include <limits>

namespace Pullcord {

using namespace Qt::StringLiterals;

/// Reads a capture file through a moving window, so that neighboring lines need only one read.
///
/// The file is not memory-mapped: if another program truncated a mapped file, an access would raise SIGBUS. Mapping
/// would save no copy, since a line is copied when it becomes an Event. Plain class.
class CaptureWindow
{
public:
    /// The file must outlive the window.
    explicit CaptureWindow(const CaptureFile &file);

    /// Returns the bytes [offset, offset + length), valid until the next call; fewer if the file has no more.
    [[nodiscard]] QByteArrayView bytes(qint64 offset, qsizetype length);

private:
    const CaptureFile &m_file;
    QByteArray m_buffer;
    qint64 m_begin = 0;
};

namespace {

constexpr qsizetype WindowSize = qsizetype(64) * 1024;

} // namespace

CaptureWindow::CaptureWindow(const CaptureFile &file)
    : m_file(file)
{}

QByteArrayView CaptureWindow::bytes(qint64 offset, qsizetype length)
{
    const bool inside = offset >= m_begin && offset + length <= m_begin + m_buffer.size();
    if (!inside) {
        // Forward readers need what follows; backward readers what precedes.
        const qsizetype wanted = std::max(WindowSize, length);
        m_begin = offset >= m_begin ? offset : std::max<qint64>(offset + length - wanted, 0);
        if (m_buffer.capacity() > 2 * wanted)
            m_buffer = {}; // free the memory of a single huge line
        m_buffer.resize(wanted);
        m_buffer.resize(m_file.read(m_begin, m_buffer.data(), wanted));
    }
    const QByteArrayView all(m_buffer);
    const qsizetype from = std::min<qsizetype>(offset - m_begin, all.size());
    return all.sliced(from, std::min(length, all.size() - from));
}

struct Capture::Parts
{
    Parts(CaptureFile opened, CaptureHeader head)
        : file(std::move(opened))
        , header(std::move(head))
        , window(file)
        , checker(CaptureLine::Limits)
    {}

    CaptureFile file;
    QString origin; ///< of an imported capture
    CaptureHeader header;
    CaptureIndex index;
    CaptureWindow window;
    JsonChecker checker;
    qint64 start = 0;                      ///< monotonic time; 0 for an opened file, whose times are relative already
    std::optional<CaptureIndexer> indexer; ///< of an opened file

    // While recording:
    std::optional<CaptureWriter> writer;
    CaptureLineWriter lines;
    Event large; ///< latest message of many megabytes; kept in memory, since it is usually read again at once
    qsizetype largeIndex = -1;
    QTimer turn;
    qsizetype announced = 0;
    bool failureReported = false;
    TranslatableText loss;
    bool lossReported = false;
};

namespace {

constexpr qsizetype LargeMessage = 1 << 20;

/// Returns a substitute for an event whose bytes are not available.
Event missingEvent(const QString &why)
{
    Event event;
    event.details = {{u"text"_s, why}};
    return event;
}

/// Returns a Malformed event for a line of the file that is not an event.
Event unreadableLine(QByteArrayView line, const JsonError &error, const CaptureEntry &entry, qsizetype number)
{
    const QString reason =
        line.size() < entry.length ? u"line %1 of the file has changed since it was read"_s.arg(number)
        : entry.flags & CaptureEntry::TooLong
            ? u"line %1 of the file is longer than %2 MiB: only its beginning is shown"_s.arg(number).arg(
                  CaptureIndexer::LongestLine >> 20)
        : entry.flags & CaptureEntry::Cut ? u"line %1 of the file is cut short"_s.arg(number)
                                          : u"line %1 of the file: %2"_s.arg(number).arg(error.reason);
    Event event;
    event.kind = EventKind::Malformed;
    event.time = entry.time;
    event.connection = entry.connection;
    event.bytes = line.toByteArray();
    event.details = {
        {u"offset"_s, error.offset}, {u"line"_s, error.line}, {u"column"_s, error.column}, {u"reason"_s, reason}};
    return event;
}

} // namespace

Capture::Capture(std::unique_ptr<Parts> parts)
    : m_parts(std::move(parts))
{
    m_parts->turn.setSingleShot(true);
    m_parts->turn.setInterval(0);
    connect(&m_parts->turn, &QTimer::timeout, this, &Capture::announce);
}

Capture::~Capture()
{
    flush();
}

Result<std::unique_ptr<Capture>> Capture::create(const QString &path, const CaptureHeader &header)
{
    return record(CaptureFile::create(path), header);
}

Result<std::unique_ptr<Capture>> Capture::createTemporary(const CaptureHeader &header)
{
    return record(CaptureFile::createUnnamed(), header);
}

Result<std::unique_ptr<Capture>> Capture::record(Result<CaptureFile> file, CaptureHeader header)
{
    if (!file)
        return file.error();
    if (!header.started.isValid())
        header.started = QDateTime::currentDateTimeUtc();
    const QByteArray line = header.toLine();
    if (const auto written = file->write(line + '\n'); !written.error.isEmpty()) {
        if (!file->path().isEmpty())
            QFile::remove(file->path());
        const QString where = file->path().isEmpty() ? u"a temporary file in "_s + QDir::tempPath() : file->path();
        return Error{ErrorKind::Io, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "cannot write %1: %2"),
                                                         where, written.error)};
    }
    auto parts = std::make_unique<Parts>(*std::move(file), std::move(header));
    parts->start = monotonicNow();
    parts->writer.emplace(parts->file);
    qCDebug(Log::capture) << "recording in" << (parts->file.path().isEmpty() ? "a temporary file" : "a file");
    return std::unique_ptr<Capture>(new Capture(std::move(parts)));
}

Result<std::unique_ptr<Capture>> Capture::open(const QString &path)
{
    auto capture = openToFollow(path);
    if (!capture)
        return capture;
    (*capture)->readMore(std::numeric_limits<qint64>::max());
    if (!(*capture)->isGrowing())
        (*capture)->finishPartialLine();
    return capture;
}

Result<std::unique_ptr<Capture>> Capture::openToFollow(const QString &path)
{
    return follow(CaptureFile::openToRead(path));
}

Result<std::unique_ptr<Capture>> Capture::fromText(const QByteArray &text, const QString &origin)
{
    Result<CaptureFile> file = CaptureFile::createUnnamed();
    if (!file)
        return file.error();
    if (const auto written = file->write(text); !written.error.isEmpty())
        return Error{ErrorKind::Io, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "cannot write %1: %2"),
                                                         u"a temporary file in "_s + QDir::tempPath(), written.error)};
    auto capture = follow(std::move(file));
    if (capture)
        (*capture)->m_parts->origin = origin;
    return capture;
}

Result<std::unique_ptr<Capture>> Capture::follow(Result<CaptureFile> file)
{
    if (!file)
        return file.error();
    const QByteArray line = CaptureHeader::lineOf(*file);
    Result<CaptureHeader> header = CaptureHeader::fromLine(line);
    if (!header)
        return Error{ErrorKind::Io, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), file->path(),
                                                         header.error().detail)};

    auto parts = std::make_unique<Parts>(*std::move(file), *std::move(header));
    parts->indexer.emplace(parts->file, line.size() + 1, parts->index);
    qCDebug(Log::capture) << "reading a file of" << parts->file.size() << "bytes";
    return std::unique_ptr<Capture>(new Capture(std::move(parts)));
}

const CaptureHeader &Capture::header() const
{
    return m_parts->header;
}

bool Capture::hasTimes() const
{
    return ImportSummary::of(header()).hasTimes;
}

bool Capture::hasGuessedDirections() const
{
    const ImportSummary summary = ImportSummary::of(header());
    return summary.guessed + summary.unknown > 0;
}

qint64 Capture::resolution() const
{
    return ImportSummary::of(header()).tick;
}

bool Capture::isImported() const
{
    return !m_parts->origin.isEmpty();
}

QString Capture::path() const
{
    return isImported() ? m_parts->origin : m_parts->file.path();
}

qint64 Capture::fileSize() const
{
    return m_parts->writer ? m_parts->writer->end() : m_parts->file.size();
}

qsizetype Capture::count() const
{
    return m_parts->index.count();
}

const CaptureEntry &Capture::entry(qsizetype index) const
{
    return m_parts->index.at(index);
}

Event Capture::eventAt(qsizetype index) const
{
    if (index < 0 || index >= count())
        return missingEvent(u"This event was not recorded"_s);
    if (index < m_parts->index.first())
        return missingEvent(u"This event is in the file, but no longer available"_s);
    CaptureEntry &entry = m_parts->index.at(index);
    Event event = readEvent(index);
    entry.size = quint32(event.bytes.size());
    entry.kind = event.kind;
    entry.direction = event.direction;
    entry.message = event.envelope.kind;
    return event;
}

Event Capture::readEvent(qsizetype index) const
{
    const CaptureEntry &entry = m_parts->index.at(index);
    if (index == m_parts->largeIndex)
        return m_parts->large;
    const QByteArrayView line = bytesOf(entry);
    const bool isComplete = line.size() == entry.length;
    if (m_parts->writer && isComplete) { // lines of this process were valid when written
        if (auto skimmed = CaptureLine::skim(line)) {
            skimmed->isJson = true;
            return skimmed->toEvent();
        }
    }
    const auto parsed = CaptureLine::parse(line, m_parts->checker);
    if (const auto *whole = std::get_if<CaptureLine>(&parsed);
        whole && isComplete && !(entry.flags & (CaptureEntry::Cut | CaptureEntry::TooLong)))
        return whole->toEvent();
    const auto *error = std::get_if<JsonError>(&parsed);
    return unreadableLine(line, error ? *error : JsonError(), entry, index + 2);
}

QByteArrayView Capture::line(qsizetype index) const
{
    const CaptureEntry &entry = m_parts->index.at(index);
    const QByteArrayView bytes = bytesOf(entry);
    return bytes.size() < entry.length ? QByteArrayView() : bytes;
}

/// Returns the part of the line that the file still holds.
QByteArrayView Capture::bytesOf(const CaptureEntry &entry) const
{
    const auto offset = qint64(entry.offset);
    if (m_parts->writer) {
        if (const QByteArrayView unwritten = m_parts->writer->unwritten(offset); !unwritten.isNull())
            return unwritten.first(entry.length);
    }
    return m_parts->window.bytes(offset, entry.length);
}

/// Calls `read` with the indexer, and emits appended() for the result.
template<typename Read>
void Capture::read(Read read)
{
    const qsizetype first = count();
    read(*m_parts->indexer);
    if (count() > first)
        emit appended(first, count() - first);
}

bool Capture::readMore(qint64 budget)
{
    Q_ASSERT(m_parts->indexer);
    bool more = false;
    read([&](CaptureIndexer &indexer) { more = indexer.run(budget); });
    return more;
}

void Capture::finishPartialLine()
{
    Q_ASSERT(m_parts->indexer);
    read([](CaptureIndexer &indexer) { indexer.finish(); });
}

qint64 Capture::bytesRead() const
{
    return m_parts->indexer ? m_parts->indexer->readTo() : fileSize();
}

bool Capture::isGrowing() const
{
    return m_parts->indexer && m_parts->file.isGrowing();
}

bool Capture::isRecording() const
{
    return m_parts->writer && !m_parts->writer->hasFailed();
}

TranslatableText Capture::failure() const
{
    return m_parts->writer ? m_parts->writer->error() : TranslatableText();
}

const TranslatableText &Capture::loss() const
{
    return m_parts->loss;
}

qsizetype Capture::append(const Event &event)
{
    Q_ASSERT(m_parts->writer);
    if (!isRecording())
        return NotRecorded;
    if (m_parts->header.format == CaptureHeader::Format &&
        (event.isByOperator() || event.isWithheld() || !event.rule().isEmpty())) {
        m_parts->header.format = CaptureHeader::FormatWithOperator;
        m_parts->file.overwrite(CaptureHeader::FormatOffset, m_parts->header.format.toLatin1());
    }
    CaptureEntry entry;
    entry.time = event.kind == EventKind::Mark ? lastTime() : relative(event.time);
    const CaptureLineWriter::Pieces line = m_parts->lines.write(event, entry.time);
    entry.offset = quint64(m_parts->writer->end());
    entry.length = quint32(line.size());
    entry.size = quint32(event.bytes.size());
    entry.connection = event.connection;
    entry.kind = event.kind;
    entry.direction = event.direction;
    entry.message = event.envelope.kind;
    announceLater();
    if (!m_parts->writer->add(line, event.bytes))
        return NotRecorded;
    m_parts->index.append(entry);
    if (event.kind == EventKind::Message && event.bytes.size() >= LargeMessage) {
        m_parts->largeIndex = m_parts->index.count() - 1;
        m_parts->large = event;
        m_parts->large.time = entry.time;
    }
    return m_parts->index.count() - 1;
}

std::optional<Error> Capture::addToFile(const QList<Event> &events)
{
    if (!m_parts->indexer || isGrowing())
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 is being written"), path())};
    QByteArrayList lines;
    for (const Event &event : events)
        lines.append(m_parts->lines.write(event, lastTime()).joined());
    return m_parts->file.addLines(lines.join('\n'));
}

qint64 Capture::lastTime() const
{
    return count() == 0 ? 0 : entry(count() - 1).time;
}

void Capture::flush()
{
    if (!m_parts->writer)
        return;
    m_parts->writer->flush();
    lookForFile();
    const bool hasFailed = m_parts->writer->hasFailed() && !m_parts->failureReported;
    if (hasFailed || (!m_parts->loss.isEmpty() && !m_parts->lossReported))
        announceLater();
}

void Capture::lookForFile()
{
    if (m_parts->loss.isEmpty() && !m_parts->writer->hasFailed())
        m_parts->loss = m_parts->file.loss();
}

void Capture::forgetBefore(qsizetype index)
{
    m_parts->index.forgetBefore(index);
}

void Capture::annotate(qsizetype index, qint32 row, bool late)
{
    CaptureEntry &entry = m_parts->index.at(index);
    entry.row = row;
    entry.flags = quint8(late ? entry.flags | CaptureEntry::Late : entry.flags & ~CaptureEntry::Late);
}

void Capture::markUnasked(qsizetype index)
{
    m_parts->index.at(index).flags |= CaptureEntry::Unasked;
}

qint64 Capture::relative(qint64 monotonic) const
{
    return monotonic - m_parts->start;
}

void Capture::announceLater()
{
    if (!m_parts->turn.isActive())
        m_parts->turn.start();
}

void Capture::announce()
{
    if (m_parts->writer->writeMore())
        return announceLater();
    lookForFile();
    const QPointer<Capture> self(this);
    const qsizetype first = std::exchange(m_parts->announced, count());
    if (count() > first)
        emit appended(first, count() - first);
    if (self && !m_parts->loss.isEmpty() && !std::exchange(m_parts->lossReported, true)) {
        qCDebug(Log::capture) << "the capture was lost while it was written";
        emit lost(m_parts->loss);
    }
    if (self && m_parts->writer->hasFailed() && !std::exchange(m_parts->failureReported, true)) {
        qCDebug(Log::capture) << "writing the capture failed";
        emit failed(m_parts->writer->error());
    }
}

} // namespace Pullcord
