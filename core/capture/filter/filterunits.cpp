// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/filterunits.h"

#include <array>
#include <cmath>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct Unit
{
    QLatin1StringView name;
    double factor;
};

constexpr std::array Durations{Unit{"ns"_L1, 1},     Unit{"us"_L1, 1e3}, Unit{"ms"_L1, 1e6},  Unit{"s"_L1, 1e9},
                               Unit{"min"_L1, 6e10}, Unit{"m"_L1, 6e10}, Unit{"h"_L1, 3.6e12}};
constexpr std::array Sizes{Unit{""_L1, 1},     Unit{"b"_L1, 1},        Unit{"kb"_L1, 1e3},     Unit{"mb"_L1, 1e6},
                           Unit{"gb"_L1, 1e9}, Unit{"kib"_L1, 0x1p10}, Unit{"mib"_L1, 0x1p20}, Unit{"gib"_L1, 0x1p30}};

std::optional<double> plain(QStringView text)
{
    bool ok = false;
    const double value = text.toDouble(&ok);
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> withUnit(QStringView text, std::span<const Unit> units)
{
    qsizetype digits = 0;
    while (digits < text.size() && (text[digits].isDigit() || text[digits] == u'.'))
        ++digits;
    const QStringView name = text.mid(digits).trimmed();
    const std::optional<double> value = plain(text.left(digits));
    for (const Unit &unit : units) {
        if (value && name.compare(unit.name, Qt::CaseInsensitive) == 0)
            return *value * unit.factor;
    }
    return {};
}

} // namespace

std::optional<double> FilterUnits::number(FilterField::Type type, QStringView text)
{
    if (type == FilterField::Type::Duration)
        return withUnit(text, Durations);
    if (type == FilterField::Type::Size)
        return withUnit(text, Sizes);
    return plain(text);
}

TranslatableText FilterUnits::expected(FilterField::Type type)
{
    if (type == FilterField::Type::Duration)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "A time is required here, such as 300ms, 2s or 5min."));
    if (type == FilterField::Type::Size)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "A size is required here, such as 500, 64KiB or 1MB."));
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "A number is required here."));
}

} // namespace Pullcord
