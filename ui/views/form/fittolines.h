// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QPlainTextEdit;

namespace Pullcord {

/// Fits the height of an edit to its lines, between `least` and ten.
void fitToLines(QPlainTextEdit &edit, int least = 1);

} // namespace Pullcord
