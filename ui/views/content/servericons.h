// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/catalogitem.h"

#include <QCache>
#include <QIcon>
#include <QPalette>
#include <QSet>
#include <QTimer>

namespace Pullcord {

/// Icons of servers that are embedded as `data:` URIs. Nothing is fetched: the display of a list of tools must not
/// contact other hosts.
///
/// Requested icons are read in short slices of the event loop, then announced by arrived(). Results are cached,
/// including failures. Only small PNG and JPEG pictures are read (spec digest 4.14).
/// Owner: the view that paints them.
class ServerIcons final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype MostBytes = 128 * 1024;
    static constexpr qint64 MostPixels = 512 * 512;
    static constexpr qsizetype MostIcons = 8; ///< icons considered per item
    static constexpr int MostShown = 64;      ///< maximum side in pixels; enough for a line of text on any screen
    static constexpr qsizetype MostWaiting =
        1024; ///< limit of icons waiting to be read; more are requested by the next painting

    explicit ServerIcons(QObject *parent = nullptr);
    ~ServerIcons() override;

    /// Returns the icon for the palette, else the first readable one. Null if there is none, or it is not read yet.
    /// Cheap: decodes nothing.
    [[nodiscard]] QIcon icon(const QList<Icon> &offered, const QPalette &palette);

signals:
    /// Some requested icons are available.
    void arrived();

private:
    [[nodiscard]] const QIcon *known(const Icon &icon);
    void readSome();
    void read(const QString &src);

    QCache<QString, QIcon> m_known{16'384}; ///< by URI, which the catalog keeps; cost in KiB
    QStringList m_waiting;
    QSet<QString> m_isWaiting;
    QTimer m_timer;
};

} // namespace Pullcord
