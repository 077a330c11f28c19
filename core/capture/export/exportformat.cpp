// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/exportformat.h"

#include <QString>

#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

struct Names
{
    QLatin1StringView name;
    QLatin1StringView suffix;
};

Names namesOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Capture:
        return {"pullcord"_L1, "pullcord"_L1};
    case ExportFormat::JsonLines:
        return {"jsonl"_L1, "jsonl"_L1};
    case ExportFormat::Markdown:
        return {"markdown"_L1, "md"_L1};
    case ExportFormat::Html:
        return {"html"_L1, "html"_L1};
    case ExportFormat::Csv:
        return {"csv"_L1, "csv"_L1};
    case ExportFormat::Har:
        return {"har"_L1, "har"_L1};
    case ExportFormat::Otlp:
        return {"otlp"_L1, "otlp.json"_L1};
    case ExportFormat::Script:
        return {"script"_L1, "sh"_L1};
    }
    Q_UNREACHABLE();
}

} // namespace

const QList<ExportFormat> &ExportFormats::all()
{
    static const QList<ExportFormat> formats{ExportFormat::Capture, ExportFormat::JsonLines, ExportFormat::Markdown,
                                             ExportFormat::Html,    ExportFormat::Csv,       ExportFormat::Har,
                                             ExportFormat::Otlp,    ExportFormat::Script};
    return formats;
}

QLatin1StringView ExportFormats::nameOf(ExportFormat format)
{
    return namesOf(format).name;
}

std::optional<ExportFormat> ExportFormats::named(QStringView name)
{
    for (const ExportFormat format : all()) {
        if (nameOf(format) == name)
            return format;
    }
    return {};
}

QLatin1StringView ExportFormats::suffixOf(ExportFormat format)
{
    return namesOf(format).suffix;
}

bool ExportFormats::isReport(ExportFormat format)
{
    return format == ExportFormat::Markdown || format == ExportFormat::Html;
}

std::optional<ExportFormat> ExportFormats::ofFile(QStringView name)
{
    static constexpr std::pair<QLatin1StringView, ExportFormat> Others[] = {{".ndjson"_L1, ExportFormat::JsonLines},
                                                                            {".markdown"_L1, ExportFormat::Markdown},
                                                                            {".htm"_L1, ExportFormat::Html},
                                                                            {".json"_L1, ExportFormat::Otlp}};
    const auto endsWith = [name](QStringView suffix) { return name.endsWith(suffix, Qt::CaseInsensitive); };
    for (const ExportFormat format : all()) {
        if (endsWith(u'.' + QString(suffixOf(format))))
            return format;
    }
    for (const auto &[suffix, format] : Others) {
        if (endsWith(QString(suffix)))
            return format;
    }
    return {};
}

} // namespace Pullcord
