// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/texttable.h"

#include "app/cli/output.h"
#include "core/capture/formatting.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

TextTable::TextTable(QList<Column> columns)
    : m_columns(std::move(columns))
    , m_widths(m_columns.size())
{}

void TextTable::add(const QStringList &cells)
{
    m_rows << shown(cells);
    widen(m_rows.constLast());
}

QStringList TextTable::lines() const
{
    QStringList lines{titles()};
    for (const QStringList &row : m_rows)
        lines << justified(row);
    return lines;
}

void TextTable::widenFor(const QStringList &cells)
{
    widen(shown(cells));
}

QString TextTable::line(const QStringList &cells) const
{
    return justified(shown(cells));
}

QString TextTable::titles() const
{
    QStringList titles;
    for (const Column &column : m_columns)
        titles << column.title;
    return justified(titles);
}

QStringList TextTable::shown(const QStringList &cells)
{
    QStringList shown;
    for (const QString &cell : cells)
        shown << Formatting::visible(Output::printable(cell.simplified()));
    return shown;
}

void TextTable::widen(const QStringList &shown)
{
    for (qsizetype i = 0; i < shown.size(); ++i)
        m_widths[i] = std::max(m_widths.at(i), shown.at(i).size());
}

QString TextTable::justified(const QStringList &shown) const
{
    QStringList cells;
    for (qsizetype i = 0; i < shown.size(); ++i) {
        if (m_widths.at(i) == 0)
            continue;
        const qsizetype width = std::max(m_widths.at(i), m_columns.at(i).title.size());
        const bool isRight = m_columns.at(i).align == Align::Right;
        cells << (isRight ? shown.at(i).rightJustified(width) : shown.at(i).leftJustified(width));
    }
    QString line = cells.join(u"  "_s);
    while (line.endsWith(u' '))
        line.chop(1);
    return line;
}

} // namespace Pullcord
