// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/exportcommand.h"

#include "app/cli/output.h"

#include <QBuffer>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {
constexpr qint64 SliceBytes = qint64(1) << 20;
}

Outcome ExportCommand::check() const
{
    const bool isCapture = options().exporting.format == ExportFormat::Capture;
    if (options().outputPath.isEmpty() && isCapture && Output::isOnTerminal())
        return Error{ErrorKind::Usage, u"a capture is not for a terminal: redirect it, or name a file with -o"_s};
    return std::monostate();
}

void ExportCommand::work()
{
    const Capture &capture = conversation().capture();
    const bool byMessage = !options().exporting.messages.isEmpty();
    if (!byMessage && options().exporting.requests.isEmpty()) {
        redact(ExportSelection::everything(capture));
        return;
    }
    const Filter &filter = byMessage ? options().exporting.messages : options().exporting.requests;
    select(0, filter, byMessage, [this, byMessage](const std::vector<qsizetype> &rows) {
        const RequestLog &log = conversation().log();
        const auto selection = byMessage ? ExportSelection::ofEvents(rows)
                                         : ExportSelection::ofRequests(conversation().capture(), log, rows);
        redact(selection.withMarks(log.marks()));
    });
}

/// Everything is derived from the events: what is left out of them is left out of every format.
void ExportCommand::redact(const ExportSelection &selection)
{
    if (options().exporting.redaction.isEmpty())
        return write(selection);
    if (!m_copy.open())
        return end(Error{ErrorKind::Io, u"cannot write a temporary file: %1"_s.arg(m_copy.errorString())});
    const Redaction &redaction = options().exporting.redaction;
    QList<Redaction::Hit> hits;
    CaptureHeader header = conversation().capture().header();
    header.title = redaction.redacted(header.title);
    header.connection = redaction.redacted(header.connection, hits);
    m_copy.write(header.toLine() + '\n');
    repeat([this, selection] { return redactOn(selection); });
}

bool ExportCommand::redactOn(const ExportSelection &selection)
{
    constexpr qsizetype EventsAtOnce = 2000;
    const Capture &capture = conversation().capture();
    const qsizetype until = std::min(m_copied + EventsAtOnce, capture.count());
    for (; m_copied < until; ++m_copied) {
        QList<Redaction::Hit> hits;
        const Event event = options().exporting.redaction.redacted(capture.eventAt(m_copied), hits);
        const QByteArray line =
            hits.isEmpty() ? capture.line(m_copied).toByteArray() : m_lines.write(event, event.time).joined();
        m_copy.write(line + '\n');
        m_hits += hits.size();
        if (options().exporting.isPreview)
            printHits(event, hits);
    }
    tellHowFar(u"Redacting"_s, m_copied, capture.count());
    if (m_copied < capture.count())
        return true;
    if (options().exporting.isPreview) {
        Output::remark(u"%1 values would be left out"_s.arg(m_hits));
        end(ExitOk);
        return false;
    }
    auto copy = m_copy.flush() ? Conversation::fromFile(m_copy.fileName())
                               : Result<std::unique_ptr<Conversation>>(Error{ErrorKind::Io, m_copy.errorString()});
    if (!copy) {
        end(copy.error());
        return false;
    }
    m_redacted = *std::move(copy);
    Output::remark(u"%1 values are left out"_s.arg(m_hits));
    write(selection);
    return false;
}

void ExportCommand::printHits(const Event &event, const QList<Redaction::Hit> &hits)
{
    for (const Redaction::Hit &hit : hits) {
        const QString what = event.isMessage() && !event.method().isEmpty() ? QString::fromUtf8(event.method())
                                                                            : QString::fromLatin1(nameOf(event.kind));
        Output::result(Output::printable(
            u"+%1 s  %2  %3  %4"_s.arg(QString::number(double(event.time) / 1e9, 'f', 3), what, hit.place, hit.value)));
    }
}

void ExportCommand::write(const ExportSelection &selection)
{
    if (const Outcome opened = open(selection); !opened)
        end(opened);
    else
        repeat([this] { return step(); });
}

Outcome ExportCommand::open(const ExportSelection &selection)
{
    auto exporter = Exporter::create(options().exporting.format, source().capture(), source().log(), selection);
    if (options().outputPath.isEmpty()) {
        m_exporter = std::move(exporter);
        return std::monostate();
    }
    auto file = ExportFile::create(options().outputPath, std::move(exporter));
    if (!file)
        return cannotWrite(file.error());
    m_file = *std::move(file);
    return std::monostate();
}

Error ExportCommand::cannotWrite(const Error &why) const
{
    return {ErrorKind::Io, u"cannot write %1: %2"_s.arg(options().outputPath, why.detail)};
}

bool ExportCommand::step()
{
    if (m_file) {
        const Result<bool> more = m_file->step(SliceBytes);
        if (more && *more) {
            tellHowFar(u"Writing %1"_s.arg(options().outputPath), m_file->exporter().done(),
                       m_file->exporter().total());
            return true;
        }
        end(more ? Outcome(std::monostate()) : Outcome(cannotWrite(more.error())));
        return false;
    }
    QBuffer piece;
    piece.open(QIODevice::WriteOnly);
    const Result<bool> more = m_exporter->step(piece, SliceBytes);
    Output::resultPiece(piece.data());
    if (more && *more && Output::written()) // what was not written is told at the very end
        return true;
    end(more ? Outcome(std::monostate()) : Outcome(more.error()));
    return false;
}

} // namespace Pullcord
