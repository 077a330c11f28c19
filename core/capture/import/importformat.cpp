// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/importformat.h"

#include "core/json/jsonvalue.h"

#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 NsInSecond = 1'000'000'000;
constexpr qsizetype NsDigits = 9;
/// Year 2116, so that a time plus a duration in a file cannot overflow.
constexpr qint64 LatestTime = qint64(1) << 62;

} // namespace

const QList<ImportFormat> &ImportFormats::all()
{
    static const QList<ImportFormat> formats{
        {"Claude Desktop log"_L1, ClaudeLogImport::fits, ClaudeLogImport::read},
        {"Claude Code log"_L1, ClaudeCodeLogImport::fits, ClaudeCodeLogImport::read},
        {"MCP Inspector export"_L1, InspectorImport::fits, InspectorImport::read},
        {"HTTP Archive (HAR)"_L1, HarImport::fits, HarImport::read},
        {"log with messages"_L1, TextLogImport::fits, TextLogImport::read},
        {"JSON Lines"_L1, JsonLinesImport::fits, JsonLinesImport::read},
    };
    return formats;
}

const ImportFormat *ImportFormats::of(QByteArrayView head)
{
    const auto found = std::ranges::find_if(all(), [head](const ImportFormat &format) { return format.fits(head); });
    return found == all().end() ? nullptr : &*found;
}

void ImportFormats::eachLine(QByteArrayView text, const std::function<void(QByteArrayView, qsizetype)> &take)
{
    qsizetype number = 0;
    while (!text.isEmpty()) {
        const qsizetype end = text.indexOf('\n');
        QByteArrayView line = end < 0 ? text : text.first(end);
        text = end < 0 ? QByteArrayView() : text.sliced(end + 1);
        if (line.endsWith('\r'))
            line.chop(1);
        take(line, ++number);
    }
}

qsizetype ImportFormats::lineAt(QByteArrayView text, const char *at)
{
    return 1 + std::count(text.data(), at, '\n');
}

std::optional<qint64> ImportFormats::timeIn(const JsonValue &value)
{
    if (value.isString())
        return timeIn(value.toString());
    constexpr double LeastMs = 1e11; // 1973 in ms; a smaller number is in seconds
    const std::optional<double> number = value.toDouble();
    if (!number || *number < 0)
        return {};
    qint64 unit = NsInSecond;
    for (double least = LeastMs; unit > 1 && *number >= least; least *= 1000)
        unit /= 1000;
    if (*number * double(unit) >= double(LatestTime))
        return {};
    if (const std::optional<qint64> whole = value.toInteger())
        return *whole * unit;
    // A double has no finer resolution for present dates.
    return qint64(std::round(*number * double(unit) / 1000)) * 1000;
}

std::optional<qint64> ImportFormats::timeIn(const QString &text)
{
    static const QRegularExpression fractionForm(u"[.,](\\d+)"_s);
    const QRegularExpressionMatch fraction = fractionForm.match(text);
    QString whole = text;
    const QDateTime time =
        QDateTime::fromString(whole.remove(fraction.capturedStart(), fraction.capturedLength()), Qt::ISODate);
    const qint64 seconds = time.toSecsSinceEpoch();
    if (!time.isValid() || seconds < 0 || seconds >= LatestTime / NsInSecond)
        return {};
    return seconds * NsInSecond + fraction.captured(1).left(NsDigits).leftJustified(NsDigits, u'0').toLongLong();
}

} // namespace Pullcord
