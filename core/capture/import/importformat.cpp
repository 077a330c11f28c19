// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/importformat.h"

#include "core/json/jsonvalue.h"

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

const QList<ImportFormat> &ImportFormats::all()
{
    static const QList<ImportFormat> formats{
        {"Claude Desktop log"_L1, ClaudeLogImport::fits, ClaudeLogImport::read},
        {"MCP Inspector export"_L1, InspectorImport::fits, InspectorImport::read},
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
    if (value.isString()) {
        const QDateTime time = QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
        return time.isValid() ? std::optional(time.toMSecsSinceEpoch()) : std::nullopt;
    }
    constexpr double LeastMs = 1e11; // 1973 in ms; what is less is meant in seconds
    constexpr double MostMs = 1e14;
    const std::optional<double> number = value.toDouble();
    if (!number || *number < 0 || *number > MostMs)
        return {};
    return qint64(*number < LeastMs ? *number * 1000 : *number);
}

} // namespace Pullcord
