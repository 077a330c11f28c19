// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QStackedWidget;

namespace Pullcord {

class MessageBar;
class Workbench;

/// Where the bar of a page stands: over its foot, beside the panel of the server. It comes and goes without moving what somebody
/// is about to press: tables and Details end above it, and all else stays where it is.
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
