// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QPlainTextEdit;

namespace Pullcord {

/// Makes a field as high as the lines in it, from `least` on; more than ten are scrolled to.
void fitToLines(QPlainTextEdit &edit, int least = 1);

} // namespace Pullcord
