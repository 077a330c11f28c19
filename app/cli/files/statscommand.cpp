// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/statscommand.h"

#include "app/cli/files/requestrows.h"
#include "app/cli/output.h"
#include "app/cli/texttable.h"
#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/statistics.h"
#include "core/json/jsontext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Statistics::Group;
using Statistics::Histogram;
using Align = TextTable::Align;

/// Returns an empty cell for 0, which is easier to read.
QString counted(qint64 count)
{
    return count == 0 ? QString() : QString::number(count);
}

QList<TextTable::Column> columns()
{
    const auto number = [](const QString &title) { return TextTable::Column{title, Align::Right}; };
    return {{u" "_s},
            {u"method"_s},
            {u"name"_s},
            number(u"count"_s),
            number(u"open"_s),
            number(u"failed"_s),
            number(u"cancelled"_s),
            number(u"late"_s),
            number(u"p50"_s),
            number(u"p95"_s),
            number(u"p99"_s),
            number(u"sent"_s),
            number(u"got"_s),
            number(u"after cancel"_s)};
}

QStringList cells(const Group &group)
{
    const auto duration = [&group](qint64 Statistics::Percentiles::*part) {
        return group.durations ? Formatting::duration((*group.durations).*part) : QString();
    };
    return {group.direction == Direction::ServerToClient ? u"←"_s : u"→"_s,
            QString::fromUtf8(group.method),
            group.target,
            QString::number(group.count),
            counted(group.open),
            counted(group.failed),
            counted(group.cancelled),
            counted(group.late),
            duration(&Statistics::Percentiles::p50),
            duration(&Statistics::Percentiles::p95),
            duration(&Statistics::Percentiles::p99),
            Formatting::byteCount(group.bytesRequest),
            Formatting::byteCount(group.bytesResponse),
            group.afterCancelMedian ? Formatting::duration(*group.afterCancelMedian) : QString()};
}

/// Returns the non-empty classes, each with its upper edge; the last class has none.
QByteArray jsonOf(const Histogram &histogram)
{
    QByteArrayList classes;
    for (size_t i = 0; i < histogram.counts.size(); ++i) {
        if (histogram.counts[i] == 0)
            continue;
        QByteArray one;
        if (i < Histogram::UpperEdges.size())
            JsonText::setMember(one, "belowMs", RequestRows::milliseconds(Histogram::UpperEdges[i]));
        JsonText::setMember(one, "count", QByteArray::number(histogram.counts[i]));
        classes << one;
    }
    return '[' + classes.join(',') + ']';
}

QByteArray jsonOf(const Group &group)
{
    const bool isClients = group.direction == Direction::ClientToServer;
    QByteArray object = JsonText::withMember({}, "sender", isClients ? "\"client\"" : "\"server\"");
    JsonText::setMember(object, "method", JsonText::quoted(QByteArrayView(group.method)));
    if (!group.target.isEmpty())
        JsonText::setMember(object, "name", JsonText::quoted(group.target));
    for (const auto &[name, count] : {std::pair{"count", group.count},
                                      {"open", group.open},
                                      {"succeeded", group.succeeded},
                                      {"failed", group.failed},
                                      {"cancelled", group.cancelled},
                                      {"late", group.late},
                                      {"requestBytes", group.bytesRequest},
                                      {"responseBytes", group.bytesResponse}})
        JsonText::setMember(object, name, QByteArray::number(count));
    if (group.durations) {
        JsonText::setMember(object, "p50Ms", RequestRows::milliseconds(group.durations->p50));
        JsonText::setMember(object, "p95Ms", RequestRows::milliseconds(group.durations->p95));
        JsonText::setMember(object, "p99Ms", RequestRows::milliseconds(group.durations->p99));
        JsonText::setMember(object, "histogram", jsonOf(group.histogram));
    }
    if (group.afterCancelMedian)
        JsonText::setMember(object, "afterCancelMedianMs", RequestRows::milliseconds(*group.afterCancelMedian));
    if (group.afterCancelMost)
        JsonText::setMember(object, "afterCancelMostMs", RequestRows::milliseconds(*group.afterCancelMost));
    return object;
}

} // namespace

void StatsCommand::work()
{
    select(0, options().filter, false, [this](const std::vector<qsizetype> &rows) {
        const auto accepts = [&rows](qsizetype row) { return std::binary_search(rows.begin(), rows.end(), row); };
        const QList<Group> groups = Statistics::of(conversation().log(), accepts, conversation().capture().hasTimes());
        if (options().json) {
            QByteArrayList objects;
            for (const Group &group : groups)
                objects << jsonOf(group);
            Output::resultBytes('[' + objects.join(",\n ") + ']');
        } else {
            TextTable table(columns());
            for (const Group &group : groups)
                table.add(cells(group));
            if (!table.isEmpty())
                Output::result(table.lines().join(u'\n'));
        }
        end(ExitOk);
    });
}

} // namespace Pullcord
