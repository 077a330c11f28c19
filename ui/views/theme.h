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

/// Every colour that the palette does not have, once for light and once for dark windows.
/// Which of the two follows from the palette at hand, at the moment of painting.
struct Theme
{
    QColor success;
    QColor failure;
    QColor warning;  ///< cancelled, late, waits for the user
    QColor active;   ///< in flight
    QColor dim;      ///< what has ended early, secondary text
    QColor line;     ///< thin borders
    QColor barTrack; ///< behind a progress bar
    QColor infoBack; ///< backgrounds of the message bar
    QColor warningBack;
    QColor failureBack;
    QColor addedBack;
    QColor foundBack;   ///< behind what was looked for
    QColor currentBack; ///< behind the one of them that is looked at
    QColor jsonKey;
    QColor jsonString;
    QColor jsonNumber;
    QColor jsonLiteral;
    std::array<QColor, MarkColorCount> marks; ///< by MarkColor; that of None is invalid

    /// Behind a row that is marked so.
    [[nodiscard]] QColor markBack(MarkColor color, const QPalette &palette) const;
    [[nodiscard]] static const Theme &of(const QPalette &palette);
    /// What the widget would look like had it set no colour itself: to be changed and set, at first and at each
    /// QEvent::PaletteChange. (ApplicationPaletteChange reaches windows only.)
    [[nodiscard]] static QPalette paletteFor(const QWidget &widget);
};

/// How a state looks beside its text.
struct StateLook
{
    const char *icon; ///< name of an icon, see Icons
    QColor color;
};
[[nodiscard]] StateLook lookOf(RequestState state, bool toolError, const Theme &theme);
[[nodiscard]] StateLook lookOf(Direction direction, const Theme &theme);
/// Without a level: of one that nobody knows.
[[nodiscard]] StateLook lookOf(std::optional<LogLevel> level, const Theme &theme);
[[nodiscard]] StateLook lookOf(FindingSeverity severity, const Theme &theme);

} // namespace Pullcord
