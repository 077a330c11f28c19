// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QStackedWidget;

namespace Pullcord {

class MessageBar;
class ConversationView;

/// Positions the message bar over the foot of a page, beside the server panel. Tables and Details end above the bar;
/// nothing else moves when it comes or goes.
class MessageBarPositioner final : public QObject
{
    Q_OBJECT

public:
    MessageBarPositioner(MessageBar &bar, QStackedWidget &stack, ConversationView &bench, QObject *parent = nullptr);
    ~MessageBarPositioner() override;

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();

    MessageBar &m_bar;
    QStackedWidget &m_stack;
    ConversationView &m_bench;
};

} // namespace Pullcord
