// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QPlainTextEdit;

namespace Pullcord {

/// Returns the typed text unchanged. QPlainTextEdit::toPlainText() replaces other separators by line feeds, and
/// non-breaking spaces by spaces.
[[nodiscard]] QString rawTextOf(const QPlainTextEdit &edit);

} // namespace Pullcord
