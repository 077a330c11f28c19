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
    [[nodiscard]] bool isEmpty() const { return m_rows.size() == 1; }
    /// The titles first. Columns in which nothing stands are left out.
    [[nodiscard]] QStringList lines() const;

private:
    QList<Column> m_columns;
    QList<QStringList> m_rows; ///< the titles first
};

} // namespace Pullcord
