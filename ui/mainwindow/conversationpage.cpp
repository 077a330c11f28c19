// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/conversationpage.h"

#include "core/capture/file/capturestore.h"
#include "ui/actions.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/dialogs/preferencesdialog.h"
#include "ui/mainwindow/commands/catalogcommands.h"
#include "ui/mainwindow/commands/comparecommands.h"
#include "ui/mainwindow/commands/contentcommands.h"
#include "ui/mainwindow/commands/copycommands.h"
#include "ui/mainwindow/commands/diskspacewarning.h"
#include "ui/mainwindow/commands/exportcommand.h"
#include "ui/mainwindow/commands/filtercommands.h"
#include "ui/mainwindow/commands/findingcommands.h"
#include "ui/mainwindow/commands/helpcommands.h"
#include "ui/mainwindow/commands/labcommands.h"
#include "ui/mainwindow/commands/navigationcommands.h"
#include "ui/mainwindow/commands/palettecommands.h"
#include "ui/mainwindow/commands/requestcommands.h"
#include "ui/mainwindow/commands/sendcommands.h"
#include "ui/mainwindow/commands/tablecommands.h"
#include "ui/mainwindow/commands/taskcommands.h"
#include "ui/mainwindow/commands/tour.h"
#include "ui/mainwindow/connectionmessages.h"
#include "ui/mainwindow/conversationappearance.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/mainwindow/layoutkeeper.h"
#include "ui/mainwindow/messagebarpositioner.h"
#include "ui/mainwindow/pagedialogs.h"
#include "ui/mainwindow/pagemenus.h"
#include "ui/mainwindow/sources/doctorcommands.h"
#include "ui/mainwindow/sources/followcommands.h"
#include "ui/mainwindow/sources/proxycommands.h"
#include "ui/mainwindow/sources/readingcommand.h"
#include "ui/mainwindow/sources/rulecommands.h"
#include "ui/mainwindow/sources/servercommands.h"
#include "ui/mainwindow/statusline.h"
#include "ui/mainwindow/tabrestorer.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/panels/findingspanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/serverpanel.h"
#include "ui/panels/startpage.h"
#include "ui/settings.h"
#include "ui/views/messages/questionnote.h"
#include "ui/views/requests/requesttable.h"
#include "ui/views/widgets/messagebar.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView ShownPanels("shownPanels"); ///< key of the visible panels: 0 or 1 for each

} // namespace

ConversationPage::ConversationPage(const Services &services, QWidget *parent)
    : QWidget(parent)
    , m_services(services)
    , m_controller(services)
    , m_actions(new Actions(this))
    , m_bar(new MessageBar(this))
{
    setObjectName(u"conversationPage"_s);
    const QList<QAction *> commands = m_actions->all();
    for (const QAction *command : commands) // first, since commands may show a message
        connect(command, &QAction::triggered, m_bar, &MessageBar::goOn);
    auto *foot = new QStatusBar(this);
    foot->setObjectName(u"statusBar"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(createStack(), 1);
    layout->addWidget(createBanner()); // above the status bar, so that no table moves
    layout->addWidget(foot);
    new MessageBarPositioner(*m_bar, *m_stack, *m_bench, this);
    m_servers = new ServerCommands(m_services, m_controller, *m_actions, *m_bar, this);
    m_tabRestorer = new TabRestorer(m_services, m_controller, *m_servers, *m_actions, *m_bar, this);
    m_menus = new PageMenus(m_services, *m_actions, this);
    m_reading = new ReadingCommand(m_controller, *m_bar, this);
    m_status = new StatusLine(*foot, m_controller, *m_reading);
    auto *note = new QuestionNote(*foot->findChild<QWidget *>(u"statusServer"_s), foot);
    foot->insertWidget(0, note);
    foot->setMinimumWidth(1);                              // labels that do not fit are left out
    foot->setMinimumHeight(note->sizeHint().height() + 2); // so that the note moves nothing
    m_proxy = new ProxyCommands(m_services, m_controller, *m_actions, *m_bench->requests(), *m_bar, this);
    m_rules = new RuleCommands(m_controller, *m_proxy, *m_actions, *m_banner, this);
    m_commands = new RequestCommands(m_controller, *m_proxy, *m_bench->requests(), *m_bar, *note, m_services.settings,
                                     *m_actions, this);
    m_catalog = new CatalogCommands(m_controller, *m_actions, *m_bench->server(), *m_commands, this);
    new FilterCommands(m_services.settings, *m_actions, m_bench->filterBars(), this);
    new TableCommands(m_controller, *m_actions, *m_bench, *m_bar, m_services.settings, this);
    new TaskCommands(m_controller, *m_actions, *m_commands, this);
    const auto *doctor = new DoctorCommands(m_services, m_controller, *m_actions, this);
    connect(doctor, &DoctorCommands::logChosen, this, &ConversationPage::openElsewhere);
    new LabCommands(m_services, m_controller, *m_actions, *m_bench, this);
    new ContentCommands(m_controller, *m_bench->details(), *m_commands, m_services.dialogs, *m_bar, this);
    new SendCommands(m_controller, *m_actions, *m_bench, *m_commands, *m_bar, this);
    new CompareCommands(m_controller, *m_actions, *m_bench, *m_bar, this);
    new PageDialogs(this);
    new DiskSpaceWarning(m_services, m_controller, *m_actions, *m_bar, this);
    new Tour(m_services, m_controller, *m_actions, *m_bench, this);
    const auto *help = new HelpCommands(m_services, *m_actions, this);
    const auto *palette = new PaletteCommands(m_services, m_controller, *m_actions, *m_bench, menus(), this);
    connect(palette, &PaletteCommands::pageChosen, help, &HelpCommands::openGuide);
    connect(m_bench->findings(), &FindingsPanel::meaningWanted, help, &HelpCommands::explain);
    connect(palette, &PaletteCommands::serverChosen, this, &ConversationPage::connectTo);
    connect(palette, &PaletteCommands::captureChosen, this, &ConversationPage::captureWanted);
    new NavigationCommands(m_controller, *m_actions, *m_bench, this);
    new CopyCommands(m_controller, *m_actions, *m_bench, this);
    new FindingCommands(m_controller, *m_actions, *m_bench, m_services.settings, m_services.program, this);
    m_export = new ExportCommand(m_services.settings, m_controller, m_services.dialogs, *m_bar, this);
    m_refresh.setSingleShot(true);
    connect(&m_refresh, &QTimer::timeout, this, &ConversationPage::refresh);
    connectFileActions();
    connectServerActions();
    connectRequestActions();
    connectViewActions();
    connectPanels();
    connectWorkspace();
    restoreLayout();
    keepLayout();
    takeConversation();
}

ConversationPage::~ConversationPage()
{
    m_controller.close(); // first, so that all views release the conversation
    m_controller.disconnect(this);
}

QWidget *ConversationPage::createStack()
{
    m_start = new StartPage(*m_actions, m_services, this);
    m_bench = new ConversationView(*m_actions, this);
    m_stack = new QStackedWidget(this);
    auto *start = new QScrollArea(m_stack); // the page may be smaller than its contents
    start->setFrameShape(QFrame::NoFrame);
    start->setFocusPolicy(Qt::NoFocus);
    start->setWidgetResizable(true);
    start->setWidget(m_start);
    m_stack->addWidget(start);
    m_stack->addWidget(m_bench);
    return m_stack;
}

/// Shows messages that a proxy holds, and rules that are active.
QWidget *ConversationPage::createBanner()
{
    m_banner = new MessageBar(this, u"rulesBanner"_s);
    m_banner->setAccessibleName(tr("Rules of the proxy"));
    m_banner->setLasting();
    return m_banner;
}

QList<QMenu *> ConversationPage::menus() const
{
    return m_menus->all();
}

void ConversationPage::connectFileActions()
{
    const Actions &a = *m_actions;
    connect(a.openCapture, &QAction::triggered, this, &ConversationPage::askForCapture);
    connect(a.exportAll, &QAction::triggered, m_export, &ExportCommand::exportAll);
    connect(a.exportSelection, &QAction::triggered, this, [this] { m_export->exportSelection(m_bench->selection()); });
    m_closeBar = new QShortcut(Qt::Key_Escape, this);
    m_closeBar->setEnabled(false);
    connect(m_closeBar, &QShortcut::activated, m_bar, &MessageBar::dismiss);
    connect(a.stop, &QAction::triggered, m_bar, &MessageBar::dismiss); // first, since stopping may show a message
    connect(a.stop, &QAction::triggered, m_export, &ExportCommand::stop);
    connect(a.stop, &QAction::triggered, m_reading, &ReadingCommand::stop);
    connect(m_bar, &MessageBar::shownChanged, this, &ConversationPage::updateStop);
    connect(m_export, &ExportCommand::runningChanged, this, &ConversationPage::updateActions);
    connect(m_reading, &ReadingCommand::changed, this, &ConversationPage::refresh);
    connect(m_reading, &ReadingCommand::cleared, m_tabRestorer, &TabRestorer::offerAgain);
    connect(m_tabRestorer, &TabRestorer::opened, this, &ConversationPage::refresh);
    connect(a.preferences, &QAction::triggered, this, &ConversationPage::showPreferences);
    connect(m_menus, &PageMenus::captureChosen, this, &ConversationPage::captureWanted);
}

void ConversationPage::connectServerActions()
{
    const Actions &a = *m_actions;
    connect(a.disconnectServer, &QAction::triggered, &m_controller, &ConversationController::disconnectFromServer);
    connect(a.reconnect, &QAction::triggered, &m_controller, &ConversationController::reconnect);
    connect(a.restart, &QAction::triggered, &m_controller, &ConversationController::restart);
    connect(a.copyCommand, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_tabRestorer->server()->shownAddress()); });
    connect(m_servers, &ServerCommands::agreed, m_bar, &MessageBar::goOn);
    connect(m_servers, &ServerCommands::agreed, this, &ConversationPage::begin);
    connect(m_menus, &PageMenus::serverChosen, this, &ConversationPage::connectTo);
    connect(a.answering, &QAction::triggered, m_commands, &RequestCommands::chooseAnswering);
}

void ConversationPage::connectRequestActions()
{
    const Actions &a = *m_actions;
    RequestsPanel *requests = m_bench->requests();
    connect(a.cancel, &QAction::triggered, this, [=, this] { m_commands->cancel(requests->selectedRows()); });
    connect(a.cancelAll, &QAction::triggered, m_commands, &RequestCommands::cancelAll);
    connect(a.answer, &QAction::triggered, this, [=, this] { m_commands->answerNext(requests->currentRow()); });
    connect(a.copyRows, &QAction::triggered, this, [this] { m_bench->selectedTable()->copySelection(); });
    connect(a.copyId, &QAction::triggered, this, [=, this] { m_commands->copyIds(requests->selectedRows()); });
    connect(a.copyJson, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(QString::fromUtf8(m_bench->selectedBytes().join('\n'))); });
    connect(a.showMessages, &QAction::triggered, m_bench, &ConversationView::showInMessages);
    connect(a.showRequest, &QAction::triggered, m_bench, &ConversationView::showInRequests);
    connect(requests, &RequestsPanel::cancelRequested, m_commands, &RequestCommands::cancel);
    connect(requests, &RequestsPanel::answerRequested, m_commands, &RequestCommands::answer);
}

void ConversationPage::connectViewActions()
{
    const Actions &a = *m_actions;
    connect(a.viewServer, &QAction::toggled, this, &ConversationPage::updateActions);
    connect(a.viewMessages, &QAction::toggled, m_bench->lower(), &QWidget::setVisible);
}

void ConversationPage::connectPanels()
{
    connect(m_start, &StartPage::serverChosen, this, &ConversationPage::connectTo);
    connect(m_start, &StartPage::captureChosen, this, &ConversationPage::captureWanted);
    connect(m_start, &StartPage::pasted, m_servers, &ServerCommands::take);
    connect(m_servers, &ServerCommands::watchingDone, m_start, &StartPage::updateWatched);
    connect(m_bench, &ConversationView::selectionChanged, m_bar, &MessageBar::goOn);
    connect(m_bench, &ConversationView::selectionChanged, this, &ConversationPage::updateActions);
    connect(m_bench, &ConversationView::contentChanged, this, [this] {
        if (!m_refresh.isActive())
            m_refresh.start();
    });
}

void ConversationPage::connectWorkspace()
{
    connect(&m_controller, &ConversationController::aboutToChange, this, &ConversationPage::letGo);
    connect(&m_controller, &ConversationController::changed, this, &ConversationPage::takeConversation);
    connect(&m_controller, &ConversationController::stateChanged, this, &ConversationPage::refresh);
    const auto *messages = new ConnectionMessages(m_controller, *m_servers, *m_actions->checkConnection, *m_bar, this);
    connect(messages, &ConnectionMessages::logChosen, this, &ConversationPage::openElsewhere);
    connect(&m_controller, &ConversationController::captureLost, this, [this](const QString &sentence) {
        m_bar->show(MessageBar::Kind::Failure, sentence, tr("Save As…"), m_export, [this] { m_export->exportAll(); });
    });
    const auto *follow = new FollowCommands(m_controller, *m_actions, *m_bar, this);
    connect(follow, &FollowCommands::agreed, this, &ConversationPage::followCommand);
    connect(m_proxy, &ProxyCommands::changed, this, &ConversationPage::refresh);
    connect(m_rules, &RuleCommands::changed, this, &ConversationPage::refresh);
}

void ConversationPage::letGo()
{
    m_bench->setConversation(nullptr, nullptr);
    m_bar->clear();
}

void ConversationPage::takeConversation()
{
    Conversation *conversation = m_controller.conversation();
    m_bench->setConversation(conversation, m_controller.findings());
    m_bench->server()->callPanel()->setTimeouts(m_controller.callTimeouts());
    if (conversation && conversation->questions()) {
        m_commands->announce(*conversation->questions());
        for (const auto signal : {&QuestionQueue::added, &QuestionQueue::ended})
            connect(conversation->questions(), signal, &m_refresh, qOverload<>(&QTimer::start));
    }
    m_stack->setCurrentIndex(conversation ? 1 : 0);
    refresh();
}

/// A hidden page only updates its tab.
void ConversationPage::refresh()
{
    const bool failed = m_controller.hasFailed();
    m_isUnseen = m_isUnseen || (failed && !m_hasFailed && !isVisible());
    m_hasFailed = failed;
    if (isVisible())
        refreshPanels();
    updateTabActions();
    emit changed();
}

void ConversationPage::refreshPanels()
{
    const Conversation *conversation = m_controller.conversation();
    QString state = connectionText(m_controller);
    if (m_controller.clientState() == Client::State::Ready)
        state = tr("%1, MCP %2").arg(state, nameOf(conversation->client()->revision()));
    m_bench->server()->setServer(m_controller.title(), state);
    m_bench->refresh();
    m_status->update();
    updateActions();
}

void ConversationPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_isUnseen = false;
    m_bench->requests()->setReasons(m_services.settings.reasons()); // other pages may have added some
    refreshPanels();
    emit changed();
}

TabAppearance ConversationPage::look() const
{
    TabAppearance look = lookOf(m_controller, !isVisible(), m_isUnseen);
    if (const QString former = m_tabRestorer->formerTitle(); !former.isEmpty())
        look.text = former;
    return look;
}

bool ConversationPage::isEmpty() const
{
    return !m_controller.conversation() && m_tabRestorer->tab().isEmpty();
}

bool ConversationPage::isExporting() const
{
    return m_export->isRunning();
}

bool ConversationPage::shows(const QString &path) const
{
    const Conversation *conversation = m_controller.conversation();
    return conversation && !conversation->isLive() && CaptureStore::isSameFile(path, conversation->capture().path());
}

void ConversationPage::updateActions()
{
    const Actions &a = *m_actions;
    const Conversation *conversation = m_controller.conversation();
    const bool any = conversation != nullptr;
    const bool live = any && conversation->isLive();
    const bool connected = m_controller.isConnected();
    const QList<qsizetype> rows = m_bench->requests()->selectedRows();
    const bool again = live ? !connected : m_tabRestorer->server().has_value();
    updateStop();
    a.disconnectServer->setEnabled(connected);
    a.reconnect->setEnabled(again);
    const bool isRecord = any && !live;
    a.disconnectServer->setVisible(!again && !isRecord);
    a.reconnect->setVisible(again || isRecord);
    a.sayWhyNotReconnect(isRecord && !again
                             ? tr("The file does not contain the command or URL of its server: use Connect.")
                             : QString());
    a.answering->setEnabled(live && m_controller.target());
    m_catalog->updateActions();
    a.cancel->setEnabled(m_commands->canCancelAny(rows));
    a.cancelAll->setEnabled(m_commands->canCancelAll());
    for (QAction *action : {a.keepWaiting, a.answerWithError, a.chooseError})
        action->setEnabled(m_proxy->isRunning());
    a.heldMessages->setEnabled(m_rules->hasRules());
    a.sayWhyNotCancel(m_commands->whyNotCancel());
    a.answer->setEnabled(m_commands->canAnswerAny());
    for (QAction *action : {a.exportSelection, a.copyRows, a.copyJson})
        action->setEnabled(m_bench->hasSelection());
    a.copyId->setEnabled(!rows.isEmpty());
    a.showRequest->setEnabled(m_bench->requestOfMessage() >= 0);
    a.showMessages->setEnabled(m_bench->messageToShow() >= 0);
    for (QAction *action : {a.exportAll, a.find, a.viewServer, a.viewMessages, a.viewDetails, a.findInDetails,
                            a.findNext, a.findPrevious})
        action->setEnabled(any);
    // A file has no server to call.
    m_bench->server()->setVisible(live && a.viewServer->isChecked());
}

void ConversationPage::updateStop()
{
    const bool isRunning = m_export->isRunning() || m_reading->isRunning();
    m_actions->stop->setEnabled(isRunning);
    m_closeBar->setEnabled(!isRunning && !m_bar->text().isEmpty()); // Escape has one meaning at a time
}

/// Updates the actions of the tab's context menu, also for a hidden page.
void ConversationPage::updateTabActions()
{
    const Actions &a = *m_actions;
    a.restart->setEnabled(m_controller.isConnected());
    const Conversation *conversation = m_controller.conversation();
    a.duplicateTab->setEnabled(m_controller.target() ||
                               (conversation && !conversation->isLive() && !conversation->capture().path().isEmpty()));
    a.copyCommand->setEnabled(m_tabRestorer->server().has_value());
}

void ConversationPage::openCapture(const QString &path)
{
    if (ServerCommands::isConfiguration(path))
        m_servers->importFile(path);
    else if (m_controller.isReplaceable())
        m_controller.openFile(path);
    else
        emit openElsewhere(path);
}

void ConversationPage::followCommand(const StdioCommand &command)
{
    if (m_controller.isReplaceable())
        m_controller.follow(command);
    else
        emit followElsewhere(command);
}

void ConversationPage::connectTo(const ServerTarget &target)
{
    m_servers->wish(target);
}

void ConversationPage::begin(const ServerTarget &target)
{
    if (m_controller.isReplaceable())
        m_controller.connectTo(target);
    else
        emit connectElsewhere(target);
}

void ConversationPage::showPreferences()
{
    auto *dialog = new PreferencesDialog(m_services.settings, m_services.sessionsFolder, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void ConversationPage::askForCapture()
{
    // Without recent captures, start in the folder of kept ones.
    const bool first = m_services.settings.recentCaptures().isEmpty();
    m_services.dialogs.openFile(
        this, tr("Open Capture"), first ? m_services.sessionsFolder : QString(),
        tr("Captures, and logs of other programs (*.pullcord *.jsonl *.log *.json *.har);;All files (*)"),
        [this](const QString &path) { emit captureWanted(path); });
}

QList<QAction *> ConversationPage::toggles() const
{
    return {m_actions->viewServer, m_actions->viewMessages, m_actions->viewDetails};
}

void ConversationPage::restoreLayout()
{
    m_bench->restoreLayout(m_services.settings);
    m_actions->rawAsHex->setChecked(m_services.settings.value(Settings::RawAsHex));
    const QList<QAction *> actions = toggles();
    const QByteArray shown = m_services.settings.layout(ShownPanels);
    for (qsizetype i = 0; i < actions.size() && shown.size() == actions.size(); ++i)
        actions.at(i)->setChecked(shown.at(i) != '0');
}

void ConversationPage::keepLayout()
{
    m_layout = new LayoutKeeper(m_services.settings, this);
    m_bench->keepLayout(*m_layout);
    connect(m_actions->groupRequests, &QAction::toggled, m_layout, m_layout->add([this](Settings &settings) {
        settings.set(Settings::GroupRequests, m_actions->groupRequests->isChecked());
    }));
    connect(m_actions->rawAsHex, &QAction::toggled, m_layout, m_layout->add([this](Settings &settings) {
        settings.set(Settings::RawAsHex, m_actions->rawAsHex->isChecked());
    }));
    const auto keepShown = m_layout->add([this](Settings &settings) {
        QByteArray shown;
        for (const QAction *action : toggles())
            shown += (action == m_actions->viewDetails ? m_bench->wantsDetails() : action->isChecked()) ? '1' : '0';
        settings.setLayout(ShownPanels, shown);
    });
    for (const QAction *action : toggles())
        connect(action, &QAction::toggled, m_layout, keepShown);
}

} // namespace Pullcord
