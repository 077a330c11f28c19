// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/requestrows.h"

#include "core/capture/describe.h"
#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/rpc/requestrecord.h"
#include "core/secrets/secrets.h"

using namespace Qt::StringLiterals;

namespace Pullcord::RequestRows {

namespace {

using Align = TextTable::Align;

QString arrow(const RequestRecord &record)
{
    return record.direction == Direction::ServerToClient ? u"←"_s : u"→"_s;
}

QByteArray canceller(const RequestRecord &record)
{
    return record.cancellation->byOperator ? "\"operator\"" : record.cancelledByServer() ? "\"server\"" : "\"client\"";
}

QByteArray waitName(const RequestRecord::Cancellation &cancellation)
{
    using WaitEnd = RequestRecord::Cancellation::WaitEnd;
    switch (cancellation.waitEnd) {
    case WaitEnd::Waits:
        break;
    case WaitEnd::Error:
        return "\"error\"";
    case WaitEnd::Response:
        return "\"response\"";
    case WaitEnd::Cancelled:
        return "\"cancelled\"";
    case WaitEnd::Closed:
        return "\"closed\"";
    }
    return "\"waits\"";
}

QByteArray sender(bool isClient)
{
    return isClient ? "\"client\"" : "\"server\"";
}

/// Returns remarks beside the state.
QString remarks(const RequestRecord &record, std::optional<qint64> now, bool hasEnded)
{
    QStringList parts{Describe::operatorCancel(record, now, hasEnded), Describe::rule(record),
                      Describe::reason(record)};
    parts << Describe::lateSummary(record, now.has_value());
    parts.removeAll(QString());
    return parts.join(u"; "_s);
}

QByteArray jsonOfCancel(const RequestRecord &record, bool hasTimes)
{
    const RequestRecord::Cancellation &cancellation = *record.cancellation;
    QByteArray cancel = JsonText::withMember({}, "by", canceller(record));
    if (hasTimes)
        JsonText::setMember(cancel, "afterMs", milliseconds(cancellation.time - record.start));
    if (!cancellation.reason.isNull())
        JsonText::setMember(cancel, "reason", JsonText::quoted(cancellation.reason));
    if (cancellation.byOperator)
        JsonText::setMember(cancel, "waiting", waitName(cancellation));
    return cancel;
}

QByteArray jsonOfLate(const RequestRecord &record, bool hasTimes)
{
    QByteArray late = JsonText::withMember({}, "results", QByteArray::number(record.late.results));
    JsonText::setMember(late, "errors", QByteArray::number(record.late.errors));
    JsonText::setMember(late, "progress", QByteArray::number(record.late.progress));
    if (record.late.withheld)
        JsonText::setMember(late, "withheld", "true");
    if (hasTimes)
        JsonText::setMember(late, "lastMs", milliseconds(record.late.lastTime - record.end));
    return late;
}

} // namespace

QByteArray milliseconds(qint64 ns)
{
    return QByteArray::number(double(ns) / 1e6, 'f', 3);
}

QString title(const RequestRecord &record)
{
    return Formatting::visible(
        u"%1 %2 %3"_s.arg(arrow(record), QString::fromUtf8(record.method), record.target).trimmed());
}

QList<TextTable::Column> columns()
{
    return {{u"#"_s, Align::Right}, {u"start"_s, Align::Right}, {u" "_s},      {u"id"_s}, {u"method"_s}, {u"name"_s},
            {u"state"_s},           {u"time"_s, Align::Right},  {u"remarks"_s}};
}

QStringList cells(const RequestRecord &record, qsizetype row, std::optional<qint64> now, bool hasEnded)
{
    const bool takesTime = now && !record.neverSent && !record.forbidden;
    return {QString::number(row + 1),
            now ? u"%1 s"_s.arg(double(record.start) / 1e9, 0, 'f', 3) : QString(),
            arrow(record),
            record.id.display(),
            QString::fromUtf8(record.method),
            record.target,
            Describe::state(record),
            takesTime ? Formatting::lasted(record, Formatting::duration(record.duration(*now))) : QString(),
            remarks(record, now, hasEnded)};
}

QByteArray json(const RequestRecord &record, qsizetype row, std::optional<qint64> now)
{
    QByteArray object = JsonText::withMember({}, "number", QByteArray::number(row + 1));
    JsonText::setMember(object, "connection", QByteArray::number(record.connection));
    JsonText::setMember(object, "sender", sender(record.direction == Direction::ClientToServer));
    JsonText::setMember(object, "id", record.id.toJson());
    JsonText::setMember(object, "method", JsonText::quoted(QByteArrayView(record.method)));
    if (!record.target.isEmpty())
        JsonText::setMember(object, "name", JsonText::quoted(record.target));
    JsonText::setMember(object, "state", JsonText::quoted(Formatting::stateName(record)));
    if (now)
        JsonText::setMember(object, "startMs", milliseconds(record.start));
    if (now && !record.neverSent && !record.forbidden)
        JsonText::setMember(object, record.endUnknown ? "leastMs" : "ms", milliseconds(record.duration(*now)));
    JsonText::setMember(object, "requestBytes", QByteArray::number(record.bytesRequest));
    JsonText::setMember(object, "responseBytes", QByteArray::number(record.bytesResponse));
    JsonText::setMember(object, "progress", QByteArray::number(record.progress.count));
    if (record.toolError)
        JsonText::setMember(object, "isError", "true");
    if (record.errorCode) {
        QByteArray error = JsonText::withMember({}, "code", QByteArray::number(*record.errorCode));
        JsonText::setMember(error, "message", JsonText::quoted(record.errorMessage));
        JsonText::setMember(object, "error", error);
    }
    if (record.cancellation)
        JsonText::setMember(object, "cancelled", jsonOfCancel(record, now.has_value()));
    if (!record.rule.isEmpty())
        JsonText::setMember(object, "rule", JsonText::quoted(record.rule));
    if (record.late.any())
        JsonText::setMember(object, "late", jsonOfLate(record, now.has_value()));
    return object;
}

} // namespace Pullcord::RequestRows
