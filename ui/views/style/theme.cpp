// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/style/theme.h"

#include "ui/views/style/contrast.h"

#include <QApplication>
#include <QWidget>

#include <map>
#include <utility>

namespace Pullcord {

namespace {

/// Returns the theme with colors readable on the palette's rows. There are only a few palettes in a process.
const Theme &fitted(const Theme &theme, const QPalette &palette)
{
    static std::map<std::pair<QRgb, QRgb>, Theme> known; // a map, since callers keep references
    const QList<QColor> rows{palette.color(QPalette::Base), palette.color(QPalette::AlternateBase)};
    const std::pair<QRgb, QRgb> key{rows.constFirst().rgba(), rows.constLast().rgba()};
    if (const auto found = known.find(key); found != known.end())
        return found->second;
    Theme fit = theme;
    for (QColor Theme::*color : {&Theme::success, &Theme::failure, &Theme::warning, &Theme::active, &Theme::dim,
                                 &Theme::jsonKey, &Theme::jsonString, &Theme::jsonNumber, &Theme::jsonLiteral})
        fit.*color = Contrast::readable(fit.*color, rows);
    return known.emplace(key, fit).first->second;
}

} // namespace

const Theme &Theme::of(const QPalette &palette)
{
    static const Theme light{
        .success = QColor(0x1a, 0x7f, 0x37),
        .failure = QColor(0xc6, 0x28, 0x28),
        .warning = QColor(0x9a, 0x5b, 0x00),
        .active = QColor(0x0b, 0x62, 0xc4),
        .dim = QColor(0x6b, 0x72, 0x7a),
        .line = QColor(0xd0, 0xd4, 0xd9),
        .barTrack = QColor(0xe3, 0xe7, 0xec),
        .infoBack = QColor(0xe3, 0xee, 0xfb),
        .warningBack = QColor(0xff, 0xf3, 0xd6),
        .failureBack = QColor(0xfd, 0xe7, 0xe7),
        .addedBack = QColor(0xd9, 0xf5, 0xdf),
        .foundBack = QColor(0xff, 0xee, 0xa0),
        .currentBack = QColor(0xff, 0xb8, 0x4d),
        .jsonKey = QColor(0x05, 0x50, 0xae),
        .jsonString = QColor(0x1a, 0x6b, 0x2d),
        .jsonNumber = QColor(0x8a, 0x35, 0x00),
        .jsonLiteral = QColor(0x82, 0x2a, 0xb5),
        .marks = {QColor(), QColor(0xc6, 0x28, 0x28), QColor(0xb8, 0x54, 0x00), QColor(0x8a, 0x6d, 0x00),
                  QColor(0x1a, 0x7f, 0x37), QColor(0x0b, 0x62, 0xc4), QColor(0x7b, 0x2c, 0xbf)},
    };
    static const Theme dark{
        .success = QColor(0x5c, 0xc9, 0x78),
        .failure = QColor(0xff, 0x7b, 0x72),
        .warning = QColor(0xe8, 0xb3, 0x4b),
        .active = QColor(0x6c, 0xb2, 0xff),
        .dim = QColor(0x94, 0x9d, 0xa7),
        .line = QColor(0x45, 0x4b, 0x53),
        .barTrack = QColor(0x3a, 0x41, 0x4a),
        .infoBack = QColor(0x1e, 0x32, 0x4a),
        .warningBack = QColor(0x45, 0x37, 0x16),
        .failureBack = QColor(0x4d, 0x23, 0x23),
        .addedBack = QColor(0x14, 0x3d, 0x21),
        .foundBack = QColor(0x4f, 0x48, 0x16),
        .currentBack = QColor(0x8f, 0x5a, 0x0c),
        .jsonKey = QColor(0x7c, 0xc0, 0xff),
        .jsonString = QColor(0x8f, 0xd6, 0x9b),
        .jsonNumber = QColor(0xff, 0xb0, 0x7a),
        .jsonLiteral = QColor(0xd5, 0xa6, 0xff),
        .marks = {QColor(), QColor(0xff, 0x7b, 0x72), QColor(0xff, 0xa6, 0x57), QColor(0xe8, 0xd4, 0x4b),
                  QColor(0x5c, 0xc9, 0x78), QColor(0x6c, 0xb2, 0xff), QColor(0xd5, 0xa6, 0xff)},
    };
    return fitted(palette.color(QPalette::Base).lightness() < 128 ? dark : light, palette);
}

QColor Theme::markBack(MarkColor color, const QPalette &palette) const
{
    constexpr float Strength = 0.18F; // keeps text on it readable
    const QColor base = palette.color(QPalette::Base);
    const QColor mark = marks[size_t(color)];
    const auto mix = [](float from, float to) { return from + (to - from) * Strength; };
    return QColor::fromRgbF(mix(base.redF(), mark.redF()), mix(base.greenF(), mark.greenF()),
                            mix(base.blueF(), mark.blueF()));
}

QPalette Theme::paletteFor(const QWidget &widget)
{
    QPalette colors = QApplication::palette(&widget);
    colors.setResolveMask(0); // the widget inherits colors set in the application
    return colors;
}

StateLook lookOf(RequestState state, bool toolError, const Theme &theme)
{
    switch (state) {
    case RequestState::Queued:
        return {"hourglass", theme.dim};
    case RequestState::InFlight:
        return {"loader", theme.active};
    case RequestState::Cancelling:
        return {"hourglass", theme.warning};
    case RequestState::Succeeded:
        return toolError ? StateLook{"triangle-alert", theme.failure} : StateLook{"circle-check", theme.success};
    case RequestState::Failed:
        return {"circle-x", theme.failure};
    case RequestState::Cancelled:
        return {"ban", theme.warning};
    case RequestState::TimedOut:
        return {"clock", theme.warning};
    case RequestState::Lost:
        return {"unplug", theme.failure};
    }
    return {"info", theme.dim};
}

StateLook lookOf(Direction direction, const Theme &theme)
{
    switch (direction) {
    case Direction::ClientToServer:
        return {"arrow-up-right", theme.active};
    case Direction::ServerToClient:
        return {"arrow-down-left", theme.success};
    case Direction::None:
        break;
    }
    return {"info", theme.dim};
}

StateLook lookOf(std::optional<LogLevel> level, const Theme &theme)
{
    if (!level)
        return {"circle-slash", theme.dim};
    switch (*level) {
    case LogLevel::Debug:
        return {"wrench", theme.dim};
    case LogLevel::Info:
        return {"info", theme.active};
    case LogLevel::Notice:
        return {"bell", theme.active};
    case LogLevel::Warning:
        return {"triangle-alert", theme.warning};
    case LogLevel::Error:
    case LogLevel::Critical:
    case LogLevel::Alert:
    case LogLevel::Emergency:
        break;
    }
    return {"circle-x", theme.failure};
}

StateLook lookOf(FindingSeverity severity, const Theme &theme)
{
    switch (severity) {
    case FindingSeverity::Info:
        return {"info", theme.active};
    case FindingSeverity::Warning:
        return {"triangle-alert", theme.warning};
    case FindingSeverity::Error:
        break;
    }
    return {"circle-x", theme.failure};
}

} // namespace Pullcord
