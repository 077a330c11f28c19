// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/doctorcommand.h"

#include "app/cli/output.h"
#include "core/doctor/doctorreport.h"

#include "pullcord_version.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

DoctorCommand::DoctorCommand(CliOptions options)
    : m_options(std::move(options))
{}

DoctorCommand::~DoctorCommand() = default;

void DoctorCommand::start()
{
    Doctor::Options options;
    options.target.name = m_options.serverName;
    options.target.command = m_options.server;
    options.target.http = m_options.http;
    options.target.revision = m_options.revision;
    options.environment = m_options.environment;
    options.clientName = u"pullcord-cli"_s;
    options.clientVersion = QStringLiteral(PULLCORD_VERSION);
    options.timeout = m_options.timeout;
    m_doctor = std::make_unique<Doctor>(options);
    connect(m_doctor.get(), &Doctor::stageChanged, this, &DoctorCommand::onStageChanged);
    connect(m_doctor.get(), &Doctor::finished, this, &DoctorCommand::onFinished);
    m_doctor->start();
}

void DoctorCommand::interrupt()
{
    m_interrupted = true;
    if (m_doctor)
        m_doctor->stop();
    else
        emit finished(ExitInterrupted);
}

bool DoctorCommand::printsText() const
{
    return !m_options.json && m_options.markdownPath != "-"_L1;
}

void DoctorCommand::onStageChanged(qsizetype index)
{
    const DoctorStage &stage = m_doctor->stages().at(index);
    if (!stage.isOver())
        Output::status(u"%1 …"_s.arg(stage.title()));
    else if (printsText())
        Output::result(Output::printable(DoctorReport::text(stage).trimmed()));
}

void DoctorCommand::onFinished()
{
    if (printsText())
        Output::result(DoctorReport::summary(*m_doctor));
    else if (m_options.json)
        Output::resultBytes(DoctorReport::json(*m_doctor, program()));
    const Outcome written = writeMarkdown();
    if (!written)
        Output::remark(u"pullcord-cli: %1"_s.arg(written.error().detail));
    emit finished(m_interrupted ? int(ExitInterrupted) : written ? exitCode() : int(ExitFile));
}

int DoctorCommand::exitCode() const
{
    if (!m_doctor->hasConnected())
        return ExitNoConnection;
    return m_doctor->verdict() == DoctorStage::Verdict::Failed ? int(ExitStageFailed) : int(ExitOk);
}

Outcome DoctorCommand::writeMarkdown() const
{
    const QString &path = m_options.markdownPath;
    if (path.isEmpty())
        return std::monostate();
    const QByteArray text = DoctorReport::markdown(*m_doctor, program());
    if (path == "-"_L1) {
        Output::resultPiece(text);
        return std::monostate();
    }
    return Output::save(path, text);
}

} // namespace Pullcord
