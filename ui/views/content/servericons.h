// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalogitem.h"

#include <QCache>
#include <QIcon>
#include <QPalette>
#include <QSet>
#include <QTimer>

namespace Pullcord {

/// The icons that servers offer, as far as they came along with the offer (`data:`). Nothing is fetched: whoever looks at a
/// server's tools has not asked to be seen by another.
///
/// What is asked for is read a little later, in bounded slices, and then told of; it keeps what it has read, and what could
/// not be. Only small pictures in PNG and JPEG are read (spec digest 4.14).
/// Owner: who paints.
class ServerIcons final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype MostBytes = 128 * 1024;
    static constexpr qint64 MostPixels = 512 * 512;
    static constexpr qsizetype MostIcons = 8; ///< of one item that are looked at
    static constexpr int MostShown = 64;      ///< pixels a side that are kept, for a line of text on any screen
    static constexpr qsizetype MostWaiting =
        1024; ///< icons that are still to be read; what is asked for beyond comes with the next painting

    explicit ServerIcons(QObject *parent = nullptr);
    ~ServerIcons() override;

    /// The one among them that goes with the palette, else the first that can be shown; null if there is none, or it has not
    /// been read yet. Cheap: nothing is decoded.
    [[nodiscard]] QIcon icon(const QList<Icon> &offered, const QPalette &palette);

signals:
    /// Some that were asked for can be shown now.
    void arrived();

private:
    [[nodiscard]] const QIcon *known(const Icon &icon);
    void readSome();
    void read(const QString &src);

    QCache<QString, QIcon> m_known{16'384}; ///< by src, which the catalog holds; cost in KiB
    QStringList m_waiting;
    QSet<QString> m_isWaiting;
    QTimer m_timer;
};

} // namespace Pullcord
