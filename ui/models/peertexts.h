// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QChar>
#include <QString>

/// Text that a peer wrote, for widgets: they take markup for markup, and lay out all of what they are given.
namespace Pullcord::Texts {

/// What a label may have of a peer's, in characters.
constexpr qsizetype MostInLabel = 2000;

/// What the title of a window may have.
constexpr qsizetype MostInTitle = 200;

/// Its beginning, and an ellipsis if there is more. No half character at the end.
[[nodiscard]] QString head(const QString &text, qsizetype most = MostInLabel);
/// Lets a line break inside a word.
constexpr QChar BreakPlace(0x200b);
/// With every character visible, and with places to break at in the words that are too long for any line; not to be made so twice.
[[nodiscard]] QString breakable(const QString &text);
/// For a cell of a table: with every character visible, and a space for each line break.
[[nodiscard]] QString inOneLine(QString text);
/// For buttons, menus, tabs and labels with a buddy: an ampersand is no mnemonic.
[[nodiscard]] QString noMnemonic(QString text);
/// For the title of a window: one short line, in which "[*]" is no mark of changes.
[[nodiscard]] QString windowTitle(const QString &text);
/// For a tool tip, whoever the text is by: it is never markup, and never fills the screen. Its line breaks are kept.
[[nodiscard]] QString toolTip(const QString &text);

} // namespace Pullcord::Texts
