// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QChar>
#include <QString>

/// Makes text from a peer safe for widgets, which would interpret its markup and lay out all of it.
namespace Pullcord::Texts {

/// Limit for labels, in characters.
constexpr qsizetype MostInLabel = 2000;

/// Limit for window titles, in characters.
constexpr qsizetype MostInTitle = 200;

/// Cuts a text after `most` characters and appends an ellipsis, without splitting a character.
[[nodiscard]] QString head(const QString &text, qsizetype most = MostInLabel);
/// Zero-width space: allows a line break inside a word.
constexpr QChar BreakPlace(0x200b);
/// Joins each number and its unit with a no-break space. The length stays.
[[nodiscard]] QString withUnits(QString text);
/// Makes every character visible, lets long words break, and keeps numbers and their units in one line. Do not apply it
/// twice.
[[nodiscard]] QString breakable(const QString &text);
/// For table cells: makes every character visible, and replaces line breaks by spaces.
[[nodiscard]] QString inOneLine(QString text);
/// Path for display, with the home folder as `~`.
[[nodiscard]] QString shownPath(const QString &path);
/// For buttons, menus, tabs and labels with a buddy: escapes ampersands.
[[nodiscard]] QString noMnemonic(QString text);
/// For a window title: returns one short line with "[*]" escaped.
[[nodiscard]] QString windowTitle(const QString &text);
/// For a tool tip: escapes markup and limits the size. Line breaks are kept.
[[nodiscard]] QString toolTip(const QString &text);

} // namespace Pullcord::Texts
