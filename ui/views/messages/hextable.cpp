// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/hextable.h"

#include "ui/views/style/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>
#include <cmath>

namespace Pullcord {

/// Paints hits over the cell, so that they show in selected rows, too.
class HexTable::Delegate final : public QStyledItemDelegate
{
public:
    Delegate(const HexModel &model, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_model(model)
    {}

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const std::vector<HexModel::Found> found =
            index.column() == HexModel::Offset ? std::vector<HexModel::Found>() : m_model.foundIn(index.row());
        if (found.empty())
            return;
        QStyleOptionViewItem plain = option;
        initStyleOption(&plain, index);
        plain.state &= ~(QStyle::State_Selected | QStyle::State_HasFocus | QStyle::State_MouseOver);
        const Theme &theme = Theme::of(option.palette);
        painter->save();
        for (const HexModel::Found &each : found) {
            painter->setClipRect(placeOf(each, plain, index) & option.rect);
            painter->fillRect(option.rect, each.isCurrent ? theme.currentBack : theme.foundBack);
            plain.widget->style()->drawControl(QStyle::CE_ItemViewItem, &plain, painter, plain.widget);
        }
        painter->restore();
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideNone;
        if (index.column() == HexModel::Offset)
            option->palette.setColor(QPalette::Text, Theme::of(option->palette).dim);
    }

private:
    [[nodiscard]] QRect placeOf(const HexModel::Found &found, const QStyleOptionViewItem &option,
                                const QModelIndex &index) const
    {
        const QStyle *style = option.widget->style();
        const int begin = m_model.letterOf(found.begin, index);
        const int end = m_model.letterOf(found.end - 1, index) + (index.column() == HexModel::Digits ? 2 : 1);
        const QFontMetricsF metrics(option.font);
        const auto advance = [&](int letters) { return qRound(metrics.horizontalAdvance(option.text.left(letters))); };
        const int left = style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget).left() +
                         style->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, option.widget) + 1;
        return {left + advance(begin), option.rect.top(), advance(end) - advance(begin), option.rect.height()};
    }

    const HexModel &m_model;
};

HexTable::HexTable(QWidget *parent)
    : QTableView(parent)
{
    setModel(&m_model); // before setFont(), which fits it
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    setFont(fixed);
    setItemDelegate(new Delegate(m_model, this));
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

/// Keeps the first visible byte in place.
void HexTable::fit()
{
    const auto letters = [metrics = QFontMetricsF(font())](qsizetype count) { // not always whole pixels
        return int(std::ceil(metrics.horizontalAdvance(QString(count, u'0'))));
    };
    const int margin = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 1);
    const int margins = margin + letters(1) / 2;
    const int offset = letters(m_model.index(0, 0).data().toString().size()) + margins;
    const auto digits = [=](int perRow) { return letters(3 * perRow - 1 + (perRow > 8 ? 1 : 0)) + margins; };
    const auto needs = [=](int perRow) { return offset + digits(perRow) + letters(perRow) + margin; };
    constexpr std::array<int, 4> Widths{16, 12, 8, 4};
    const auto room = [this](int perRow) { // no scroll bar if all rows fit
        const qsizetype rows = (m_model.bytes().size() + perRow - 1) / perRow;
        const bool isHigh = rows > height() / verticalHeader()->defaultSectionSize();
        return width() - (isHigh ? verticalScrollBar()->sizeHint().width() : 0);
    };
    const auto fits =
        std::find_if(Widths.begin(), Widths.end(), [&](int perRow) { return needs(perRow) <= room(perRow); });
    const int perRow = fits == Widths.end() ? Widths.back() : *fits;
    if (perRow != m_model.perRow()) {
        const qsizetype top = qsizetype(qMax(0, rowAt(0))) * m_model.perRow();
        const qsizetype current = findFrom();
        m_model.setPerRow(perRow);
        selectionModel()->setCurrentIndex(m_model.index(int(current / perRow), 0), QItemSelectionModel::NoUpdate);
        scrollTo(m_model.index(int(top / perRow), 0), PositionAtTop);
    }
    setColumnWidth(HexModel::Offset, offset);
    setColumnWidth(HexModel::Digits, digits(perRow));
    setColumnWidth(HexModel::Characters, letters(perRow) + margin); // minimum; the section stretches
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
    if (selected.isEmpty() && currentIndex().isValid())
        selected.select(currentIndex(), currentIndex());
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
    m_model.setFound(hits, BytesFinder::bytesOf(wanted).size());
    if (!std::binary_search(hits.begin(), hits.end(), m_model.currentFound()))
        m_model.setCurrentFound(-1); // the current hit is gone
}

/// Keeps the selection.
void HexTable::goToFound(qsizetype hit)
{
    m_model.setCurrentFound(hit);
    selectionModel()->setCurrentIndex(m_model.index(int(hit / m_model.perRow()), 0), QItemSelectionModel::NoUpdate);
    scrollTo(currentIndex(), PositionAtCenter);
}

} // namespace Pullcord
