// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tabs/tighttabs.h"

#include "ui/views/tables/letterwidth.h"

#include <QApplication>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QTabBar>

namespace Pullcord {

namespace {

/// Returns the name of the style below all proxies, such as that of qt6ct. It asks only its own proxy for metrics, so
/// TightStyle must be that proxy.
QString paintingStyle()
{
    const QStyle *style = QApplication::style();
    while (const auto *proxy = qobject_cast<const QProxyStyle *>(style))
        style = proxy->baseStyle();
    return style ? style->name() : QString();
}

class TightStyle final : public QProxyStyle
{
public:
    TightStyle()
        : QProxyStyle(QStyleFactory::create(paintingStyle()))
    {}

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override
    {
        const int usual = QProxyStyle::pixelMetric(metric, option, widget);
        return metric == PM_TabBarTabHSpace && widget ? qMin(usual, letterWidth(widget->fontMetrics())) : usual;
    }
};

} // namespace

class TightTabs::Bar final : public QTabBar
{
public:
    using QTabBar::QTabBar;
    using QTabBar::tabSizeHint;
};

TightTabs::TightTabs(QWidget *parent)
    : QTabWidget(parent)
    , m_bar(new Bar(this))
{
    setTabBar(m_bar);
    tighten(*m_bar);
    setElideMode(Qt::ElideNone);
    setUsesScrollButtons(true);
}

TightTabs::~TightTabs() = default;

void TightTabs::tighten(QTabBar &bar)
{
    auto *style = new TightStyle;
    style->setParent(&bar);
    bar.setStyle(style);
}

int TightTabs::roomForAll() const
{
    int room = cornerWidget() ? cornerWidget()->sizeHint().width() : 0;
    for (int i = 0; i < m_bar->count(); ++i)
        room += m_bar->tabSizeHint(i).width();
    return room;
}

} // namespace Pullcord
