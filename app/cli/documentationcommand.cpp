// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/documentationcommand.h"

#include "app/cli/clitext.h"
#include "app/cli/output.h"
#include "app/cli/servers/savedservers.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

DocumentationCommand::DocumentationCommand(CliOptions options)
    : m_options(std::move(options))
{}

void DocumentationCommand::start()
{
    Output::resultPiece(text().toUtf8());
    emit finished(ExitOk);
}

QString DocumentationCommand::text() const
{
    if (m_options.command == CliOptions::Command::Manual)
        return m_options.subject.isEmpty() ? CliText::manual() : CliText::manual(*CliTable::named(m_options.subject));
    if (m_options.subject != "servers"_L1)
        return CliText::completion(m_options.subject);
    QString names;
    const ServerList saved = SavedServers::all(m_options.settingsPath);
    for (const ServerTarget &server : saved.servers())
        names += server.name + u'\n';
    return names;
}

} // namespace Pullcord
