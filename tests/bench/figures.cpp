// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/figures.h"

#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

enum class Compared : quint8 { Alone, Quotient, Difference };
enum class Asked : quint8 { AtLeast, AtMost };

/// A row of the table: a figure with its limit, alone or relative to a peer.
struct Row
{
    const char *title;
    const char *figure;
    const char *peer; ///< "" for none
    Compared compared;
    Asked asked;
    double limit;
    const char *unit;
};

constexpr double Unasked = std::numeric_limits<double>::infinity();

constexpr Row Rows[] = {
    {"ingest in core", "ingest.rate", "", Compared::Alone, Asked::AtLeast, 1e6, "messages/s"},
    {"ingest in core, relative to a drained pipe", "ingest.rate", "drained.rate", Compared::Quotient, Asked::AtLeast, 0,
     "x"},
    {"ingest in core, with the finding rules", "rules.rate", "", Compared::Alone, Asked::AtLeast, 0, "messages/s"},
    {"ingest with the window open", "window.rate", "", Compared::Alone, Asked::AtLeast, 4e5, "messages/s"},
    {"ingest with the window open: longest frame gap", "window.gap", "", Compared::Alone, Asked::AtMost, 33, "ms"},
    {"75 messages/s in the window: share of one core", "steady.window", "", Compared::Alone, Asked::AtMost, 10, "%"},
    {"75 messages/s in the window, relative to two plain Qt tables", "steady.window", "steady.tables",
     Compared::Quotient, Asked::AtMost, 1.5, "x"},
    {"memory per message, live", "ingest.bytesEach", "", Compared::Alone, Asked::AtMost, 64, "bytes"},
    {"memory per message, from a file", "file.bytesEach", "", Compared::Alone, Asked::AtMost, 64, "bytes"},
    {"large file: time until rows are visible", "open.visible", "", Compared::Alone, Asked::AtMost, 300, "ms"},
    {"large file: longest frame gap while reading", "open.gap", "", Compared::Alone, Asked::AtMost, 33, "ms"},
    {"large file: events indexed from disk, relative to reading the file", "file.coldRead", "file.coldEvents",
     Compared::Quotient, Asked::AtLeast, 0.5, "x"},
    {"large file: events and requests indexed from disk, relative to reading the file", "file.coldRead",
     "file.coldIndex", Compared::Quotient, Asked::AtLeast, 0, "x"},
    {"large file: events and requests indexed from memory, relative to reading the file", "file.warmRead",
     "file.warmIndex", Compared::Quotient, Asked::AtLeast, 0, "x"},
    {"large file: text filter, relative to grep -c -F", "filter.seconds", "grep.seconds", Compared::Quotient,
     Asked::AtMost, 2, "x"},
    {"large file: search for secrets in its text", "secrets.rate", "", Compared::Alone, Asked::AtLeast, 200, "MB/s"},
    {"large file: search for secrets, relative to grep -c -F", "secrets.seconds", "grep.seconds", Compared::Quotient,
     Asked::AtMost, 15, "x"},
    {"large result: from the last byte until it is visible", "result.visible", "", Compared::Alone, Asked::AtMost, 200,
     "ms"},
    {"large result: longest frame gap", "result.gap", "", Compared::Alone, Asked::AtMost, 100, "ms"},
    {"large result: memory, relative to its size", "result.memory", "", Compared::Alone, Asked::AtMost, 2.5, "x"},
    {"start until the window is painted, minus an empty window", "pullcord.painted", "empty.painted",
     Compared::Difference, Asked::AtMost, 100, "ms"},
    {"idle memory (PSS), minus an empty window", "pullcord.idle", "empty.idle", Compared::Difference, Asked::AtMost, 25,
     "MB"},
    {"pullcord-cli list tools, minus a plain script", "cli.list", "script.list", Compared::Difference, Asked::AtMost,
     20, "ms"},
    {"stdio proxy: one exchange, minus the same without it", "proxy.median", "direct.median", Compared::Difference,
     Asked::AtMost, 100, "µs"},
    {"stdio proxy: slowest of 100 exchanges, minus the same without it", "proxy.p99", "direct.p99",
     Compared::Difference, Asked::AtMost, 500, "µs"},
    {"HTTP proxy: one exchange, minus the same without it", "http.proxy.median", "http.direct.median",
     Compared::Difference, Asked::AtMost, 150, "µs"},
    {"HTTP proxy: one exchange, minus the same through a byte relay", "http.proxy.median", "http.relay.median",
     Compared::Difference, Asked::AtMost, Unasked, "µs"},
    {"HTTP proxy: large event stream, relative to the byte relay", "http.proxy.rate", "http.relay.rate",
     Compared::Quotient, Asked::AtLeast, 0.7, "x"},
    {"HTTP proxy: memory after three large event streams, minus before", "http.proxy.growth", "", Compared::Alone,
     Asked::AtMost, 10, "MB"},
    {"Cancel: from the action until the bytes are written", "cancel.written", "", Compared::Alone, Asked::AtMost, 1,
     "ms"},
    {"Cancel: from the action until the server reads it", "cancel.read", "", Compared::Alone, Asked::AtMost, Unasked,
     "ms"},
    {"Cancel All with 10,000 requests", "cancel.all", "", Compared::Alone, Asked::AtMost, 100, "ms"},
    {"ingest in core, 10 thousand messages", "growth.small.rate", "", Compared::Alone, Asked::AtLeast, 0, "messages/s"},
    {"ingest in core, 10 million messages, relative to 1 million", "growth.large.rate", "growth.medium.rate",
     Compared::Quotient, Asked::AtLeast, 0.8, "x"},
    {"memory per message, 10 million messages", "growth.large.bytesEach", "", Compared::Alone, Asked::AtMost, 64,
     "bytes"},
    {"100,000 requests: until they are completed and shown", "table.fill.seconds", "", Compared::Alone, Asked::AtMost,
     Unasked, "s"},
    {"100,000 requests: longest frame gap while filling", "table.fill.gap", "", Compared::Alone, Asked::AtMost, 33,
     "ms"},
    {"100,000 requests: sorted by time", "table.sort.seconds", "", Compared::Alone, Asked::AtMost, Unasked, "s"},
    {"100,000 requests: scrolled from top to bottom in 100 steps", "table.scroll.seconds", "", Compared::Alone,
     Asked::AtMost, Unasked, "s"},
    {"100,000 requests: filtered", "table.filter.seconds", "", Compared::Alone, Asked::AtMost, Unasked, "s"},
    {"100,000 requests: longest frame gap while filtering", "table.filter.gap", "", Compared::Alone, Asked::AtMost, 33,
     "ms"},
    {"5,000 tools: from the start of the server until they are shown", "tools.show.seconds", "", Compared::Alone,
     Asked::AtMost, Unasked, "s"},
    {"5,000 tools: longest frame gap while loading", "tools.show.gap", "", Compared::Alone, Asked::AtMost, 33, "ms"},
    {"5,000 tools: longest frame gap while searching", "tools.search.gap", "", Compared::Alone, Asked::AtMost, 33,
     "ms"},
    {"large file: filtered in the window", "whole.filter.seconds", "", Compared::Alone, Asked::AtMost, Unasked, "s"},
    {"large file: longest frame gap while filtering", "whole.filter.gap", "", Compared::Alone, Asked::AtMost, 33, "ms"},
    {"large file: exported", "whole.export.seconds", "", Compared::Alone, Asked::AtMost, Unasked, "s"},
    {"large file: longest frame gap while exporting", "whole.export.gap", "", Compared::Alone, Asked::AtMost, 33, "ms"},
    {"large file: memory for the export", "whole.exportMemory", "", Compared::Alone, Asked::AtMost, 10, "MB"},
    {"large file: redacted HTML report", "file.report.seconds", "", Compared::Alone, Asked::AtMost, Unasked, "s"},
    {"large file: memory for the HTML report", "file.report.memory", "", Compared::Alone, Asked::AtMost, 10, "MB"},
    {"check of 100,000 connections: memory", "connections.check.memory", "", Compared::Alone, Asked::AtMost, 1000,
     "MB"},
    {"check of 100,000 connections: memory, relative to stats", "connections.check.memory", "connections.stats.memory",
     Compared::Quotient, Asked::AtMost, 2.5, "x"},
    {"check of 100,000 open connections: memory", "connections.open.memory", "", Compared::Alone, Asked::AtMost, 600,
     "MB"},
    {"check of 100,000 connections: time, relative to stats", "connections.check.seconds", "connections.stats.seconds",
     Compared::Quotient, Asked::AtMost, Unasked, "x"},
    {"large file: closed", "whole.close.seconds", "", Compared::Alone, Asked::AtMost, Unasked, "s"},
};

double measured(const Row &row, const Figures &figures)
{
    const double figure = figures.median(QString::fromLatin1(row.figure));
    switch (row.compared) {
    case Compared::Alone:
        return figure;
    case Compared::Quotient:
        return figure / figures.median(QString::fromLatin1(row.peer));
    case Compared::Difference:
        return figure - figures.median(QString::fromLatin1(row.peer));
    }
    return figure;
}

/// True for a figure with a limit; others are for information.
bool isJudged(const Row &row)
{
    return row.limit > 0 && std::isfinite(row.limit);
}

bool isReached(const Row &row, double value)
{
    return row.asked == Asked::AtLeast ? value >= row.limit : value <= row.limit; // false for NaN
}

QString verdict(const Row &row, double value)
{
    if (!isJudged(row))
        return {};
    if (std::isnan(value))
        return u"not measured"_s;
    return isReached(row, value) ? u"met"_s : u"MISSED"_s;
}

QString number(double value)
{
    if (std::isnan(value))
        return u"-"_s;
    return std::abs(value) >= 1000 ? u"%L1"_s.arg(value, 0, 'f', 0) : QString::number(value, 'g', 3);
}

QString limit(const Row &row)
{
    return isJudged(row) ? (row.asked == Asked::AtLeast ? u"≥ "_s : u"≤ "_s) + number(row.limit) : QString();
}

} // namespace

void Figures::add(const QString &name, double value)
{
    m_values[name].push_back(value);
}

double Figures::median(const QString &name) const
{
    std::vector<double> values = m_values.value(name);
    if (values.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

QString Figures::table() const
{
    QString lines = u"| figure | measured | limit | compared | |\n|---|---|---|---|---|\n"_s;
    for (const Row &row : Rows) {
        const double value = measured(row, *this);
        const QString unit = QString::fromUtf8(row.unit);
        QString compared;
        if (row.compared != Compared::Alone) {
            compared = u"%1 : %2"_s.arg(number(median(QString::fromLatin1(row.figure))),
                                        number(median(QString::fromLatin1(row.peer))));
        }
        lines += u"| %1 | %2 %3 | %4 | %5 | %6 |\n"_s.arg(QString::fromLatin1(row.title), number(value), unit,
                                                          limit(row), compared, verdict(row, value));
    }
    return lines;
}

QJsonArray Figures::toJson() const
{
    QJsonArray rows;
    for (const Row &row : Rows) {
        const double value = measured(row, *this);
        QJsonArray runs;
        for (const double run : m_values.value(QString::fromLatin1(row.figure)))
            runs.append(run);
        QJsonObject object{{u"what"_s, QString::fromLatin1(row.title)},
                           {u"measured"_s, std::isnan(value) ? QJsonValue() : QJsonValue(value)},
                           {u"unit"_s, QString::fromUtf8(row.unit)},
                           {u"runs"_s, runs}};
        if (isJudged(row)) {
            object.insert(row.asked == Asked::AtLeast ? u"atLeast"_s : u"atMost"_s, row.limit);
            object.insert(u"reached"_s, isReached(row, value));
        }
        if (row.compared != Compared::Alone)
            object.insert(u"peer"_s, median(QString::fromLatin1(row.peer)));
        rows.append(object);
    }
    return rows;
}

bool Figures::allReached() const
{
    return std::all_of(std::begin(Rows), std::end(Rows),
                       [this](const Row &row) { return !isJudged(row) || isReached(row, measured(row, *this)); });
}

} // namespace Pullcord
