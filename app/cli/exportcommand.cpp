// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/exportcommand.h"

#include "app/cli/output.h"
#include "app/cli/servercommand.h"
#include "core/capture/filter/filteredrows.h"
#include "core/capture/filter/filtertest.h"

#include <QBuffer>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {
constexpr qint64 SliceBytes = qint64(1) << 20;
}

ExportCommand::ExportCommand(CliOptions options)
    : m_options(std::move(options))
{
    m_stepTimer.callOnTimeout(this, &ExportCommand::step);
}

void ExportCommand::start()
{
    if (const Outcome opened = open(); !opened)
        end(opened);
    else
        m_stepTimer.start(0);
}

void ExportCommand::interrupt()
{
    m_stepTimer.stop();
    emit finished(ExitInterrupted);
}

Outcome ExportCommand::open()
{
    const bool toStandardOutput = m_options.outputPath.isEmpty();
    if (toStandardOutput && m_options.exporting.format == ExportFormat::Capture && Output::isOnTerminal())
        return Error{ErrorKind::Usage, u"a capture is not for a terminal: redirect it, or name a file with -o"_s};
    auto opened = Conversation::fromFile(m_options.file);
    if (!opened)
        return opened.error();
    m_conversation = *std::move(opened);
    const Capture &capture = m_conversation->capture();
    auto exporter = Exporter::create(m_options.exporting.format, capture, m_conversation->log(), selection());
    if (toStandardOutput) {
        m_exporter = std::move(exporter);
        return std::monostate();
    }
    auto file = ExportFile::create(m_options.outputPath, std::move(exporter));
    if (!file)
        return cannotWrite(file.error());
    m_file = *std::move(file);
    return std::monostate();
}

ExportSelection ExportCommand::selection() const
{
    const Capture &capture = m_conversation->capture();
    const RequestLog &log = m_conversation->log();
    const bool byMessage = !m_options.exporting.messages.isEmpty();
    if (!byMessage && m_options.exporting.requests.isEmpty())
        return ExportSelection::everything(capture);
    const FilterTest test(byMessage ? m_options.exporting.messages : m_options.exporting.requests, capture, log);
    FilteredRows rows([&](qsizetype row) { return byMessage ? test.passesEvent(row) : test.passesRequest(row); });
    rows.advance(byMessage ? capture.count() : log.count());
    const auto selection =
        byMessage ? ExportSelection::ofEvents(rows.rows()) : ExportSelection::ofRequests(capture, log, rows.rows());
    return selection.withMarks(log.marks());
}

Error ExportCommand::cannotWrite(const Error &why) const
{
    return {ErrorKind::Io, u"cannot write %1: %2"_s.arg(m_options.outputPath, why.detail)};
}

void ExportCommand::step()
{
    if (m_file) {
        const Result<bool> more = m_file->step(SliceBytes);
        if (!more)
            end(cannotWrite(more.error()));
        else if (!*more)
            end(std::monostate());
        return;
    }
    QBuffer piece;
    piece.open(QIODevice::WriteOnly);
    const Result<bool> more = m_exporter->step(piece, SliceBytes);
    Output::resultPiece(piece.data());
    if (!more)
        end(more.error());
    else if (!*more || !Output::written()) // what was not written is told at the very end
        end(std::monostate());
}

void ExportCommand::end(const Outcome &outcome)
{
    m_stepTimer.stop();
    if (!outcome)
        Output::remark(u"pullcord-cli: %1"_s.arg(outcome.error().detail));
    emit finished(outcome ? int(ExitOk) : exitCodeOf(outcome.error()));
}

} // namespace Pullcord
