// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/csvexporter.h"

#include "core/capture/formatting.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr const char *LineEnd = "\r\n";

/// Formats a text that may come from a peer.
QByteArray text(const QString &value)
{
    QByteArray cell = value.toUtf8();
    if (!cell.isEmpty() && QByteArrayView("=+-@\t\r\n").contains(cell.front()))
        cell.prepend('\'');
    if (cell.contains('"') || cell.contains(',') || cell.contains('\n') || cell.contains('\r'))
        cell = '"' + cell.replace("\"", "\"\"") + '"';
    return cell;
}

QByteArray seconds(qint64 ns)
{
    return QByteArray::number(double(ns) / 1e9, 'f', 6);
}

/// Formats a count; 0 is an empty cell.
QByteArray counted(qint64 count)
{
    return count > 0 ? QByteArray::number(count) : QByteArray();
}

QByteArrayList cancelCells(const RequestRecord &record, bool hasTimes)
{
    if (!record.cancellation)
        return {{}, {}, {}};
    const RequestRecord::Cancellation &cancellation = *record.cancellation;
    return {cancellation.byOperator      ? "operator"
            : record.cancelledByServer() ? "server"
                                         : "client",
            hasTimes ? seconds(cancellation.time) : QByteArray(), text(cancellation.reason)};
}

QByteArrayList lateCells(const RequestRecord &record, bool hasTimes)
{
    const RequestRecord::Late &late = record.late;
    return {counted(late.results), counted(late.errors), counted(late.progress),
            hasTimes && late.any() ? seconds(late.lastTime - record.end) : QByteArray()};
}

} // namespace

QByteArray CsvExporter::head() const
{
    return QByteArray(
               "number,connection,sender,id,method,name,state,started,start_s,duration_s,request_bytes,response_bytes,"
               "progress,error_code,error_message,cancelled_by,cancelled_s,cancel_reason,late_results,late_errors,"
               "late_progress,last_late_after_s") +
           LineEnd;
}

QByteArray CsvExporter::piece(qsizetype number)
{
    const qsizetype row = source().row(number);
    const RequestRecord record = source().record(row);
    const QDateTime started = source().header().started;
    const bool hasTimes = source().hasTimes();
    const bool isTimed = hasTimes && !record.isOpen() && !record.neverSent && !record.forbidden && !record.endUnknown;
    QByteArrayList cells{QByteArray::number(row + 1),
                         QByteArray::number(record.connection),
                         record.direction == Direction::ClientToServer ? "client" : "server",
                         record.id.kind() == RequestId::Kind::Number ? record.id.toJson() : text(record.id.display()),
                         text(QString::fromUtf8(record.method)),
                         text(record.target),
                         text(Formatting::stateName(record)),
                         hasTimes && started.isValid()
                             ? started.addMSecs(record.start / 1'000'000).toString(Qt::ISODateWithMs).toLatin1()
                             : QByteArray(),
                         hasTimes ? seconds(record.start) : QByteArray(),
                         isTimed ? seconds(record.duration(0)) : QByteArray(),
                         counted(record.bytesRequest),
                         counted(record.bytesResponse),
                         counted(record.progress.count),
                         record.errorCode ? QByteArray::number(*record.errorCode) : QByteArray(),
                         text(record.errorMessage)};
    cells += cancelCells(record, hasTimes);
    cells += lateCells(record, hasTimes);
    return cells.join(',') + LineEnd;
}

} // namespace Pullcord
