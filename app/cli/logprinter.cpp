// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/logprinter.h"

#include "app/cli/output.h"
#include "core/json/jsonvalue.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

LogPrinter::LogPrinter(ServerLog &log, LogLevel least, QObject *parent)
    : QObject(parent)
    , m_least(least)
{
    connect(&log, &ServerLog::added, this, [this, &log](qsizetype index) { print(log.at(index)); });
}

void LogPrinter::print(const ServerLog::Entry &entry) const
{
    if (entry.level && *entry.level < m_least)
        return;
    const JsonValue data(entry.data);
    const QString text = data.isString() ? data.toString() : QString::fromUtf8(entry.data);
    const QString logger = entry.logger.isEmpty() ? QString() : entry.logger + u": "_s;
    const QString level = entry.level ? entry.levelText : u"%1, no level of MCP"_s.arg(entry.levelText);
    Output::remark(Output::printable(u"[%1] %2%3"_s.arg(level, logger, text)));
}

} // namespace Pullcord
