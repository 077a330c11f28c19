// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/screenroom.h"

#include <QScreen>
#include <QWidget>

namespace Pullcord {

/// How thick a frame will be is known when there is one: until then about that of a title.
QSize ScreenRoom::bounded(const QWidget &window, const QSize &wanted)
{
    const QSize frame(window.fontMetrics().height(), 3 * window.fontMetrics().height());
    return wanted.boundedTo(window.screen()->availableGeometry().size() - frame);
}

} // namespace Pullcord
