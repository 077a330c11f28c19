// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QPixmap>

/// Bundled icons (resources/icons). The files are black with alpha; the color is applied when painting.
namespace Pullcord::Icons {

/// Returns an icon in the button text color of the palette at the time of painting.
[[nodiscard]] QIcon icon(const char *name);
/// Returns an icon in a fixed color; `size` is in device-independent pixels.
[[nodiscard]] QPixmap pixmap(const char *name, const QColor &color, int size, qreal devicePixelRatio);

} // namespace Pullcord::Icons
