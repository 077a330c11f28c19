// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/markcommands.h"

#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/dialogs/lists/colorruleswindow.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/models/texts.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/panels/details/factstab.h"
#include "ui/settings.h"
#include "ui/views/messages/noteline.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/widgets/messagebar.h"

#include <QApplication>

#include <algorithm>

namespace Pullcord {

MarkCommands::MarkCommands(ConversationController &controller, const Actions &actions, ConversationView &bench,
                           MessageBar &bar, Settings &settings, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_actions(actions)
    , m_bench(bench)
    , m_bar(bar)
{
    connect(actions.pin, &QAction::triggered, this, &MarkCommands::togglePin);
    for (QAction *action : actions.colors) {
        connect(action, &QAction::triggered, this, [this, action] {
            const auto color = MarkColor(action->data().toInt());
            change(m_bench.selectedPlaces(), [color](Mark &mark) { mark.color = color; });
        });
    }
    connect(actions.removeMarks, &QAction::triggered, this,
            [this] { change(m_bench.selectedPlaces(), [](Mark &mark) { mark = {}; }); });
    connect(&bench, &ConversationView::unpinRequested, this,
            [this](const MarkTarget &place) { change({place}, [](Mark &mark) { mark.pinned = false; }); });
    connectNotes();
    connectRules(settings, window);
    connect(&bench, &ConversationView::selectionChanged, this, &MarkCommands::updateActions);
    connect(&controller, &ConversationController::changed, this, [this] {
        m_reportedNotKept = false;
        updateActions();
    });
    updateActions();
}

MarkCommands::~MarkCommands() = default;

void MarkCommands::connectNotes()
{
    DetailsPanel *details = m_bench.details();
    connect(m_actions.note, &QAction::triggered, details, [details, view = m_actions.viewDetails] {
        view->setChecked(true);
        details->editNote();
    });
    connect(details->facts(), &FactsTab::noteChanged, this, [this](const MarkTarget &place, const QString &note) {
        change({place}, [&note](Mark &mark) { mark.note = note; });
    });
    connect(details->facts()->noteLine(), &NoteLine::left, this,
            [this] { m_bench.selectedTable()->setFocus(Qt::OtherFocusReason); });
}

void MarkCommands::connectRules(Settings &settings, QWidget *window)
{
    connect(m_actions.colorRules, &QAction::triggered, this, [&settings, window] {
        ColorRulesWindow *rules = nullptr; // one window: two would overwrite each other's changes
        const QWidgetList widgets = QApplication::topLevelWidgets();
        for (QWidget *widget : widgets)
            rules = rules ? rules : qobject_cast<ColorRulesWindow *>(widget);
        if (!rules)
            rules = new ColorRulesWindow(settings, window);
        else if (rules->parentWidget() != window)
            rules->setParent(window, rules->windowFlags());
        rules->show();
        rules->raise();
        rules->activateWindow();
    });
    const auto apply = [this, &settings] { m_bench.setColorRules(settings.colorRules()); };
    connect(&settings, &Settings::colorRulesChanged, this, apply);
    apply();
}

/// Pins all selected rows; unpins them if all are pinned.
void MarkCommands::togglePin()
{
    if (!m_controller.conversation())
        return;
    const QList<MarkTarget> places = m_bench.selectedPlaces();
    const Marks &marks = m_controller.conversation()->log().marks();
    const bool unpins =
        std::all_of(places.begin(), places.end(), [&marks](const MarkTarget &place) { return marks.at(place).pinned; });
    change(places, [unpins](Mark &mark) { mark.pinned = !unpins; });
}

void MarkCommands::change(const QList<MarkTarget> &places, const std::function<void(Mark &)> &change)
{
    Conversation *conversation = m_controller.conversation();
    if (!conversation)
        return;
    QList<std::pair<MarkTarget, Mark>> marks;
    for (const MarkTarget &place : places) {
        if (!place.isValid())
            continue;
        Mark mark = conversation->log().marks().at(place);
        change(mark);
        marks.append({place, mark});
    }
    const std::optional<Error> problem = conversation->mark(marks);
    if (problem && !std::exchange(m_reportedNotKept, true)) {
        m_bar.show(MessageBar::Kind::Warning,
                   tr("Marks in this tab are temporary and will not be saved. %1").arg(Texts::sentence(*problem)));
    }
    m_bench.details()->refresh();
    updateActions();
}

void MarkCommands::updateActions()
{
    const Conversation *conversation = m_controller.conversation();
    const QList<MarkTarget> places = conversation ? m_bench.selectedPlaces() : QList<MarkTarget>();
    const bool any = std::any_of(places.begin(), places.end(), [](const MarkTarget &place) { return place.isValid(); });
    const auto is = [&](const auto &test) {
        return any && std::all_of(places.begin(), places.end(),
                                  [&](const MarkTarget &place) { return test(conversation->log().marks().at(place)); });
    };
    m_actions.pin->setEnabled(any);
    m_actions.pin->setChecked(is([](const Mark &mark) { return mark.pinned; }));
    for (QAction *action : m_actions.colors) {
        const auto color = MarkColor(action->data().toInt());
        action->setEnabled(any);
        action->setChecked(is([color](const Mark &mark) { return mark.color == color; }));
    }
    m_actions.note->setEnabled(any);
    m_actions.removeMarks->setEnabled(any && !is([](const Mark &mark) { return mark.isEmpty(); }));
}

} // namespace Pullcord
