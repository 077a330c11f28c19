// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/tour.h"

#include "core/capture/describe.h"
#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/models/texts.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/catalogpanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/serverpanel.h"
#include "ui/services.h"
#include "ui/settings.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/requests/requesttable.h"
#include "ui/views/widgets/callout.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QSet>
#include <QShortcut>
#include <QTimer>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

Tour::Tour(const Services &services, ConversationController &controller, const Actions &actions,
           ConversationView &bench, QWidget *page)
    : QObject(page)
    , m_services(services)
    , m_controller(controller)
    , m_actions(actions)
    , m_bench(bench)
    , m_page(page)
    , m_callout(new Callout(page))
{
    connect(actions.startTour, &QAction::triggered, this, &Tour::start);
    connect(m_callout, &Callout::skipPressed, this, &Tour::stop);
    connect(m_callout, &Callout::actionPressed, this, &Tour::act);
    auto *cancel = new QShortcut(actions.cancel->shortcut(), m_callout, nullptr, nullptr,
                                 Qt::WidgetWithChildrenShortcut); // the callout has the focus, so that Enter continues
    connect(cancel, &QShortcut::activated, this, [this] {
        if (m_step == Step::Cancel)
            act();
    });
    connect(&controller, &ConversationController::changed, this, [this] {
        m_from = 0;
        updateAction();
        follow();
    });
    connect(&controller, &ConversationController::stateChanged, this, &Tour::follow);
    connect(&bench, &ConversationView::contentChanged, this, &Tour::follow);
    connect(bench.server()->catalog(), &CatalogPanel::currentChanged, this, &Tour::follow);
    updateAction();
    // After the window is shown, and only if the command line asks for nothing else.
    QTimer::singleShot(0, this, [this] {
        if (isFirstTime())
            start();
    });
}

Tour::~Tour() = default;

bool Tour::isFirstTime() const
{
    const Settings &settings = m_services.settings;
    return !settings.value(Settings::TourSeen) && m_page->isVisible() && (!m_controller.conversation() || isOnDemo()) &&
           settings.recentServers().isEmpty() && settings.recentCaptures().isEmpty();
}

bool Tour::isOnDemo() const
{
    return m_controller.target() && m_controller.target()->command.program == m_services.demoServer.command.program;
}

void Tour::updateAction()
{
    const bool can = !m_controller.conversation() || isOnDemo();
    m_actions.startTour->setEnabled(can);
    m_actions.startTour->setToolTip(can ? tr("Learn in three steps how to cancel a request, on the demo server")
                                        : tr("The tour is on the demo server: close this conversation first"));
}

void Tour::start()
{
    m_services.settings.set(Settings::TourSeen, true); // not again, even if the user skips it
    const Conversation *conversation = m_controller.conversation();
    m_from = conversation ? conversation->log().count() : 0;
    m_step = stepNow();
    if (m_step == Step::Call)
        prepareCall();
    m_hadFocus = m_step == Step::Connecting && m_page->isVisible(); // the next callout takes the focus
    show(true);
}

void Tour::stop()
{
    m_step = Step::None;
    qApp->removeEventFilter(this);
    const bool hadFocus = hasFocus();
    m_callout->leave();
    if (!hadFocus)
        return;
    if (m_controller.conversation())
        m_bench.requests()->table()->setFocus();
    else
        m_page->findChild<QWidget *>(u"start_connectDemo"_s)->setFocus();
}

bool Tour::hasFocus() const
{
    return m_callout->isAncestorOf(m_page->window()->focusWidget());
}

std::optional<RequestRecord> Tour::called() const
{
    const Conversation *conversation = m_controller.conversation();
    for (qsizetype row = conversation ? conversation->log().count() - 1 : -1; row >= m_from; --row) {
        const RequestRecord record = conversation->log().record(row);
        if (record.direction == Direction::ClientToServer && record.target == QLatin1StringView(Tool))
            return record;
    }
    return {};
}

QRect Tour::rowCalled() const
{
    const std::optional<RequestRecord> call = called();
    RequestsPanel &requests = *m_bench.requests();
    const qsizetype logRow = call ? m_controller.conversation()->log().rowOf(call->connection, call->serial) : -1;
    const int row = logRow < 0 ? -1 : requests.grouped().rowShowing(logRow);
    if (row < 0)
        return {};
    requests.table()->scrollTo(requests.grouped().index(row, 0));
    const int top = requests.table()->rowViewportPosition(row);
    return {0, top, requests.table()->viewport()->width(), requests.table()->rowHeight(row)};
}

Tour::Step Tour::stepNow() const
{
    if (!m_controller.conversation())
        return Step::Connect;
    if (!isOnDemo())
        return Step::None;
    const std::optional<RequestRecord> call = called();
    if (!call)
        return m_bench.server()->callPanel()->toolName().isEmpty() ? Step::Connecting : Step::Call;
    if (call->isOpen())
        return Step::Cancel;
    if (call->state != RequestState::Cancelled)
        return Step::Call; // it ended otherwise: call again
    return call->late.answered() ? Step::Done : Step::Watch;
}

void Tour::follow()
{
    if (!isRunning())
        return;
    const Step step = stepNow();
    if (step == m_step)
        return;
    m_step = step;
    if (step == Step::None)
        return stop();
    if (step == Step::Connecting) { // no control to point at
        m_hadFocus = hasFocus();
        return m_callout->leave();
    }
    if (step == Step::Call)
        prepareCall();
    if (step == Step::Done)
        qApp->installEventFilter(this);
    show(std::exchange(m_hadFocus, false));
}

bool Tour::eventFilter(QObject *watched, QEvent *event)
{
    const auto *widget = qobject_cast<QWidget *>(watched);
    const bool isPress = event->type() == QEvent::MouseButtonPress;
    const bool isKey = widget && event->type() == QEvent::KeyPress && goesOn(*widget, *static_cast<QKeyEvent *>(event));
    const auto isInCallout = [&] { // including presses that the callout passes to the widget below
        const QPoint place = static_cast<QMouseEvent *>(event)->globalPosition().toPoint();
        return m_callout->rect().contains(m_callout->mapFromGlobal(place));
    };
    if (isKey || (widget && isPress && !isInCallout()))
        stop();
    return false;
}

/// True for Escape, or any other key outside the callout but Tab and modifiers.
bool Tour::goesOn(const QWidget &at, const QKeyEvent &event) const
{
    static const QSet<int> rest{Qt::Key_Tab,     Qt::Key_Backtab, Qt::Key_Shift,
                                Qt::Key_Control, Qt::Key_Alt,     Qt::Key_Meta};
    return event.key() == Qt::Key_Escape || !(m_callout->isAncestorOf(&at) || rest.contains(event.key()));
}

/// Prepares a call whose response comes some time after the cancel, however long the user reads first.
void Tour::prepareCall()
{
    m_actions.viewServer->setChecked(true);
    m_bench.server()->showUse();
    if (m_bench.server()->catalog()->select(CatalogList::Kind::Tools, QLatin1StringView(Tool)))
        m_bench.server()->callPanel()->editor()->json()->setText(R"({"ms": 1500, "from_cancel": true})");
}

void Tour::act()
{
    switch (m_step) {
    case Step::None:
    case Step::Connecting:
        return;
    case Step::Connect:
        m_actions.connectDemo->trigger();
        return;
    case Step::Call:
        prepareCall();
        m_actions.callTool->trigger();
        return;
    case Step::Cancel: {
        const std::optional<RequestRecord> call = called(); // this call, whatever is selected
        const qsizetype row = m_controller.conversation()->log().rowOf(call->connection, call->serial);
        m_bench.requests()->select(row);
        emit m_bench.requests()->cancelRequested({row}); // the action is enabled only in a later turn of the event loop
        return;
    }
    case Step::Watch:
    case Step::Done:
        stop();
        return;
    }
}

void Tour::show(bool takeFocus)
{
    const auto part = [this](const QString &name) { return m_page->findChild<QWidget *>(name); };
    const QString skip = tr("Skip the Tour");
    takeFocus = takeFocus && m_page->isVisible(); // otherwise another tab has it
    switch (m_step) {
    case Step::None:
    case Step::Connecting:
        return;
    case Step::Connect:
        return m_callout->point(part(u"start_connectDemo"_s),
                                {tr("1 of 3: Connect"),
                                 tr("Pullcord includes a demo server that misbehaves on demand. Connect to it; nothing "
                                    "leaves this computer."),
                                 tr("Connect"), skip},
                                takeFocus);
    case Step::Call:
        return m_callout->point(part(u"callButton"_s),
                                {tr("2 of 3: Call a slow tool"),
                                 tr("The tool “late” runs until it is cancelled, then responds anyway. Call it."),
                                 tr("Call It"), skip},
                                takeFocus);
    case Step::Cancel:
        return m_callout->point(part(u"cancelButton"_s),
                                {tr("3 of 3: Cancel it"),
                                 tr("Its row is in flight. Type a reason if you like, and cancel it: here, with "
                                    "Delete in the table, or with the button in its row."),
                                 tr("Cancel It"), skip},
                                takeFocus);
    case Step::Watch:
        return m_callout->point(m_bench.requests()->table()->viewport(),
                                {tr("3 of 3: Cancelled"),
                                 tr("The state is Cancelled at once: the server was notified, and Pullcord no longer "
                                    "waits. Now watch the column Cancel in its row."),
                                 {},
                                 tr("Close")},
                                takeFocus, rowCalled());
    case Step::Done:
        return m_callout->point(m_bench.requests()->table()->viewport(),
                                {tr("There it is: a late response"),
                                 tr("It arrived %1: the server had continued to work. The row stays Cancelled; Details "
                                    "shows the response. Press F1 anywhere for help.")
                                     .arg(Texts::translated(Describe::lateness(*called(), true))),
                                 {},
                                 tr("Done")},
                                takeFocus, rowCalled());
    }
}

} // namespace Pullcord
