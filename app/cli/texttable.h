// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QStringList>

namespace Pullcord {

/// Formats rows of cells as lines with aligned columns for a terminal. A value.
class TextTable
{
public:
    enum class Align : quint8 { Left, Right };
    struct Column
    {
        QString title;
        Align align = Align::Left;
    };

    explicit TextTable(QList<Column> columns);

    /// Needs as many cells as columns. Makes control characters visible.
    void add(const QStringList &cells);
    [[nodiscard]] bool isEmpty() const { return m_rows.isEmpty(); }
    /// Returns all lines, titles first, without empty columns.
    [[nodiscard]] QStringList lines() const;

    /// For a table that is not kept: first call widenFor() for all rows, then line() for each.
    void widenFor(const QStringList &cells);
    [[nodiscard]] QString line(const QStringList &cells) const;
    [[nodiscard]] QString titles() const;

private:
    [[nodiscard]] static QStringList shown(const QStringList &cells);
    void widen(const QStringList &shown);
    [[nodiscard]] QString justified(const QStringList &shown) const;

    QList<Column> m_columns;
    QList<qsizetype> m_widths; ///< of the columns, without their titles
    QList<QStringList> m_rows;
};

} // namespace Pullcord
