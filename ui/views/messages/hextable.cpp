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
#include <QRegularExpression>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype Stretch = 1 << 20; ///< bytes searched per step
constexpr int LeastDigits = 4;         ///< minimum width of an offset
constexpr int Half = 8;                ///< bytes before the gap in a row

bool isHex(const QString &wanted)
{
    static const QRegularExpression pairs(u"^\\s*[0-9A-Fa-f]{2}(\\s+[0-9A-Fa-f]{2})+\\s*$"_s);
    return pairs.match(wanted).hasMatch();
}

/// Returns the number of characters of the digits of a full row: two per byte, with blanks between.
qsizetype digitsWidth(int perRow)
{
    return 3 * perRow - 1 + (perRow > Half ? 1 : 0);
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c;
}

} // namespace

HexModel::HexModel(QObject *parent)
    : QAbstractTableModel(parent)
{}

HexModel::~HexModel() = default;

void HexModel::setBytes(const QByteArray &bytes)
{
    beginResetModel();
    m_bytes = bytes;
    m_found.clear();
    m_currentFound = -1;
    endResetModel();
}

void HexModel::setPerRow(int perRow)
{
    Q_ASSERT(perRow > 0);
    if (m_perRow == perRow)
        return;
    beginResetModel();
    m_perRow = perRow;
    endResetModel();
}

void HexModel::setFound(const std::vector<qsizetype> &hits, qsizetype length)
{
    m_found = hits;
    m_foundLength = length;
    rowsChanged();
}

void HexModel::setCurrentFound(qsizetype hit)
{
    m_currentFound = hit;
    rowsChanged();
}

void HexModel::rowsChanged()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::BackgroundRole});
}

QString HexModel::line(int row) const
{
    const auto text = [&](int column) { return data(index(row, column), Qt::DisplayRole).toString(); };
    return u"%1  %2  %3"_s.arg(text(Offset), text(Digits).leftJustified(digitsWidth(m_perRow)), text(Characters));
}

int HexModel::rowCount(const QModelIndex &parent) const
{
    const qsizetype rows = parent.isValid() ? 0 : (m_bytes.size() + m_perRow - 1) / m_perRow;
    return int(qMin(rows, qsizetype(std::numeric_limits<int>::max())));
}

int HexModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QByteArrayView HexModel::bytesOf(int row) const
{
    const qsizetype begin = qsizetype(row) * m_perRow;
    return QByteArrayView(m_bytes).sliced(begin, qMin(qsizetype(m_perRow), m_bytes.size() - begin));
}

std::vector<HexModel::Found> HexModel::foundIn(int row) const
{
    const qsizetype begin = qsizetype(row) * m_perRow;
    const qsizetype end = begin + bytesOf(row).size();
    std::vector<Found> all;
    for (auto hit = std::upper_bound(m_found.begin(), m_found.end(), begin - m_foundLength);
         hit != m_found.end() && *hit < end; ++hit) {
        all.push_back({.begin = int(qMax(*hit, begin) - begin),
                       .end = int(qMin(*hit + m_foundLength, end) - begin),
                       .isCurrent = *hit == m_currentFound});
    }
    return all;
}

int HexModel::letterOf(int byte, const QModelIndex &cell) const
{
    switch (cell.column()) {
    case Digits:
        return 3 * byte + (byte >= Half ? 1 : 0);
    case Characters:
        return byte;
    default:
        return -1;
    }
}

QVariant HexModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role != Qt::DisplayRole)
        return {};
    const QByteArrayView bytes = bytesOf(index.row());
    switch (index.column()) {
    case Offset: {
        const int digits = qMax(LeastDigits, int(QString::number(m_bytes.size(), 16).size()));
        return u"%1"_s.arg(qsizetype(index.row()) * m_perRow, digits, 16, QLatin1Char('0'));
    }
    case Digits: {
        QString text = QString::fromLatin1(bytes.toByteArray().toHex(' '));
        if (bytes.size() > Half)
            text.insert(3 * Half, u' ');
        return text;
    }
    default: {
        QString text;
        for (const char c : bytes)
            text += c >= ' ' && c <= '~' ? QLatin1Char(c) : QLatin1Char('.');
        return text;
    }
    }
}

QVariant HexModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Offset   ? tr("Offset", "of bytes")
           : section == Digits ? tr("Bytes", "in hexadecimal digits")
                               : tr("Characters", "that bytes are");
}

BytesFinder::BytesFinder(QByteArray bytes, const QString &wanted)
    : m_bytes(std::move(bytes))
    , m_wanted(bytesOf(wanted))
    , m_isExact(isHex(wanted))
{}

QByteArray BytesFinder::bytesOf(const QString &wanted)
{
    return isHex(wanted) ? QByteArray::fromHex(wanted.toLatin1()) : wanted.toUtf8();
}

bool BytesFinder::advance()
{
    const auto isSame = [this](char a, char b) { return a == b || (!m_isExact && lower(a) == lower(b)); };
    const char *const begin = m_bytes.constData();
    const qsizetype stop = qMin(m_at + Stretch, m_bytes.size());
    // A hit may span two stretches.
    const char *const end = begin + qMin(stop + m_wanted.size() - 1, m_bytes.size());
    while (!m_wanted.isEmpty() && !isFull() && begin + m_at < end) {
        const char *const hit = std::search(begin + m_at, end, m_wanted.cbegin(), m_wanted.cend(), isSame);
        if (hit == end)
            break;
        add(hit - begin);
        m_at = hit - begin + m_wanted.size();
    }
    m_at = qMax(m_at, stop);
    return m_wanted.isEmpty() || isFull() || m_at >= m_bytes.size();
}

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
    const auto digits = [=](int perRow) { return letters(digitsWidth(perRow)) + margins; };
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
