// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/fittolines.h"

#include <QPlainTextEdit>

namespace Pullcord {

void fitToLines(QPlainTextEdit &edit, int least)
{
    constexpr int MostLines = 10;
    const int lines = qBound(least, edit.document()->blockCount(), MostLines);
    const int frame = 2 * (edit.frameWidth() + int(edit.document()->documentMargin()));
    edit.setFixedHeight(lines * edit.fontMetrics().lineSpacing() + frame + 2);
}

} // namespace Pullcord
