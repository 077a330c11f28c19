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
        write(ExportSelection::everything(capture));
        return;
    }
    const Filter &filter = byMessage ? options().exporting.messages : options().exporting.requests;
    select(0, filter, byMessage, [this, byMessage](const std::vector<qsizetype> &rows) {
        const RequestLog &log = conversation().log();
        const auto selection = byMessage ? ExportSelection::ofEvents(rows)
                                         : ExportSelection::ofRequests(conversation().capture(), log, rows);
        write(selection.withMarks(log.marks()));
    });
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
    auto exporter =
        Exporter::create(options().exporting.format, conversation().capture(), conversation().log(), selection);
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
