// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"
#include "core/findings/findingkind.h"
#include "core/mcp/loglevel.h"
#include "core/rpc/event.h"
#include "core/rpc/requestrecord.h"

#include <QColor>
#include <QPalette>

#include <array>

class QWidget;

namespace Pullcord {

/// Colors beyond the palette, for light and for dark windows. The palette at the time of painting decides which.
struct Theme
{
    QColor success;
    QColor failure;
    QColor warning;  ///< cancelled, late, waiting for the user
    QColor active;   ///< in flight
    QColor dim;      ///< ended early; secondary text
    QColor line;     ///< thin borders
    QColor barTrack; ///< background of a progress bar
    QColor infoBack; ///< backgrounds of the message bar
    QColor warningBack;
    QColor failureBack;
    QColor addedBack;
    QColor foundBack;   ///< behind hits
    QColor currentBack; ///< behind the current hit
    QColor jsonKey;
    QColor jsonString;
    QColor jsonNumber;
    QColor jsonLiteral;
    std::array<QColor, MarkColorCount> marks; ///< by MarkColor; invalid for None

    /// Returns the background of a row with this mark.
    [[nodiscard]] QColor markBack(MarkColor color, const QPalette &palette) const;
    [[nodiscard]] static const Theme &of(const QPalette &palette);
    /// Returns the palette of a widget without colors of its own, as the base for setting some. Do so initially and on
    /// each QEvent::PaletteChange. (ApplicationPaletteChange is sent to windows only.)
    [[nodiscard]] static QPalette paletteFor(const QWidget &widget);
};

/// Appearance of a state beside its text.
struct StateLook
{
    const char *icon; ///< name of the icon, see Icons
    QColor color;
};
[[nodiscard]] StateLook lookOf(RequestState state, bool toolError, const Theme &theme);
[[nodiscard]] StateLook lookOf(Direction direction, const Theme &theme);
/// Returns the look of an unknown level if there is none.
[[nodiscard]] StateLook lookOf(std::optional<LogLevel> level, const Theme &theme);
[[nodiscard]] StateLook lookOf(FindingSeverity severity, const Theme &theme);

} // namespace Pullcord
