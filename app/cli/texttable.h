// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QStringList>

namespace Pullcord {

/// Rows of cells as lines for a terminal, the columns under each other. A value.
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

    /// As many cells as there are columns. Control characters are made visible.
    void add(const QStringList &cells);
    [[nodiscard]] bool isEmpty() const { return m_rows.isEmpty(); }
    /// The titles first. Columns in which nothing stands are left out.
    [[nodiscard]] QStringList lines() const;

    /// For a table that is not kept: makes room for a row, and, when there is room for all, gives its line.
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
