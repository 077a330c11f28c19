// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/columnlayout.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace Pullcord {

namespace {
constexpr int MostFitted = 100; ///< rows that are measured for a double click
}

ColumnLayout::ColumnLayout(QAbstractItemView *view, QHeaderView *header)
    : QObject(header)
    , m_view(view)
    , m_header(header)
    , m_letter(letter())
{
    header->setResizeContentsPrecision(MostFitted);
    header->setStretchLastSection(false);
    header->installEventFilter(this);
    connect(header, &QHeaderView::sectionResized, this, &ColumnLayout::onResized);
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this] { // the arrow needs room
        if (!m_isResizing)
            update();
    });
    disconnect(header, &QHeaderView::sectionHandleDoubleClicked, view, nullptr); // Qt would fit endless texts
    connect(header, &QHeaderView::sectionHandleDoubleClicked, this, &ColumnLayout::fit);
}

ColumnLayout::~ColumnLayout() = default;

void ColumnLayout::setWidths(const QList<Width> &widths, int stretch)
{
    m_widths = widths;
    m_stretch = stretch < 0 ? int(widths.size()) - 1 : stretch;
    layOut();
}

void ColumnLayout::widen(int column, int letters)
{
    if (column >= m_widths.size() || m_widths.at(column).minimum >= letters)
        return;
    m_widths[column] = {qMax(m_widths.at(column).preferred, letters), letters};
    const int least = pixels(column).minimum;
    if (m_isChosen && !m_header->isSectionHidden(column) && m_header->sectionSize(column) < least) {
        const QScopedValueRollback resizing(m_isResizing, true);
        m_header->resizeSection(column, least);
    }
    update();
}

void ColumnLayout::reset()
{
    m_isChosen = false;
    layOut();
}

void ColumnLayout::update()
{
    if (m_isChosen)
        stretch();
    else
        layOut();
}

void ColumnLayout::restore(const QByteArray &state, const std::optional<int> &stretchLeast, double wider)
{
    {
        const QScopedValueRollback resizing(m_isResizing, true);
        m_isChosen = m_header->restoreState(state) && stretchLeast;
        m_header->setStretchLastSection(false); // older versions saved it as true
        m_header->setResizeContentsPrecision(MostFitted);
    }
    m_stretchLeast = m_isChosen ? *stretchLeast : 0;
    if (m_isChosen)
        scale(wider);
    else
        layOut();
}

double ColumnLayout::letter() const
{
    return QFontMetricsF(m_header->font()).horizontalAdvance(u'0');
}

ColumnLayout::Pixels ColumnLayout::pixels(int column) const
{
    constexpr int Margins = 4; // beside the letter that delegates leave around a text
    const int title = m_header->sectionSizeHint(column);
    const auto wide = [&](int letters) { return qMax(title, qRound((letters + 1) * letter()) + Margins); };
    const Width &width = m_widths.at(column);
    return {wide(width.preferred), wide(width.minimum)};
}

void ColumnLayout::layOut(int fitted, int width)
{
    const int count = qMin(m_header->count(), int(m_widths.size()));
    QList<Pixels> columns;
    Pixels sum{0, 0};
    for (int column = 0; column < count; ++column) {
        columns.append(column == fitted ? Pixels{width, width} : pixels(column));
        if (m_header->isSectionHidden(column))
            continue;
        sum.preferred += columns.constLast().preferred;
        sum.minimum += columns.constLast().minimum;
    }
    const int flexible = sum.preferred - sum.minimum;
    const double share = flexible > 0 ? std::clamp(double(m_header->width() - sum.minimum) / flexible, 0.0, 1.0) : 1;
    const QScopedValueRollback resizing(m_isResizing, true);
    for (int column = 0; column < count; ++column) {
        const auto [preferred, minimum] = columns.at(column);
        if (!m_header->isSectionHidden(column))
            m_header->resizeSection(column, minimum + int(share * (preferred - minimum)));
    }
    m_stretchLeast = fitted == m_stretch ? width : 0;
    stretch();
}

void ColumnLayout::stretch()
{
    if (m_stretch >= m_header->count() || m_stretch >= m_widths.size() || m_header->isSectionHidden(m_stretch))
        return;
    const int others = m_header->length() - m_header->sectionSize(m_stretch);
    const int least = m_stretchLeast > 0 ? m_stretchLeast : pixels(m_stretch).minimum;
    const QScopedValueRollback resizing(m_isResizing, true);
    m_header->resizeSection(m_stretch, qMax(least, m_header->width() - others));
}

void ColumnLayout::scale(double wider)
{
    const QScopedValueRollback resizing(m_isResizing, true);
    for (int column = 0; column < m_header->count(); ++column) {
        if (!m_header->isSectionHidden(column))
            m_header->resizeSection(column, qRound(m_header->sectionSize(column) * wider));
    }
    m_stretchLeast = qRound(m_stretchLeast * wider);
    stretch();
}

/// Fits a column to its contents, up to the width of the view.
void ColumnLayout::fit(int column)
{
    const int contents = qMax(m_view->sizeHintForColumn(column), m_header->sectionSizeHint(column));
    const int width = qMin(contents, m_header->width());
    if (!m_isChosen) { // others may give way
        layOut(column, width);
    } else if (column == m_stretch) {
        m_stretchLeast = width;
        stretch();
    } else {
        const QScopedValueRollback resizing(m_isResizing, true);
        m_header->resizeSection(column, width);
        stretch();
    }
    m_isChosen = true;
    emit chosen();
}

/// Handles resizes by the user, and columns that are shown or hidden.
void ColumnLayout::onResized(int column, int before, int now)
{
    if (m_isResizing || m_widths.isEmpty())
        return;
    if (before == 0 || now == 0) { // deferred: the header still reports a section as visible while it hides it
        QMetaObject::invokeMethod(this, &ColumnLayout::update, Qt::QueuedConnection);
        return;
    }
    m_isChosen = true;
    if (column == m_stretch) {
        const int next = nextVisible(column);
        const int beyond = m_header->length() - m_header->width();
        if (const int give = beyond < 0 ? beyond : qBound(0, now - before, beyond); next >= 0 && give != 0) {
            const QScopedValueRollback resizing(m_isResizing, true); // the border moves between the two
            m_header->resizeSection(next, qMax(pixels(next).minimum, m_header->sectionSize(next) - give));
        }
        m_stretchLeast = m_header->length() > m_header->width() ? now : 0;
    }
    stretch();
    emit chosen();
}

int ColumnLayout::nextVisible(int column) const
{
    for (int visual = m_header->visualIndex(column) + 1; visual < m_header->count(); ++visual) {
        if (const int next = m_header->logicalIndex(visual); !m_header->isSectionHidden(next))
            return next < m_widths.size() ? next : -1;
    }
    return -1;
}

bool ColumnLayout::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FontChange && letter() > 0) {
        const double wider = letter() / std::exchange(m_letter, letter());
        if (m_isChosen)
            scale(wider);
        else
            update();
    } else if (event->type() == QEvent::StyleChange || event->type() == QEvent::Resize) {
        update();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace Pullcord
