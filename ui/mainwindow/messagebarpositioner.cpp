// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/messagebarpositioner.h"

#include "ui/mainwindow/conversationview.h"
#include "ui/views/widgets/messagebar.h"

#include <QEvent>
#include <QStackedWidget>

namespace Pullcord {

MessageBarPositioner::MessageBarPositioner(MessageBar &bar, QStackedWidget &stack, ConversationView &bench,
                                           QObject *parent)
    : QObject(parent)
    , m_bar(bar)
    , m_stack(stack)
    , m_bench(bench)
{
    connect(&bar, &MessageBar::shownChanged, this, &MessageBarPositioner::place);
    connect(&stack, &QStackedWidget::currentChanged, this, &MessageBarPositioner::place);
    bar.installEventFilter(this); // its text or buttons may change its height
    stack.installEventFilter(this);
    bench.widget(1)->installEventFilter(this); // resized by the splitter and with the server panel
}

MessageBarPositioner::~MessageBarPositioner() = default;

bool MessageBarPositioner::eventFilter(QObject *watched, QEvent *event)
{
    const bool isOfBar = watched == &m_bar;
    const QEvent::Type type = event->type();
    if (isOfBar ? type == QEvent::LayoutRequest : type == QEvent::Resize || type == QEvent::Move)
        place();
    return QObject::eventFilter(watched, event);
}

void MessageBarPositioner::place()
{
    const bool isBeside = m_stack.currentWidget() == &m_bench;
    if (m_bar.isHidden())
        return m_bench.leaveFoot(0);
    const int left = isBeside ? m_bench.widget(1)->x() : 0;
    const int width = m_stack.width() - left;
    const int height = m_bar.heightFor(width);
    m_bar.setGeometry(m_stack.x() + left, m_stack.geometry().bottom() + 1 - height, width, height);
    m_bar.raise();
    m_bench.leaveFoot(isBeside ? height : 0);
}

} // namespace Pullcord
