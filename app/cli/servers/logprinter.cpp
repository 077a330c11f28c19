// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/logprinter.h"

#include "app/cli/output.h"
#include "core/capture/capture.h"
#include "core/json/jsonvalue.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

LogPrinter::LogPrinter(ServerLog &log, const Capture &capture, LogLevel least, QObject *parent)
    : QObject(parent)
    , m_least(least)
{
    connect(&log, &ServerLog::added, this, [this, &log, &capture](qsizetype index) {
        const qsizetype event = log.eventOf(index);
        print(log.at(index), event >= 0 && (capture.entry(event).flags & CaptureEntry::Unasked) != 0);
    });
}

void LogPrinter::print(const ServerLog::Entry &entry, bool isUnasked) const
{
    if (entry.level && *entry.level < m_least)
        return;
    const JsonValue data(entry.data);
    const QString text = data.isString() ? data.toString() : QString::fromUtf8(entry.data);
    const QString logger = entry.logger.isEmpty() ? QString() : entry.logger + u": "_s;
    const QString level = entry.level ? entry.levelText : u"%1, which is not a level of MCP"_s.arg(entry.levelText);
    const QString mark = isUnasked ? u", not requested"_s : QString();
    Output::remark(Output::printable(u"[%1%2] %3%4"_s.arg(level, mark, logger, text)));
}

} // namespace Pullcord
