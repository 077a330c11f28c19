// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/formatting.h"

#include "core/rpc/errorcodes.h"

#include <algorithm>
#include <array>
#include <limits>

namespace Pullcord::Formatting {

using namespace Qt::StringLiterals;

namespace {

struct Unit
{
    double size;
    QStringView name;
};

/// Formats `value` with three significant digits, in the largest unit in which it is at least 1.
template<size_t Count>
QString scaled(qint64 value, const std::array<Unit, Count> &units)
{
    const Unit *unit = &units.front();
    for (const Unit &larger : units) {
        // A value that would be rounded to 1000 gets the next unit.
        if (double(value) >= larger.size * (larger.size > 1 ? 0.9995 : 1))
            unit = &larger;
    }
    if (unit->size == 1)
        return u"%1 %2"_s.arg(value).arg(unit->name);
    const double number = double(value) / unit->size;
    const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
    return u"%1 %2"_s.arg(number, 0, 'f', decimals).arg(unit->name);
}

bool isHidden(uint point)
{
    const QChar::Category category = QChar::category(point);
    return category == QChar::Other_Control || category == QChar::Other_Format || category == QChar::Separator_Line ||
           category == QChar::Separator_Paragraph || category == QChar::Other_Surrogate;
}

/// True for a joiner between two characters that change their shape with it.
bool joins(const QList<uint> &points, qsizetype at)
{
    constexpr uint NonJoiner = 0x200c;
    constexpr uint Joiner = 0x200d;
    constexpr uint BeyondLatin = 0x370;
    const auto isJoined = [&](qsizetype i) { return points.at(i) >= BeyondLatin && !isHidden(points.at(i)); };
    return (points.at(at) == NonJoiner || points.at(at) == Joiner) && at > 0 && at + 1 < points.size() &&
           isJoined(at - 1) && isJoined(at + 1);
}

/// A fast check that excludes nearly all texts.
bool mayHide(QStringView text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) {
        return c.unicode() < 0x20 || (c.unicode() >= 0x7f && (c.isSurrogate() || isHidden(c.unicode())));
    });
}

/// `stays`: returns true for the hidden characters that are kept, by their position.
template<typename Stays>
QString visible(const QString &text, Stays stays)
{
    if (!mayHide(text))
        return text;
    QString result;
    result.reserve(text.size());
    const QList<uint> points = text.toUcs4();
    for (qsizetype i = 0; i < points.size(); ++i) {
        if (isHidden(points.at(i)) && !joins(points, i) && !stays(points, i))
            result += u"⟨U+%1⟩"_s.arg(points.at(i), 4, 16, QChar(u'0')).toUpper();
        else
            result += QChar::fromUcs4(points.at(i));
    }
    return result;
}

QString parts(qint64 large, QStringView largeName, qint64 small, QStringView smallName)
{
    return u"%1 %2 %3 %4"_s.arg(large).arg(largeName).arg(small, 2, 10, QLatin1Char('0')).arg(smallName);
}

} // namespace

QString visible(const QString &text)
{
    return visible(text, [](const QList<uint> &, qsizetype) { return false; });
}

QString visibleLines(const QString &text)
{
    return visible(text, [](const QList<uint> &points, qsizetype at) {
        const uint point = points.at(at);
        return point == '\n' || point == '\t' || (point == '\r' && at + 1 < points.size() && points.at(at + 1) == '\n');
    });
}

QString duration(qint64 ns)
{
    constexpr std::array<Unit, 4> Units{{{1, u"ns"}, {1e3, u"µs"}, {1e6, u"ms"}, {1e9, u"s"}}};
    if (ns < 0)
        return u'-' + duration(ns == std::numeric_limits<qint64>::min() ? std::numeric_limits<qint64>::max() : -ns);
    if (ns < 59'950'000'000)
        return scaled(ns, Units);
    const qint64 seconds = ns / 1'000'000'000 + (ns % 1'000'000'000 >= 500'000'000 ? 1 : 0);
    if (seconds < 3600)
        return parts(seconds / 60, u"min", seconds % 60, u"s");
    const qint64 minutes = (seconds + 30) / 60;
    return parts(minutes / 60, u"h", minutes % 60, u"min");
}

QString lasted(const RequestRecord &record, const QString &duration)
{
    if (!record.endUnknown)
        return duration;
    return u"≥ "_s + (record.end > record.start ? duration : u"0 s"_s);
}

QString byteCount(qint64 bytes)
{
    constexpr std::array<Unit, 4> Units{{{1, u"B"}, {1e3, u"kB"}, {1e6, u"MB"}, {1e9, u"GB"}}};
    return scaled(bytes, Units);
}

QString percent(double share)
{
    constexpr double Hundred = 100;
    constexpr double Low = 10;
    const double value = share * Hundred;
    return QString::number(value, 'f', value > 0 && value < Low ? 1 : 0) + u" %"_s;
}

QString stateName(RequestState state)
{
    switch (state) {
    case RequestState::Queued:
        return u"queued"_s;
    case RequestState::InFlight:
        return u"in flight"_s;
    case RequestState::Cancelling:
        return u"cancelling"_s;
    case RequestState::Succeeded:
        return u"succeeded"_s;
    case RequestState::Failed:
        return u"failed"_s;
    case RequestState::Cancelled:
        return u"cancelled"_s;
    case RequestState::TimedOut:
        return u"timed out"_s;
    case RequestState::Lost:
        return u"lost"_s;
    }
    return {};
}

bool isRefusedProbe(const RequestRecord &record)
{
    // Responses that a gateway may have sent prove nothing about the server.
    const qint64 status = record.httpStatus;
    const bool isOfGateway =
        status == 401 || status == 403 || status == 407 || status == 429 || (status >= 500 && status < 600);
    return record.state == RequestState::Failed && record.direction == Direction::ClientToServer &&
           record.method == "server/discover" && !ErrorCode::isModern(record.errorCode.value_or(0)) &&
           (record.errorCode || !isOfGateway);
}

QString stateName(const RequestRecord &record)
{
    const bool neverSent = record.neverSent && record.state == RequestState::Lost;
    return neverSent                                     ? u"never sent"_s
           : isRefusedProbe(record)                      ? u"not supported"_s
           : record.said == RequestRecord::Said::Decline ? u"declined"_s
           : record.said == RequestRecord::Said::Cancel  ? u"dismissed"_s
                                                         : stateName(record.state);
}

QString arrow(Direction direction)
{
    switch (direction) {
    case Direction::ClientToServer:
        return u"client → server"_s;
    case Direction::ServerToClient:
        return u"server → client"_s;
    case Direction::None:
        break;
    }
    return {};
}

QString unaskedLog()
{
    return u"no request in flight asks for log messages"_s;
}

} // namespace Pullcord::Formatting
