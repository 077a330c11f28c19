// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/exportcommand.h"

#include "app/cli/output.h"
#include "core/capture/export/exporter.h"

#include <QFile>
#include <QSaveFile>

#include <cstdio>

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
    auto opened = Conversation::fromFile(m_options.file);
    if (!opened)
        return opened.error();
    m_conversation = *std::move(opened);
    const Capture &capture = m_conversation->capture();
    m_exporter =
        Exporter::create(m_options.format, capture, m_conversation->log(), ExportSelection::everything(capture));

    if (m_options.outputPath.isEmpty()) {
        auto out = std::make_unique<QFile>();
        const bool ready = out->open(stdout, QIODevice::WriteOnly);
        m_out = std::move(out);
        return ready ? Outcome(std::monostate())
                     : Error{ErrorKind::Io, u"standard output: %1"_s.arg(m_out->errorString())};
    }
    m_out = std::make_unique<QSaveFile>(m_options.outputPath);
    if (!m_out->open(QIODevice::WriteOnly))
        return Error{ErrorKind::Io, u"cannot write %1: %2"_s.arg(m_options.outputPath, m_out->errorString())};
    return std::monostate();
}

void ExportCommand::step()
{
    const Result<bool> more = m_exporter->step(*m_out, SliceBytes);
    if (!more) {
        end(more.error());
        return;
    }
    if (*more)
        return;
    auto *file = qobject_cast<QSaveFile *>(m_out.get());
    const bool written = file ? file->commit() : m_out->flush();
    end(written ? Outcome(std::monostate()) : Error{ErrorKind::Io, m_out->errorString()});
}

void ExportCommand::end(const Outcome &outcome)
{
    m_stepTimer.stop();
    if (!outcome)
        Output::remark(u"pullcord-cli: %1"_s.arg(outcome.error().detail));
    emit finished(outcome ? ExitOk : ExitFile);
}

} // namespace Pullcord
