// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/style/screenroom.h"

#include <QScreen>
#include <QWidget>

namespace Pullcord {

// The frame is unknown before the window is shown; until then, about the height of a title bar is assumed.
QSize ScreenRoom::bounded(const QWidget &window, const QSize &wanted)
{
    const QSize frame(window.fontMetrics().height(), 3 * window.fontMetrics().height());
    return wanted.boundedTo(window.screen()->availableGeometry().size() - frame);
}

} // namespace Pullcord
