// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIcon>
#include <QPixmap>

/// The bundled icons (resources/icons), black with alpha in the files, coloured when they are painted.
namespace Pullcord::Icons {

/// In the colour of the button text of the palette in force, whichever that is when it is painted.
[[nodiscard]] QIcon icon(const char *name);
/// In one colour; `size` in device-independent pixels.
[[nodiscard]] QPixmap pixmap(const char *name, const QColor &color, int size, qreal devicePixelRatio);

} // namespace Pullcord::Icons
