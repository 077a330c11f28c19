// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/filtercommand.h"

#include "app/cli/files/requestrows.h"
#include "app/cli/files/timeline.h"
#include "app/cli/output.h"
#include "app/cli/texttable.h"
#include "core/capture/capture.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

void FilterCommand::work()
{
    select(0, options().filter, options().ofMessages, [this](const std::vector<qsizetype> &found) {
        m_found = found;
        if (options().ofMessages)
            printMessages();
        else
            printRequests();
    });
}

/// A table for people needs a first pass over all rows for its column widths.
void FilterCommand::printRequests()
{
    const RequestLog &log = conversation().log();
    const bool hasTimes = conversation().capture().hasTimes();
    const std::optional<qint64> now = hasTimes ? std::optional(conversation().now()) : std::nullopt;
    const auto atEnd = [this] { reportCount(); };
    const qsizetype count = qsizetype(m_found.size());
    if (options().json) {
        const auto print = [this, &log, now](qsizetype number) {
            const qsizetype row = m_found[size_t(number)];
            Output::resultBytes(RequestRows::json(log.record(row), row, now));
        };
        return forEach(count, print, atEnd);
    }
    const bool hasEnded = !conversation().capture().isGrowing();
    const auto cells = [this, &log, now, hasEnded](qsizetype number) {
        const qsizetype row = m_found[size_t(number)];
        return RequestRows::cells(log.record(row), row, now, hasEnded);
    };
    const auto table = std::make_shared<TextTable>(RequestRows::columns());
    forEach(
        count, [table, cells](qsizetype number) { table->widenFor(cells(number)); },
        [this, table, cells, count, atEnd] {
            if (count > 0)
                Output::result(table->titles());
            forEach(
                count, [table, cells](qsizetype number) { Output::result(table->line(cells(number))); }, atEnd);
        });
}

void FilterCommand::printMessages()
{
    const Capture &capture = conversation().capture();
    const auto print = [this, &capture](qsizetype number) {
        const qsizetype index = m_found[size_t(number)];
        if (options().json)
            Output::resultBytes(capture.line(index));
        else
            Output::result(timelineLine(capture, conversation().log(), index));
    };
    forEach(qsizetype(m_found.size()), print, [this] { reportCount(); });
}

void FilterCommand::reportCount()
{
    const bool ofMessages = options().ofMessages;
    const qsizetype count = ofMessages ? conversation().capture().count() : conversation().log().count();
    Output::remark(u"%1 of %2 %3"_s.arg(m_found.size())
                       .arg(count)
                       .arg(ofMessages ? u"messages and other events"_s : u"requests"_s));
    end(ExitOk);
}

} // namespace Pullcord
