// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSize>

class QWidget;

namespace Pullcord::ScreenRoom {

/// Of that size, as far as the screen of the window has room for it, with the frame that it will get.
[[nodiscard]] QSize bounded(const QWidget &window, const QSize &wanted);

} // namespace Pullcord::ScreenRoom
