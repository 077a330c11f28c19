// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSize>

class QWidget;

/// Sizes of windows that fit on the screen.
namespace Pullcord::ScreenRoom {

/// Limits a size to the window's screen, minus the window frame.
[[nodiscard]] QSize bounded(const QWidget &window, const QSize &wanted);

} // namespace Pullcord::ScreenRoom
