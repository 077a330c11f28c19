// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/texttable.h"

#include "app/cli/output.h"
#include "core/capture/humantext.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

TextTable::TextTable(QList<Column> columns)
    : m_columns(std::move(columns))
{
    QStringList titles;
    for (const Column &column : std::as_const(m_columns))
        titles << column.title;
    m_rows << titles;
}

void TextTable::add(const QStringList &cells)
{
    QStringList shown;
    for (const QString &cell : cells)
        shown << HumanText::visible(Output::printable(cell.simplified()));
    m_rows << shown;
}

QStringList TextTable::lines() const
{
    QList<qsizetype> widths(m_columns.size());
    for (qsizetype i = 0; i < m_columns.size(); ++i) {
        for (const QStringList &row : m_rows.sliced(1))
            widths[i] = std::max(widths[i], row.at(i).size());
        if (widths[i] > 0)
            widths[i] = std::max(widths[i], m_columns.at(i).title.size());
    }
    QStringList lines;
    for (const QStringList &row : m_rows) {
        QStringList cells;
        for (qsizetype i = 0; i < row.size(); ++i) {
            if (widths.at(i) == 0)
                continue;
            const bool isRight = m_columns.at(i).align == Align::Right;
            cells << (isRight ? row.at(i).rightJustified(widths.at(i)) : row.at(i).leftJustified(widths.at(i)));
        }
        QString line = cells.join(u"  "_s);
        while (line.endsWith(u' '))
            line.chop(1);
        lines << line;
    }
    return lines;
}

} // namespace Pullcord
