// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/hextable.h"

#include "ui/views/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>

namespace Pullcord {

class HexTable::Delegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideNone;
        if (index.column() == HexModel::Offset)
            option->palette.setColor(QPalette::Text, Theme::of(option->palette).dim);
        if (index.data(HexModel::FoundRole).toBool())
            option->backgroundBrush = Theme::of(option->palette).foundBack;
    }
};

HexTable::HexTable(QWidget *parent)
    : QTableView(parent)
{
    setModel(&m_model); // first: a change of the font fits it
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    setFont(fixed);
    setItemDelegate(new Delegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setCornerButtonEnabled(false);
    setHorizontalScrollMode(ScrollPerPixel);
    horizontalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(1);
    horizontalHeader()->setStretchLastSection(true);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 2);
}

HexTable::~HexTable() = default;

void HexTable::showBytes(const QByteArray &bytes)
{
    m_model.setBytes(bytes);
    m_shown = -1;
    fit();
    scrollToTop();
    if (m_model.rowCount() > 0)
        selectionModel()->setCurrentIndex(m_model.index(0, 0), QItemSelectionModel::NoUpdate);
}

void HexTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fit();
}

void HexTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        return;
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 2);
    fit();
}

/// Whoever reads on after that is where he was.
void HexTable::fit()
{
    const int letter = fontMetrics().horizontalAdvance(u'0');
    const int margin = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 1);
    const int margins = margin + letter / 2;
    const int offset = int(m_model.index(0, 0).data().toString().size()) * letter + margins;
    const auto digits = [=](int perRow) { return (3 * perRow - 1 + (perRow > 8 ? 1 : 0)) * letter + margins; };
    const auto needs = [=](int perRow) { return offset + digits(perRow) + perRow * letter + margin; };
    constexpr std::array<int, 3> Widths{16, 8, 4};
    const int room = width() - verticalScrollBar()->sizeHint().width();
    const auto fits = std::find_if(Widths.begin(), Widths.end(), [&](int perRow) { return needs(perRow) <= room; });
    const int perRow = fits == Widths.end() ? Widths.back() : *fits;
    if (perRow != m_model.perRow()) {
        const qsizetype top = qsizetype(qMax(0, rowAt(0))) * m_model.perRow();
        const qsizetype current = findFrom();
        m_model.setPerRow(perRow);
        selectionModel()->setCurrentIndex(m_model.index(int(current / perRow), 0), QItemSelectionModel::NoUpdate);
        scrollTo(m_model.index(int(top / perRow), 0), PositionAtTop);
        selectFound();
    }
    setColumnWidth(HexModel::Offset, offset);
    setColumnWidth(HexModel::Digits, digits(perRow));
}

void HexTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else
        QTableView::keyPressEvent(event);
}

void HexTable::copy() const
{
    QString text;
    QItemSelection selected = selectionModel()->selection();
    std::sort(selected.begin(), selected.end(), [](const auto &a, const auto &b) { return a.top() < b.top(); });
    for (const QItemSelectionRange &range : std::as_const(selected)) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            text += m_model.line(row) + u'\n';
    }
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

std::unique_ptr<Finder> HexTable::finderFor(const QString &wanted) const
{
    return std::make_unique<BytesFinder>(m_model.bytes(), wanted);
}

qsizetype HexTable::findFrom() const
{
    return qsizetype(qMax(0, currentIndex().row())) * m_model.perRow();
}

void HexTable::markFound(const QString &wanted, const std::vector<qsizetype> &hits)
{
    m_length = BytesFinder::bytesOf(wanted).size();
    m_model.setFound(hits, m_length);
    if (m_shown >= 0 && !std::binary_search(hits.begin(), hits.end(), m_shown)) { // it is none of those any more
        m_shown = -1;
        clearSelection();
    }
}

void HexTable::goToFound(qsizetype hit)
{
    m_shown = hit;
    selectFound();
    scrollTo(currentIndex(), PositionAtCenter);
}

/// The rows of what was found, and no others.
void HexTable::selectFound()
{
    if (m_shown < 0)
        return;
    const QModelIndex first = m_model.index(int(m_shown / m_model.perRow()), 0);
    const QModelIndex last = m_model.index(int((m_shown + qMax(qsizetype(1), m_length) - 1) / m_model.perRow()), 0);
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selectionModel()->select(QItemSelection(first, last),
                             QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

} // namespace Pullcord
