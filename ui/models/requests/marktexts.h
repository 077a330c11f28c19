// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"
#include "ui/models/filter/colorrule.h"

/// Texts for marks of rows.
namespace Pullcord::Texts {

[[nodiscard]] QString colorName(MarkColor color); ///< "red"; empty for None
/// Returns one letter for a color, so that it is not shown by color alone.
[[nodiscard]] QString colorLetter(MarkColor color);
/// Returns all marks of a row: "pinned, red, note: …"; empty without a mark.
[[nodiscard]] QString markSentence(const Mark &mark);
/// Also names the rule that colored the row; `rule` may be null.
[[nodiscard]] QString markSentence(const Mark &mark, const ColorRule *rule);
/// Returns a tool tip with the note below it.
[[nodiscard]] QString withNote(const QString &text, const Mark &mark, const ColorRule *rule = nullptr);

} // namespace Pullcord::Texts
