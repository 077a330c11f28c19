// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QStackedWidget;

namespace Pullcord {

class MessageBar;
class Workbench;

/// Positions the message bar over the foot of a page, beside the server panel. Tables and Details end above the bar;
/// nothing else moves when it comes or goes.
class BarPlace final : public QObject
{
    Q_OBJECT

public:
    BarPlace(MessageBar &bar, QStackedWidget &stack, Workbench &bench, QObject *parent = nullptr);
    ~BarPlace() override;

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();

    MessageBar &m_bar;
    QStackedWidget &m_stack;
    Workbench &m_bench;
};

} // namespace Pullcord
