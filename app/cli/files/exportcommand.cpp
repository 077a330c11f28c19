// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/exportcommand.h"

#include "app/cli/output.h"
#include "core/capture/export/harexporter.h"
#include "core/capture/formatting.h"
#include "core/findings/report/findingreport.h"

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
        return Error{ErrorKind::Usage,
                     u"a capture is not written to a terminal: redirect the output, or name a file with -o"_s};
    return std::monostate();
}

void ExportCommand::prepare(size_t number)
{
    if (ExportFormats::isReport(options().exporting.format))
        m_findings = std::make_unique<Findings>(conversation(number).capture(), conversation(number).log());
}

void ExportCommand::work()
{
    const Capture &capture = conversation().capture();
    if (m_findings && !capture.isGrowing())
        m_findings->finish();
    if (m_findings)
        m_findings->continueChecking(Findings::AllAtOnce);
    const bool byMessage = !options().exporting.messages.isEmpty();
    if (!byMessage && options().exporting.requests.isEmpty()) {
        go(ExportSelection::everything(capture));
        return;
    }
    const Filter &filter = byMessage ? options().exporting.messages : options().exporting.requests;
    select(0, filter, byMessage, [this, byMessage](const std::vector<qsizetype> &rows) {
        const RequestLog &log = conversation().log();
        const auto selection = byMessage ? ExportSelection::ofEvents(rows)
                                         : ExportSelection::ofRequests(conversation().capture(), log, rows);
        go(selection.withMarks(log.marks()));
    });
}

void ExportCommand::go(const ExportSelection &selection)
{
    if (options().exporting.isPreview)
        preview(selection);
    else
        write(selection);
}

void ExportCommand::preview(const ExportSelection &selection)
{
    m_preview.emplace(conversation().capture(), options().exporting.redaction, selection);
    repeat([this] {
        constexpr qsizetype EventsAtOnce = 2000;
        for (const RedactionPreview::Found &found : m_preview->next(EventsAtOnce)) {
            Output::result(Output::printable(u"+%1 s  %2  %3  %4  %5"_s.arg(
                QString::number(double(found.time) / 1e9, 'f', 3), found.what, Formatting::visible(found.hit.place),
                Formatting::visible(found.hit.value), Formatting::visible(found.hit.left))));
        }
        showProgress(u"Looking"_s, m_preview->done(), m_preview->total());
        if (!m_preview->isDone())
            return true;
        reportRedacted(m_preview->leftOut(), u"would be redacted"_s);
        end(ExitOk);
        return false;
    });
}

/// Prints the number of values removed by default if there are any, and that of requested redactions always.
void ExportCommand::reportRedacted(const RedactionCounts &leftOut, const QString &verb)
{
    if (m_isEmpty) // the export contains nothing
        return;
    const qsizetype count = leftOut.total();
    const QStringList &rules = options().exporting.redaction.rules();
    if (const qsizetype staying = leftOut.staying(); staying > 0)
        Output::remark(
            u"Matches in ids, methods, progress tokens and similar fields, which are never redacted: %1"_s.arg(
                staying));
    if (count == 0 && (rules.isEmpty() || rules == QStringList{Redaction::Known}) && !options().exporting.isPreview)
        return;
    const QString what = count == 1 ? u"1 value %1"_s.arg(verb) : u"%1 values %2"_s.arg(QString::number(count), verb);
    Output::remark(Output::printable(count == 0 ? what : u"%1 (%2)"_s.arg(what, leftOut.byRule())));
    const QStringList idle = leftOut.idle();
    for (const QString &rule : idle) {
        if (rule != Redaction::Known)
            Output::remark(Output::printable(u"%1 matched nothing"_s.arg(rule)));
    }
}

void ExportCommand::write(const ExportSelection &selection)
{
    m_isEmpty =
        options().exporting.format == ExportFormat::Har && !HarExporter::hasAnyIn(conversation().capture(), selection);
    if (m_isEmpty)
        Output::remark(u"the capture contains no HTTP exchanges: the archive is empty"_s);
    if (const Outcome opened = open(selection); !opened)
        end(opened);
    else
        repeat([this] { return step(); });
}

Outcome ExportCommand::open(const ExportSelection &selection)
{
    auto exporter =
        Exporter::create(options().exporting.format, conversation().capture(), conversation().log(),
                         m_findings ? selection.withFindings(FindingReport::forExport(*m_findings)) : selection,
                         options().exporting.redaction);
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
            showProgress(u"Writing %1"_s.arg(options().outputPath), m_file->exporter().done(),
                         m_file->exporter().total());
            return true;
        }
        const std::optional<Error> failure = more ? m_file->commit() : more.error();
        if (!failure)
            reportRedacted(m_file->exporter().leftOut(), u"redacted"_s);
        end(failure ? Outcome(cannotWrite(*failure)) : Outcome(std::monostate()));
        return false;
    }
    QBuffer piece;
    piece.open(QIODevice::WriteOnly);
    const Result<bool> more = m_exporter->step(piece, SliceBytes);
    Output::resultPiece(piece.data());
    if (more && *more && Output::written()) // the error is reported at the end of the process
        return true;
    if (more)
        reportRedacted(m_exporter->leftOut(), u"redacted"_s);
    end(more ? Outcome(std::monostate()) : Outcome(more.error()));
    return false;
}

} // namespace Pullcord
