// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalogitem.h"

#include <QCache>
#include <QIcon>
#include <QPalette>

namespace Pullcord {

/// The icons that servers offer, as far as they came along with the offer (`data:`). Nothing is fetched: whoever looks at a
/// server's tools has not asked to be seen by another.
///
/// Plain class; it keeps what it has read, and what could not be. Only small pictures in PNG and JPEG are read (spec digest 4.14).
class ServerIcons
{
public:
    static constexpr qsizetype MostBytes = 128 * 1024;
    static constexpr qint64 MostPixels = 512 * 512;
    static constexpr qsizetype MostIcons = 8; ///< of one item that are looked at
    static constexpr int MostShown = 64;      ///< pixels a side that are kept, for a line of text on any screen

    /// The one among them that goes with the palette, else the first that can be shown; null if there is none.
    [[nodiscard]] QIcon icon(const QList<Icon> &offered, const QPalette &palette);

private:
    [[nodiscard]] QIcon read(const Icon &icon);

    QCache<QByteArray, QIcon> m_known{8192}; ///< by the hash of src; cost in KiB
};

} // namespace Pullcord
