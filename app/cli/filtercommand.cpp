// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/filtercommand.h"

#include "app/cli/output.h"
#include "app/cli/requestrows.h"
#include "app/cli/texttable.h"
#include "app/cli/timeline.h"
#include "core/capture/import/captureimport.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

void FilterCommand::work()
{
    select(0, options().filter, options().ofMessages, [this](const std::vector<qsizetype> &found) {
        if (options().ofMessages)
            printMessages(found);
        else
            printRequests(found);
        const qsizetype count = options().ofMessages ? conversation().capture().count() : conversation().log().count();
        Output::remark(u"%1 of %2 %3"_s.arg(found.size())
                           .arg(count)
                           .arg(options().ofMessages ? u"messages and other events"_s : u"requests"_s));
        end(ExitOk);
    });
}

void FilterCommand::printRequests(const std::vector<qsizetype> &rows) const
{
    const RequestLog &log = conversation().log();
    const bool hasTimes = CaptureImport::hasTimes(conversation().capture());
    const std::optional<qint64> now = hasTimes ? std::optional(conversation().now()) : std::nullopt;
    if (options().json) {
        for (const qsizetype row : rows)
            Output::resultBytes(RequestRows::json(log.record(row), row, now));
        return;
    }
    TextTable table(RequestRows::columns());
    for (const qsizetype row : rows)
        table.add(RequestRows::cells(log.record(row), row, now));
    if (!table.isEmpty())
        Output::result(table.lines().join(u'\n'));
}

void FilterCommand::printMessages(const std::vector<qsizetype> &indexes) const
{
    const Capture &capture = conversation().capture();
    for (const qsizetype index : indexes) {
        if (options().json)
            Output::resultBytes(capture.line(index));
        else
            Output::result(timelineLine(capture, conversation().log(), index));
    }
}

} // namespace Pullcord
