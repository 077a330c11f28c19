// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/conversationview.h"

#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/mainwindow/layoutkeeper.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/panels/findingspanel.h"
#include "ui/panels/messagespanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/serverlogpanel.h"
#include "ui/panels/serverpanel.h"
#include "ui/panels/statisticspanel.h"
#include "ui/panels/stderrpanel.h"
#include "ui/panels/timelinepanel.h"
#include "ui/settings.h"
#include "ui/views/filter/filterbar.h"
#include "ui/views/findings/findingsbar.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/requests/requesttable.h"
#include "ui/views/style/icons.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tabs/tighttabs.h"
#include "ui/views/timeline/timelineview.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLayout>
#include <QLocale>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include <algorithm>
#include <numeric>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Row in the corner of a tab widget that leaves its room to the tabs where necessary.
class TabCorner final : public QWidget
{
    Q_OBJECT

public:
    explicit TabCorner(QTabWidget *tabs);
    ~TabCorner() override;

    [[nodiscard]] QSize sizeHint() const override;

private:
    QTabWidget *m_tabs;
};

TabCorner::TabCorner(QTabWidget *tabs)
    : QWidget(tabs)
    , m_tabs(tabs)
{
    (new QHBoxLayout(this))->setContentsMargins(0, 0, 0, 0);
}

TabCorner::~TabCorner() = default;

/// Returns what the tabs leave. The tab widget serves its corner first, and asks on every resize.
QSize TabCorner::sizeHint() const
{
    const QSize wanted = QWidget::sizeHint();
    const int left = m_tabs->width() - m_tabs->tabBar()->sizeHint().width();
    return {std::max(std::min(wanted.width(), left), minimumSizeHint().width()), wanted.height()};
}

namespace {

// In characters.
constexpr int NarrowestServer = 19;
constexpr int NarrowestLower = 34;
constexpr int NarrowestDetails = 20;

// Default shares of the window, in percent, and widths of names and fields, in characters.
constexpr int ServerShare = 16;
constexpr int DetailsShare = 18;
constexpr int MostServerShare = 19; // limit if the tables would be too narrow otherwise
constexpr int MostDetails = 23;
constexpr int LeastServer = 40;
constexpr int LeastDetails = 46;
constexpr int ServerInTurns = 25; ///< in percent, while tables and Details take turns
constexpr int LeastTables = 67;   ///< beside it, in characters, if there is room
constexpr int LeastBeside = 165;  ///< minimum for all three side by side, in characters
constexpr int ListShare = 300;
constexpr int FormShare = 560;
/// Key of the character width at the time of saving.
constexpr QLatin1StringView CharacterWidth("characterWidth");
constexpr QLatin1StringView SidesWere("sidesWere"); ///< key of the widths of the panels

} // namespace

ConversationView::ConversationView(Actions &actions, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_viewDetails(actions.viewDetails)
    , m_middle(new QSplitter(Qt::Vertical, this))
    , m_lower(new TightTabs(this))
    , m_server(new ServerPanel(actions, this))
    , m_requests(new RequestsPanel(actions, this))
    , m_messages(new MessagesPanel(actions, this))
    , m_log(new ServerLogPanel(actions, this))
    , m_stderr(new StderrPanel(this))
    , m_statistics(new StatisticsPanel(this))
    , m_timeline(new TimelinePanel(m_requests->grouped(), this))
    , m_marks(new FindingMarks(this))
    , m_findings(new FindingsPanel(actions, *m_marks, this))
    , m_details(new DetailsPanel(this))
{
    setObjectName(u"columnSplitter"_s);
    makeLower();
    m_middle->setObjectName(u"middleSplitter"_s);
    m_middle->addWidget(m_requests);
    m_middle->addWidget(m_lower);
    m_middle->setStretchFactor(0, 3);
    m_middle->setStretchFactor(1, 1);
    addWidget(m_server);
    addWidget(m_middle);
    addWidget(m_details);
    setStretchFactor(1, 1);
    makeHidden();
    makeTurns();
    fitFont();
    connectPanels();
}

ConversationView::~ConversationView() = default;

void ConversationView::fitFont()
{
    const int one = letterWidth(fontMetrics());
    m_server->setMinimumWidth(NarrowestServer * one);
    // Keep a minimum that does not depend on the contents.
    m_details->setMinimumWidth(NarrowestDetails * one);
    m_lower->setMinimumWidth(NarrowestLower * one); // not the width of its widest tab
}

QSize ConversationView::minimumSizeHint() const
{
    const auto least = [](const QWidget *panel) {
        return panel->minimumWidth() > 0 ? panel->minimumWidth() : panel->minimumSizeHint().width();
    };
    const int server = m_server->isHidden() ? 0 : least(m_server) + handleWidth();
    return {server + qMax(least(m_middle), least(m_details)), QSplitter::minimumSizeHint().height()};
}

void ConversationView::changeEvent(QEvent *event)
{
    QSplitter::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitFont();
        takeTurns();
    }
}

void ConversationView::makeLower()
{
    m_lower->setObjectName(u"lowerTabs"_s);
    m_lower->setAccessibleName(tr("Messages, server log and output, timeline, statistics, findings"));
    m_lower->setDocumentMode(true);
    m_lower->addTab(m_messages, tr("Messages"));
    m_lower->addTab(m_log, tr("Server Log"));
    m_lower->addTab(m_stderr, tr("Server Output"));
    m_lower->addTab(m_timeline, tr("Timeline"));
    m_lower->addTab(m_statistics, tr("Statistics"));
    m_lower->addTab(m_findings, tr("Findings"));
    auto *corner = new TabCorner(m_lower);
    corner->layout()->addWidget(m_messages->filterBar());
    m_lower->setCornerWidget(corner);
    connect(m_lower, &QTabWidget::currentChanged, this,
            [this] { m_messages->filterBar()->setVisible(m_lower->currentWidget() == m_messages); });
}

void ConversationView::connectSelection()
{
    connect(m_requests, &RequestsPanel::selectionChanged, this, [this] {
        setSelected(Place::Requests);
        showCurrent();
        emit selectionChanged();
    });
    connect(m_messages, &MessagesPanel::selectionChanged, this, [this] {
        setSelected(Place::Messages);
        showCurrent();
        emit selectionChanged();
    });
    for (const GrowingTableModel *model : {static_cast<const GrowingTableModel *>(&m_requests->model()),
                                           static_cast<const GrowingTableModel *>(&m_messages->model())})
        connect(model, &GrowingTableModel::looked, this, &ConversationView::updateHiddenNotice);
    connect(m_log, &ServerLogPanel::selectionChanged, this, [this] {
        setSelected(Place::ServerLog);
        m_details->showMessage(m_log->currentEvent());
        emit selectionChanged();
    });
    connect(m_requests, &RequestsPanel::hiddenWanted, this, [this](qsizetype row) {
        setSelected(Place::Requests);
        m_details->showRequest(row);
        emit selectionChanged();
    });
    connect(m_messages, &MessagesPanel::hiddenWanted, this, [this](qsizetype event) {
        setSelected(Place::Messages);
        m_details->showMessage(event);
        emit selectionChanged();
    });
    connect(m_requests, &RequestsPanel::unpinRequested, this, &ConversationView::unpinRequested);
    connect(m_messages, &MessagesPanel::unpinRequested, this, &ConversationView::unpinRequested);
    connect(m_log, &ServerLogPanel::messageWanted, this, &ConversationView::showInMessages);
    // Moves between the two tables, also by keyboard.
    connect(m_requests, &RequestsPanel::messageWanted, this, [this] {
        if (messageToShow() < 0)
            return;
        showInMessages();
        m_messages->table()->setFocus();
    });
    connect(m_messages, &MessagesPanel::requestWanted, this, [this] {
        if (requestOfMessage() < 0)
            return;
        showInRequests();
        m_requests->table()->setFocus();
    });
    connect(m_details, &DetailsPanel::messageWanted, this, &ConversationView::showMessage);
}

void ConversationView::connectFindings()
{
    m_requests->setFindings(*m_marks);
    m_messages->setFindings(*m_marks);
    connect(m_marks, &FindingMarks::changed, this, &ConversationView::countFindings);
    connect(m_findings, &FindingsPanel::selectionChanged, this, [this] {
        if (!m_findings->current())
            return; // nothing selected, or hidden by the filter
        setSelected(Place::Findings);
        if (m_findings->currentRequest() >= 0)
            m_details->showRequest(m_findings->currentRequest());
        else
            m_details->showMessage(m_findings->currentEvent());
        emit selectionChanged();
    });
    connect(m_findings, &FindingsPanel::chosen, this, [this] {
        const qsizetype row = m_findings->currentRequest();
        row >= 0 ? showRequest(row) : showMessage(m_findings->currentEvent());
        (row >= 0 ? static_cast<GrowingTableView *>(m_requests->table()) : m_messages->table())->setFocus();
    });
    connect(m_findings, &FindingsPanel::messageWanted, this, &ConversationView::showMessage);
    connect(m_findings, &FindingsPanel::requestWanted, this, &ConversationView::showRequest);
}

/// Counts warnings and errors only.
void ConversationView::countFindings()
{
    const qsizetype count = m_marks->count();
    m_lower->setTabText(m_lower->indexOf(m_findings),
                        count > 0 ? tr("Findings (%1)").arg(QLocale().toString(count)) : tr("Findings"));
}

void ConversationView::connectPanels()
{
    connectSelection();
    connectFindings();
    connect(m_details, &DetailsPanel::requestWanted, m_requests, &RequestsPanel::select);
    connect(m_requests, &RequestsPanel::rowsChanged, this, &ConversationView::contentChanged);
    connect(&m_messages->model(), &QAbstractItemModel::rowsInserted, this, &ConversationView::contentChanged);
    connect(&m_log->model(), &QAbstractItemModel::rowsInserted, this, &ConversationView::contentChanged);
    connect(&m_stderr->model(), &QAbstractItemModel::rowsInserted, this, [this] {
        m_lower->setTabText(m_lower->indexOf(m_stderr),
                            tr("Server Output (%1)").arg(QLocale().toString(m_stderr->model().rowCount())));
    });
    m_statistics->setFilter([this](qsizetype row) { return m_requests->passesFilter(row); });
    connect(m_requests->filterBar(), &FilterBar::changed, m_statistics, &StatisticsPanel::refresh);
    connect(m_details, &DetailsPanel::filterWanted, this, [this](const QString &filter) {
        const bool ofMessages = m_selected == Place::Messages;
        (ofMessages ? m_messages->filterBar() : m_requests->filterBar())->showOnly(filter);
    });
    connect(m_statistics, &StatisticsPanel::filterRequested, this, [this](const QString &filter) {
        m_requests->filterBar()->showOnly(filter);
        m_requests->table()->setFocus();
    });
    connect(m_requests, &RequestsPanel::selectionChanged, this,
            [this] { m_timeline->view()->setCurrentLogRow(m_requests->currentRow()); });
    connect(m_timeline->view(), &TimelineView::currentChanged, m_requests, &RequestsPanel::select);
    connect(m_timeline->view(), &TimelineView::foldWanted, m_requests->table(), &RequestTableView::setFolded);
    connect(m_timeline->view(), &TimelineView::rangeChosen, this, [this](qint64 from, qint64 to) {
        for (FilterBar *bar : filterBars())
            bar->showBetween(from, to);
    });
    for (FilterBar *bar : filterBars()) {
        connect(bar, &FilterBar::betweenDropped, this, [this] {
            m_timeline->view()->forgetRange();
            for (FilterBar *each : filterBars())
                each->dropBetween();
        });
    }
}

void ConversationView::setConversation(Conversation *conversation, Findings *findings)
{
    m_conversation = conversation;
    setSelected(Place::Requests);
    m_lower->setTabText(m_lower->indexOf(m_stderr), tr("Server Output"));
    m_details->setConversation(nullptr); // first, since the others clear their selections
    m_server->setConversation(conversation);
    m_timeline->setConversation(nullptr); // it paints from the model of the requests
    m_marks->setSource(findings, conversation ? &conversation->log() : nullptr);
    m_requests->setConversation(conversation);
    m_timeline->setConversation(conversation);
    m_messages->setConversation(conversation);
    m_log->setConversation(conversation);
    m_stderr->setConversation(conversation);
    m_statistics->setConversation(conversation);
    m_findings->setSource(conversation, findings);
    m_details->setConversation(conversation);
}

QList<GrowingTableView *> ConversationView::tables() const
{
    return {m_requests->table(), m_messages->table(), m_log->table(), m_statistics->table(), m_findings->table()};
}

void ConversationView::refresh()
{
    const RpcConnection *rpc = m_conversation ? m_conversation->rpc() : nullptr;
    m_requests->setReasonIsSent(!rpc || rpc->tracker().dialect().signal != Dialect::Signal::CloseStream);
    m_messages->refresh();
    m_statistics->refresh();
    m_log->refresh();
    const qsizetype logged = m_log->model().total();
    m_lower->setTabText(m_lower->indexOf(m_log),
                        logged > 0 ? tr("Server Log (%1)").arg(QLocale().toString(logged)) : tr("Server Log"));
    m_details->refresh();
}

void ConversationView::setColorRules(const QList<ColorRule> &rules)
{
    m_requests->setColorRules(rules);
    m_messages->setColorRules(rules);
}

QList<FilterBar *> ConversationView::filterBars() const
{
    return {m_requests->filterBar(), m_messages->filterBar()};
}

void ConversationView::focusFilter()
{
    const QWidget *focused = QApplication::focusWidget();
    if (focused && m_details->isAncestorOf(focused))
        return m_details->find();
    if (m_log->table()->hasFocus())
        m_log->bar()->focusText();
    else if (focused && m_findings->isAncestorOf(focused))
        m_findings->bar()->focusText();
    else
        (m_messages->table()->hasFocus() ? m_messages->filterBar() : m_requests->filterBar())->focusText();
}

void ConversationView::restoreLayout(const Settings &settings)
{
    const double then = settings.layout(CharacterWidth).toDouble();
    const double wider = then > 0 ? letterWidth(QFontMetricsF(font())) / then : 1;
    const bool isWhole = restoreState(settings.layout(objectName())); // false if a panel was hidden when saved
    if ((!isWhole || !qFuzzyCompare(wider, 1)) && !restoreSides(settings.layout(SidesWere), wider) && !isWhole)
        shareOut(width());
    if (!m_middle->restoreState(settings.layout(m_middle->objectName())))
        m_middle->setSizes({560, 260});
    m_details->restoreState(settings.layout(m_details->objectName()));
    m_messages->filterBar()->setShowsHttp(settings.value(Settings::ShowHttp));
    m_requests->setGrouping(settings.value(Settings::GroupRequests));
    if (!m_server->splitter()->restoreState(settings.layout(m_server->splitter()->objectName())))
        m_server->splitter()->setSizes({ListShare, FormShare}); // a form needs more lines than a list
    m_findings->splitter()->restoreState(settings.layout(m_findings->splitter()->objectName()));
    SchemaEditor *arguments = m_server->callPanel()->editor();
    arguments->restoreLayout(settings.layout(arguments->objectName()));
    for (GrowingTableView *table : tables()) {
        const auto layoutOf = [&](const QString &what) { return settings.layout(table->objectName() + what); };
        table->restoreColumns(layoutOf({}), layoutOf(u"Widths"_s), !layoutOf(u"Columns"_s).isEmpty(), wider);
    }
}

void ConversationView::shareOut(int width)
{
    const int one = letterWidth(fontMetrics());
    if (m_takesTurns) {
        const int left = qMin(width * ServerInTurns / 100, qMax(m_server->minimumWidth(), width - LeastTables * one));
        setSizes({left, width - left, width - left});
        m_shares = sizes();
        return;
    }
    const auto share = [width](int wanted, int usual, int most) {
        return qMin(qMax(wanted, width * usual / 100), width * most / 100);
    };
    const int left = share(LeastServer * one, ServerShare, MostServerShare);
    const int right = share(qMax(LeastDetails * one, m_details->tabs()->roomForAll()), DetailsShare, MostDetails);
    setSizes({left, width - left - right, right});
    m_shares = sizes();
}

/// Side panels get automatic widths until the user chooses others.
void ConversationView::resizeEvent(QResizeEvent *event)
{
    if (!m_takesTurns) {
        m_areOurs = !m_shares.isEmpty() && sizes() == m_shares;
        m_besides = sizes();
    }
    QSplitter::resizeEvent(event);
    takeTurns();
    if (m_areOurs || m_takesTurns)
        shareOut(width());
    else
        m_shares.clear();
}

/// Creates a hidden button above the contents of Details.
QToolButton *ConversationView::addAboveDetails(const QString &name, const char *icon, const QString &text)
{
    auto *button = new QToolButton(m_details);
    button->setObjectName(name);
    button->setIcon(Icons::icon(icon));
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAutoRaise(true);
    button->hide();
    qobject_cast<QVBoxLayout *>(m_details->layout())->insertWidget(0, button);
    return button;
}

void ConversationView::makeHidden()
{
    m_hidden = addAboveDetails(u"hiddenByFilter"_s, "filter", tr("The filter hides this row"));
    m_hidden->setToolTip(tr("Show it in the table, without the filter"));
    connect(m_hidden, &QToolButton::clicked, this, [this] {
        if (m_details->logRow() >= 0)
            return showRequest(m_details->logRow());
        m_messages->filterBar()->showOnly({});
        showMessage(m_details->captureIndex());
    });
}

void ConversationView::makeTurns()
{
    m_toTables = addAboveDetails(u"toTables"_s, "arrow-left", tr("Back to the Tables"));
    connect(m_toTables, &QToolButton::clicked, this, [this] {
        showTables();
        selectedTable()->setFocus();
    });
    connect(m_viewDetails, &QAction::toggled, this, [this](bool shown) {
        if (!m_takesTurns)
            m_wantsDetails = shown;
        showTurn();
    });
}

/// Switches between taking turns and side by side; keeps the focused part in sight.
void ConversationView::takeTurns()
{
    const bool takesTurns = width() < LeastBeside * letterWidth(fontMetrics());
    if (takesTurns == m_takesTurns)
        return;
    const QWidget *focused = QApplication::focusWidget();
    const bool isRead = focused && m_details->isAncestorOf(focused);
    m_takesTurns = takesTurns;
    m_viewDetails->setChecked(takesTurns ? isRead : m_wantsDetails);
    showTurn();
    if (!takesTurns && !m_areOurs)
        setSizes({m_besides.first(), width() - m_besides.first() - m_besides.last(), m_besides.last()});
}

void ConversationView::showTurn()
{
    m_toTables->setVisible(m_takesTurns);
    m_requests->offerDetails(m_takesTurns);
    m_details->setVisible(m_viewDetails->isChecked());
    m_middle->setVisible(!m_takesTurns || !m_viewDetails->isChecked());
    if (m_takesTurns)
        shareOut(width());
}

void ConversationView::showTables()
{
    if (m_takesTurns)
        m_viewDetails->setChecked(false);
}

/// Restores panel widths, scaled to the current font. `were` holds the sizes, separated by blanks.
bool ConversationView::restoreSides(const QByteArray &were, double wider)
{
    const QByteArrayList sizes = were.split(' ');
    if (sizes.size() != count())
        return false;
    const int whole = std::accumulate(sizes.begin(), sizes.end(), 0,
                                      [](int sum, const QByteArray &size) { return sum + size.toInt(); });
    const int left = qRound(sizes.constFirst().toInt() * wider);
    const int right = qRound(sizes.constLast().toInt() * wider);
    if (left + right >= whole)
        return false;
    setSizes({left, whole - left - right, right});
    return true;
}

QByteArray ConversationView::characterWidth() const
{
    return QByteArray::number(letterWidth(QFontMetricsF(font())), 'g', 17);
}

void ConversationView::saveSides(Settings &settings) const
{
    if (m_takesTurns)
        return;
    QList<int> now = sizes();
    const QByteArrayList were = settings.layout(SidesWere).split(' ');
    const int one = letterWidth(fontMetrics());
    // Saves the last width of a hidden panel, for when it is shown again.
    const auto keep = [&](const QWidget *panel, int index, int least) {
        if (!panel->isHidden())
            return;
        const int before = were.size() == count() ? were.at(index).toInt() : 0;
        now[index] = before > 0 ? before : qMin(least * one, width() * MostServerShare / 100);
        now[1] -= now.at(index);
    };
    keep(m_server, 0, LeastServer);
    keep(m_details, 2, LeastDetails);
    QByteArrayList widths;
    for (const int width : std::as_const(now))
        widths << QByteArray::number(width);
    settings.setLayout(SidesWere, widths.join(' '));
    settings.setLayout(objectName(), now == sizes() ? saveState() : QByteArray());
}

void ConversationView::saveColumns(Settings &settings, const GrowingTableView &table)
{
    settings.setLayout(table.objectName(), table.horizontalHeader()->saveState());
    settings.setLayout(table.objectName() + u"Widths"_s, table.chosenWidths()); // older versions: "chosen"
    settings.setLayout(table.objectName() + u"Columns"_s, table.hasChosenColumns() ? "chosen"_ba : ""_ba);
}

/// Saves all widths that depend on the font together, since those loaded for another font were scaled.
void ConversationView::saveForFont(Settings &settings) const
{
    if (settings.layout(CharacterWidth) == characterWidth())
        return;
    settings.setLayout(CharacterWidth, characterWidth());
    saveSides(settings);
    for (const GrowingTableView *table : tables())
        saveColumns(settings, *table);
}

void ConversationView::leaveFoot(int height)
{
    const int more = height - std::exchange(m_foot, height);
    if (more == 0)
        return;
    m_details->layout()->setContentsMargins(0, 0, 0, height);
    QList<int> sizes = m_middle->sizes();
    m_middle->setContentsMargins(0, 0, 0, height);
    m_middle->refresh();
    int &lowest = m_lower->isHidden() ? sizes.front() : sizes.back();
    lowest -= more;                // otherwise all would shrink
    if (isVisible() && lowest > 0) // sizes are not valid before
        m_middle->setSizes(sizes);
}

void ConversationView::keepLayout(LayoutKeeper &keeper)
{
    connect(this, &QSplitter::splitterMoved, &keeper, keeper.add([this](Settings &settings) {
        saveForFont(settings);
        saveSides(settings);
    }));
    for (QSplitter *splitter : {m_middle, m_server->splitter(), m_findings->splitter()}) {
        connect(splitter, &QSplitter::splitterMoved, &keeper, keeper.add([splitter](Settings &settings) {
            settings.setLayout(splitter->objectName(), splitter->saveState());
        }));
    }
    for (const GrowingTableView *table : tables()) {
        connect(table, &GrowingTableView::columnsChosen, &keeper, keeper.add([this, table](Settings &settings) {
            saveForFont(settings);
            saveColumns(settings, *table);
        }));
    }
    connect(m_details, &DetailsPanel::tabWanted, &keeper, keeper.add([this](Settings &settings) {
        settings.setLayout(m_details->objectName(), m_details->saveState());
    }));
    const SchemaEditor *arguments = m_server->callPanel()->editor();
    connect(arguments, &SchemaEditor::layoutChosen, &keeper, keeper.add([arguments](Settings &settings) {
        settings.setLayout(arguments->objectName(), arguments->saveLayout());
    }));
    connect(m_messages->filterBar(), &FilterBar::showsHttpChanged, &keeper, keeper.add([this](Settings &settings) {
        settings.set(Settings::ShowHttp, m_messages->filterBar()->showsHttp());
    }));
}

GrowingTableView *ConversationView::selectedTable() const
{
    return m_selected == Place::Messages    ? m_messages->table()
           : m_selected == Place::ServerLog ? m_log->table()
           : m_selected == Place::Findings  ? m_findings->table()
                                            : m_requests->table();
}

void ConversationView::setSelected(Place place)
{
    m_selected = place;
    for (GrowingTableView *table : {static_cast<GrowingTableView *>(m_requests->table()), m_messages->table(),
                                    m_log->table(), m_findings->table()})
        table->setLeads(table == selectedTable());
}

QList<GrowingTableView *> ConversationView::sortableTables() const
{
    return {m_requests->table(), m_messages->table()};
}

GrowingTableView *ConversationView::sortableTable() const
{
    GrowingTableView *table = selectedTable();
    return sortableTables().contains(table) ? table : nullptr;
}

QList<MarkTarget> ConversationView::selectedPlaces() const
{
    if (!m_conversation)
        return {};
    if (m_selected == Place::Requests)
        return m_requests->selectedPlaces();
    const std::vector<qsizetype> events =
        m_selected == Place::Messages ? m_messages->selectedEvents() : selectedEntries();
    QList<MarkTarget> places;
    for (const qsizetype event : events)
        places.append(MarkTarget{.event = event});
    return places;
}

std::vector<qsizetype> ConversationView::selectedEntries() const
{
    return m_selected == Place::Messages    ? m_messages->selectedIndices()
           : m_selected == Place::ServerLog ? m_log->selectedEvents()
                                            : m_findings->selectedEvents();
}

bool ConversationView::hasSelection() const
{
    return m_conversation && selectedTable()->selectionModel()->hasSelection();
}

ExportSelection ConversationView::selection() const
{
    const Marks &marks = m_conversation->log().marks();
    if (m_selected != Place::Requests)
        return ExportSelection::ofEvents(selectedEntries()).withMarks(marks);
    const QList<qsizetype> rows = m_requests->selectedWholes();
    return ExportSelection::ofRequests(m_conversation->capture(), m_conversation->log(), {rows.begin(), rows.end()})
        .withMarks(marks);
}

std::vector<qsizetype> ConversationView::selectedMessages() const
{
    return m_selected == Place::Messages ? m_messages->selectedIndices() : std::vector<qsizetype>();
}

QByteArrayList ConversationView::selectedBytes() const
{
    std::vector<qsizetype> indices;
    if (m_selected != Place::Requests) {
        indices = selectedEntries();
    } else {
        const QList<qsizetype> rows = m_requests->selectedRows();
        for (const qsizetype row : rows)
            indices.push_back(m_conversation->log().record(row).requestEvent);
    }
    QByteArrayList messages;
    for (const qsizetype index : indices) {
        if (index >= 0)
            messages << m_conversation->capture().eventAt(index).bytes;
    }
    return messages;
}

qsizetype ConversationView::requestOfMessage() const
{
    if (m_selected == Place::ServerLog)
        return m_log->currentRequest();
    if (m_selected == Place::Findings)
        return m_findings->currentRequest();
    const qsizetype index = m_messages->currentIndex();
    return m_conversation && index >= 0 ? m_conversation->capture().entry(index).row : -1;
}

qsizetype ConversationView::messageToShow() const
{
    if (m_selected == Place::ServerLog)
        return m_log->currentEvent();
    if (m_selected == Place::Findings)
        return m_findings->currentEvent();
    const qsizetype row = m_requests->currentRow();
    return m_conversation && row >= 0 ? m_conversation->log().record(row).requestEvent : -1;
}

qsizetype ConversationView::selectedEntry() const
{
    return m_conversation && m_selected == Place::Messages ? m_messages->currentIndex() : messageToShow();
}

bool ConversationView::isHiddenByFilter() const
{
    const bool isRequest = m_details->logRow() >= 0;
    const GrowingTableModel &model =
        isRequest ? static_cast<const GrowingTableModel &>(m_requests->model()) : m_messages->model();
    const qsizetype shown = isRequest ? m_details->logRow() : m_details->captureIndex();
    return m_conversation && shown >= 0 && !model.isSearching() && model.rowOf(shown) < 0 &&
           (isRequest || m_selected == Place::Messages);
}

void ConversationView::showCurrent()
{
    const bool isRequest = m_selected == Place::Requests;
    const qsizetype current = isRequest ? m_requests->currentRow() : m_messages->currentIndex();
    if (current < 0) // the reason, the user or the filter, is only known later
        return QTimer::singleShot(0, this, &ConversationView::giveUp);
    isRequest ? m_details->showRequest(current) : m_details->showMessage(current);
    updateHiddenNotice();
}

void ConversationView::giveUp()
{
    updateHiddenNotice();
    const bool isNone = (m_selected == Place::Requests && m_requests->currentRow() < 0) ||
                        (m_selected == Place::Messages && m_messages->currentIndex() < 0);
    if (isNone && !isHiddenByFilter())
        m_details->showNothing();
}

/// Details keep showing a hidden row; it is selected again when it reappears.
void ConversationView::updateHiddenNotice()
{
    const bool wasHidden = m_hidden->isVisibleTo(m_details);
    const bool isHidden = isHiddenByFilter();
    m_hidden->setVisible(isHidden);
    if (wasHidden && !isHidden && m_details->logRow() >= 0 && m_requests->currentRow() < 0)
        m_requests->select(m_details->logRow());
}

void ConversationView::showInRequests()
{
    showTables();
    showRequest(requestOfMessage());
}

void ConversationView::showRequest(qsizetype row)
{
    if (row < 0)
        return;
    if (!m_requests->passesFilter(row))
        m_requests->filterBar()->showOnly({}); // the filter hides the row
    m_requests->select(row);
}

void ConversationView::showInMessages()
{
    showTables();
    showMessage(messageToShow());
}

void ConversationView::showMessage(qsizetype captureIndex)
{
    if (!m_conversation || captureIndex < 0)
        return;
    m_lower->setCurrentWidget(m_messages);
    m_messages->select(captureIndex);
}

} // namespace Pullcord

#include "conversationview.moc"
