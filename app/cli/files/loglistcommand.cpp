// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/loglistcommand.h"

#include "app/cli/output.h"
#include "app/cli/texttable.h"
#include "core/capture/formatting.h"
#include "core/config/hostlogs.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Pullcord {

LogListCommand::LogListCommand(CliOptions options)
    : m_options(std::move(options))
{}

LogListCommand::~LogListCommand() = default;

void LogListCommand::start()
{
    ServerTarget server;
    server.name = m_options.subject;
    const HostLog::Folders folders = HostLog::Folders::ofUser();
    const QList<HostLog> logs = server.name.isEmpty() ? HostLog::existing(folders) : HostLog::of(server, folders);
    QJsonArray array;
    TextTable table({{u"host"_s}, {u"server"_s}, {u"written"_s}, {u"size"_s, TextTable::Align::Right}, {u"file"_s}});
    for (const HostLog &log : logs) {
        array.append(QJsonObject{{u"host"_s, log.tool},
                                 {u"server"_s, log.server},
                                 {u"written"_s, log.changed.toUTC().toString(Qt::ISODate)},
                                 {u"size"_s, log.size},
                                 {u"path"_s, log.path}});
        table.add({log.tool, log.server, log.changed.toString(u"yyyy-MM-dd HH:mm"_s), Formatting::byteCount(log.size),
                   log.path});
    }
    if (m_options.json)
        Output::resultBytes(QJsonDocument(array).toJson(QJsonDocument::Indented).trimmed());
    else if (table.isEmpty())
        Output::remark(server.name.isEmpty() ? u"no host on this machine keeps a log of its servers"_s
                                             : u"no host on this machine keeps a log of \"%1\""_s.arg(server.name));
    for (const QString &line : m_options.json || table.isEmpty() ? QStringList() : table.lines())
        Output::result(line);
    emit finished(ExitOk);
}

} // namespace Pullcord
