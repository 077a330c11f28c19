// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/comparecommands.h"

#include "ui/actions.h"
#include "ui/dialogs/comparewindow.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/widgets/messagebar.h"

#include <QEvent>
#include <QWidget>

#include <algorithm>

namespace Pullcord {

std::shared_ptr<ComparedChoice> ComparedChoice::shared()
{
    static std::weak_ptr<ComparedChoice> all;
    std::shared_ptr<ComparedChoice> present = all.lock();
    if (!present)
        all = present = std::make_shared<ComparedChoice>();
    return present;
}

void ComparedChoice::set(std::optional<ComparedItem> item)
{
    m_item = std::move(item);
    emit changed();
}

CompareCommands::CompareCommands(ConversationController &controller, Actions &actions, ConversationView &bench,
                                 MessageBar &bar, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_actions(actions)
    , m_bench(bench)
    , m_bar(bar)
    , m_window(window)
    , m_first(ComparedChoice::shared())
{
    connect(m_first.get(), &ComparedChoice::changed, this, &CompareCommands::onChoiceChanged);
    connect(&bar, &MessageBar::dismissed, this, [this](const QString &text) {
        if (!m_said.isEmpty() && text == m_said)
            m_first->set({});
    });
    connect(actions.compare, &QAction::triggered, this, &CompareCommands::compare);
    connect(&bench, &ConversationView::selectionChanged, this, &CompareCommands::updateActions);
    connect(&controller, &ConversationController::changed, this, &CompareCommands::updateActions);
    connect(&controller, &ConversationController::changed, this, &CompareCommands::sayWhereSeen);
    window->installEventFilter(this);
    updateActions();
}

CompareCommands::~CompareCommands() = default;

qsizetype CompareCommands::selectedCount() const
{
    if (!m_controller.conversation())
        return 0;
    const std::vector<qsizetype> messages = m_bench.selectedMessages();
    return messages.empty() ? m_bench.requests()->selectedRows().size() : qsizetype(messages.size());
}

QList<ComparedItem> CompareCommands::selected() const
{
    const Conversation &conversation = *m_controller.conversation();
    QList<ComparedItem> items;
    const std::vector<qsizetype> messages = m_bench.selectedMessages();
    for (const qsizetype index : messages)
        items.append(ComparedItem::ofMessage(conversation.capture(), index));
    if (!items.isEmpty())
        return items;
    QList<qsizetype> rows = m_bench.requests()->selectedRows();
    std::sort(rows.begin(), rows.end()); // the earlier one on the left
    for (const qsizetype row : std::as_const(rows))
        items.append(ComparedItem::ofRequest(conversation, row));
    return items;
}

void CompareCommands::compare()
{
    const qsizetype count = selectedCount();
    if (count < 1 || count > 2)
        return;
    QList<ComparedItem> items = selected();
    if (items.size() == 1 && !m_first->item()) {
        m_first->set(items.first());
        return say();
    }
    if (items.size() == 1 && items.first().isSameAs(*m_first->item()))
        return m_first->set({});
    if (items.size() == 1)
        items.prepend(*m_first->item());
    m_first->set({});
    auto *window = new CompareWindow(items.first(), items.last(), m_window);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
}

void CompareCommands::say()
{
    m_said = tr("To compare, select another item, here or in another tab, and choose Compare again: %1.")
                 .arg(m_first->item()->title);
    m_bar.show(MessageBar::Kind::Info, m_said);
    m_said = m_bar.text();
}

/// Repeats the message in the tab in view, where the choice can be cancelled, too. Replaces no other message.
void CompareCommands::sayWhereSeen()
{
    if (m_first->item() && m_window->isVisible() && m_bar.text().isEmpty())
        say();
}

bool CompareCommands::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_window && event->type() == QEvent::Show)
        sayWhereSeen();
    return QObject::eventFilter(watched, event);
}

/// The previous message is outdated, whichever page has changed the choice.
void CompareCommands::onChoiceChanged()
{
    if (!m_said.isEmpty() && m_bar.text() == m_said)
        m_bar.clear();
    m_said.clear();
    updateActions();
}

void CompareCommands::updateActions()
{
    const qsizetype count = selectedCount();
    m_actions.compare->setEnabled(count == 1 || count == 2);
    Actions::rename(m_actions.compare, count == 2        ? tr("Com&pare")
                                       : m_first->item() ? tr("Com&pare with the Previous Choice")
                                                         : tr("Com&pare With…"));
}

} // namespace Pullcord
