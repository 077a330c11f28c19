// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/proxiescommand.h"

#include "app/cli/output.h"
#include "app/cli/texttable.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

ProxiesCommand::ProxiesCommand(const CliOptions &options)
    : m_isJson(options.json)
    , m_running(RunningProxies::usualFolder())
{
    connect(&m_running, &RunningProxies::updated, this, &ProxiesCommand::print);
}

ProxiesCommand::~ProxiesCommand() = default;

void ProxiesCommand::start()
{
    m_running.start();
}

void ProxiesCommand::print()
{
    m_running.disconnect(this);
    const QList<ProxyInfo> proxies = m_running.all();
    QByteArray json;
    TextTable table({{u"name"_s},
                     {u"since"_s},
                     {u"way"_s},
                     {u"open"_s, TextTable::Align::Right},
                     {u"requests"_s, TextTable::Align::Right},
                     {u"server"_s},
                     {u"file"_s}});
    for (const ProxyInfo &proxy : proxies) {
        json += (json.isEmpty() ? "" : ",\n") + proxy.toJson();
        table.add({proxy.name, proxy.since.toLocalTime().toString(u"yyyy-MM-dd HH:mm"_s),
                   u"%1 → %2"_s.arg(proxy.downstream, proxy.upstream), QString::number(proxy.open.size()),
                   QString::number(proxy.counts.requests), proxy.address, proxy.capture});
    }
    if (m_isJson)
        Output::resultBytes('[' + json + ']');
    else if (table.isEmpty())
        Output::remark(u"no proxy runs"_s);
    for (const QString &line : m_isJson || table.isEmpty() ? QStringList() : table.lines())
        Output::result(line);
    emit finished(ExitOk);
}

} // namespace Pullcord
