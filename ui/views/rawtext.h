// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QPlainTextEdit;

namespace Pullcord {

/// What was typed, character by character. QPlainTextEdit::toPlainText() makes line ends of other separators, and spaces of
/// those that do not break.
[[nodiscard]] QString rawTextOf(const QPlainTextEdit &edit);

} // namespace Pullcord
