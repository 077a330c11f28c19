// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"
#include "ui/models/colorrule.h"

/// What people put on rows, as words.
namespace Pullcord::Texts {

[[nodiscard]] QString colorName(MarkColor color); ///< "red"; empty for None
/// One character that stands for it where there is no room, so that it is told by more than itself.
[[nodiscard]] QString colorLetter(MarkColor color);
/// All that is on a row: "pinned, red, note: …"; empty without a mark.
[[nodiscard]] QString markSentence(const Mark &mark);
/// The same where a rule has coloured the row; it says which.
[[nodiscard]] QString markSentence(const Mark &mark, const ColorRule *rule);
/// A note as a tool tip says it, below what that says else.
[[nodiscard]] QString withNote(const QString &text, const Mark &mark, const ColorRule *rule = nullptr);

} // namespace Pullcord::Texts
