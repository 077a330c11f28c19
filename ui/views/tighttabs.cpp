// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tighttabs.h"

#include <QApplication>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QTabBar>

namespace Pullcord {

namespace {

class TightStyle final : public QProxyStyle
{
public:
    TightStyle()
        : QProxyStyle(QStyleFactory::create(QApplication::style()->name()))
    {}

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override
    {
        const int usual = QProxyStyle::pixelMetric(metric, option, widget);
        return metric == PM_TabBarTabHSpace && widget ? qMin(usual, widget->fontMetrics().averageCharWidth()) : usual;
    }
};

} // namespace

TightTabs::TightTabs(QWidget *parent)
    : QTabWidget(parent)
{
    auto *style = new TightStyle;
    style->setParent(this);
    tabBar()->setStyle(style);
    setElideMode(Qt::ElideRight);
    setUsesScrollButtons(false);
}

TightTabs::~TightTabs() = default;

} // namespace Pullcord
