// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requests/loadgraph.h"

#include "core/capture/formatting.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 LeastLoad = 3'000'000'000; // ns: as long as the measurement lasts
constexpr int Lines = 3;                    // height in lines of text

} // namespace

LoadGraph::LoadGraph(QWidget *parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Processor use after the cancellation"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

LoadGraph::~LoadGraph() = default;

void LoadGraph::setLoad(const ProcessLoad &load)
{
    if (m_load == load)
        return;
    m_load = load;
    QStringList bars;
    for (qsizetype bar = 1; bar < m_load.samples.size(); ++bar)
        bars << textOf(bar);
    setAccessibleDescription(bars.join(u"; "_s));
    update();
}

QSize LoadGraph::sizeHint() const
{
    constexpr int Letters = 40;
    return {letterWidth(fontMetrics()) * Letters, fontMetrics().height() * (Lines + 1) + 2};
}

QSize LoadGraph::minimumSizeHint() const
{
    constexpr int Letters = 16;
    return {letterWidth(fontMetrics()) * Letters, sizeHint().height()};
}

/// Returns the plot area. Below it is the time axis, to its left the load axis.
QRect LoadGraph::area() const
{
    const int left = fontMetrics().horizontalAdvance(u"0000 % "_s);
    return rect().adjusted(left, fontMetrics().height() / 2, -letterWidth(fontMetrics()), -fontMetrics().height() - 1);
}

qint64 LoadGraph::span() const
{
    return std::max(LeastLoad, m_load.length());
}

/// Returns the top of the scale, in whole processors.
double LoadGraph::highest() const
{
    double most = 1;
    for (qsizetype bar = 1; bar < m_load.samples.size(); ++bar)
        most = std::max(most, m_load.shareOf(bar - 1, bar).value_or(0));
    constexpr double Nearly = 0.1; // tolerance for the tick of the system clock
    return std::ceil(most - Nearly);
}

int LoadGraph::xOf(qint64 time) const
{
    const QRect inner = area();
    return inner.left() + int(double(time - m_load.from) / double(span()) * inner.width());
}

qsizetype LoadGraph::barAt(int x) const
{
    for (qsizetype bar = 1; bar < m_load.samples.size(); ++bar) {
        if (x >= xOf(m_load.samples.at(bar - 1).time) && x < xOf(m_load.samples.at(bar).time))
            return bar;
    }
    return -1;
}

QString LoadGraph::textOf(qsizetype bar) const
{
    const std::optional<double> share = m_load.shareOf(bar - 1, bar);
    return tr("%1 to %2 after it: %3", "times, then a share of a processor")
        .arg(Formatting::duration(m_load.samples.at(bar - 1).time - m_load.from),
             Formatting::duration(m_load.samples.at(bar).time - m_load.from),
             share ? Formatting::percent(*share) : tr("unknown"));
}

bool LoadGraph::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const qsizetype bar = barAt(help->pos().x());
    if (bar < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), Texts::toolTip(textOf(bar)), this);
    return true;
}

void LoadGraph::paintEvent(QPaintEvent * /*event*/)
{
    const Theme &theme = Theme::of(palette());
    const QRect inner = area();
    const double most = highest();
    QPainter painter(this);
    const auto yOf = [&](double share) { return inner.bottom() - int(share / most * (inner.height() - 1)); };
    for (const double line : {0.0, 1.0, most}) {
        painter.fillRect(inner.left(), yOf(line), inner.width(), 1, theme.line);
        painter.setPen(theme.dim);
        const QRect label(0, yOf(line) - fontMetrics().height() / 2, inner.left() - letterWidth(fontMetrics()),
                          fontMetrics().height());
        const bool hasRoom = line == most || line == 0.0 || most < 3;
        if (hasRoom)
            painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter, Formatting::percent(line));
    }
    for (qsizetype bar = 1; bar < m_load.samples.size(); ++bar) {
        const int left = xOf(m_load.samples.at(bar - 1).time);
        const int right = std::max(left + 1, xOf(m_load.samples.at(bar).time) - 1);
        const int top = yOf(std::min(most, m_load.shareOf(bar - 1, bar).value_or(0)));
        painter.fillRect(left, top, right - left, inner.bottom() - top + 1, theme.warning);
    }
    const QRect times(inner.left(), inner.bottom() + 2, inner.width(), fontMetrics().height());
    painter.setPen(theme.dim);
    painter.drawText(times, Qt::AlignLeft, tr("cancel"));
    painter.drawText(times, Qt::AlignRight, u'+' + Formatting::duration(span()));
}

} // namespace Pullcord
