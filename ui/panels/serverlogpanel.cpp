// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/serverlogpanel.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/views/clearaction.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/widgets/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace Pullcord {

using namespace Qt::StringLiterals;

using namespace std::chrono_literals;

ServerLogBar::ServerLogBar(QWidget *parent)
    : QWidget(parent)
    , m_asked(new QComboBox(this))
    , m_least(new QComboBox(this))
    , m_text(new QLineEdit(this))
{
    m_asked->setObjectName(u"logAsked"_s);
    m_asked->setAccessibleName(tr("Level requested from the server"));
    m_asked->addItem(QString());
    m_least->setObjectName(u"logLeast"_s);
    AccessibleNames::name(m_least, tr("Minimum level"));
    m_least->setToolTip(tr("Shows messages of this level and above"));
    for (const LogLevel level : allLogLevels()) {
        const QString name = nameOf(level);
        m_asked->addItem(name);
        m_least->addItem(level == LogLevel::Debug       ? tr("All levels")
                         : level == LogLevel::Emergency ? name
                                                        : tr("%1 and above", "a log level").arg(name));
    }
    m_text->setObjectName(u"logFilter"_s);
    m_text->setPlaceholderText(tr("Filter log"));
    m_text->setAccessibleName(m_text->placeholderText());
    m_text->setToolTip(tr("Shows messages that contain this text in the level, logger or data; case is ignored"));
    new ClearAction(m_text);
    m_text->addAction(Icons::icon("filter"), QLineEdit::LeadingPosition);
    setAsked({}, Unasked::Chooses);
    auto *label = new PlainLabel(tr("As&k for:", "a log level"), this);
    label->setBuddy(m_asked);
    const int least = 12 * letterWidth(fontMetrics());
    for (QWidget *each :
         {static_cast<QWidget *>(m_asked), static_cast<QWidget *>(m_text), static_cast<QWidget *>(m_least)})
        each->setMinimumWidth(least); // a narrow window elides them
    for (QComboBox *each : {m_asked, m_least})
        each->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 2, 2, 2);
    layout->addWidget(label);
    layout->addWidget(m_asked);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_least);
    m_typing.setSingleShot(true);
    m_typing.setInterval(150ms);
    connect(&m_typing, &QTimer::timeout, this, &ServerLogBar::changed);
    connect(m_text, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_text, &QLineEdit::returnPressed, this, &ServerLogBar::changed);
    connect(m_least, &QComboBox::currentIndexChanged, this, &ServerLogBar::changed);
    connect(m_asked, &QComboBox::activated, this,
            [this](int index) { emit asked(index == 0 ? std::nullopt : std::optional(allLogLevels().at(index - 1))); });
}

ServerLogBar::~ServerLogBar() = default;

LogLevel ServerLogBar::least() const
{
    return allLogLevels().at(m_least->currentIndex());
}

QString ServerLogBar::text() const
{
    return m_text->text();
}

bool ServerLogBar::isFiltering() const
{
    return m_least->currentIndex() > 0 || !m_text->text().isEmpty();
}

void ServerLogBar::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void ServerLogBar::setAsked(std::optional<LogLevel> level, Unasked unasked)
{
    m_asked->setItemText(0, unasked == Unasked::IsSilent ? tr("none", "of the log level")
                            : unasked == Unasked::Chooses
                                ? tr("server's choice", "of the log level")
                                : tr("server's choice, once reconnected", "of the log level"));
    m_asked->setCurrentIndex(level ? int(allLogLevels().indexOf(*level)) + 1 : 0);
}

void ServerLogBar::setCanAsk(bool can, const QString &why)
{
    m_asked->setEnabled(can);
    AccessibleNames::setToolTip(m_asked, why);
}

RowDelegate::Look ServerLogDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const Theme &theme = Theme::of(palette);
    const int number = index.data(ServerLogModel::LevelRole).toInt();
    const auto level = number == ServerLogModel::NoLevel ? std::nullopt : std::optional(LogLevel(number));
    Look look;
    switch (index.column()) {
    case ServerLogModel::Level: {
        const StateLook state = lookOf(level, theme);
        look.icon = state.icon;
        look.iconColor = look.text = state.color;
        if (index.data(ServerLogModel::UnaskedRole).toBool()) {
            look.icon = "triangle-alert";
            look.iconColor = theme.warning;
        }
        break;
    }
    case ServerLogModel::Logger:
        look.text = theme.dim;
        look.elide = Qt::ElideMiddle;
        break;
    case ServerLogModel::Data:
        look.monospace = true;
        if (level == LogLevel::Debug)
            look.text = theme.dim;
        break;
    default:
        break;
    }
    return look;
}

ServerLogPanel::ServerLogPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_table(new GrowingTableView(this))
    , m_bar(new ServerLogBar(this))
{
    setObjectName(u"serverLogPanel"_s);
    m_table->setObjectName(u"serverLogTable"_s);
    m_table->setAccessibleName(tr("Server log"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(&m_delegate);
    QList<ColumnLayout::Width> widths(ServerLogModel::ColumnCount);
    widths[ServerLogModel::Time] = {9, 9};
    widths[ServerLogModel::Level] = {ColumnLayout::Icon + 9, ColumnLayout::Icon + 8};
    widths[ServerLogModel::Logger] = {14, 8};
    widths[ServerLogModel::Data] = {40, 16};
    m_table->setColumns(widths);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this, &actions](const QPoint &at) {
        auto *menu = new QMenu(m_table);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions(
            {actions.showMessages, actions.showRequest, actions.copyRows, actions.copyJson, actions.exportSelection});
        menu->popup(m_table->viewport()->mapToGlobal(at));
    });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_table, 1);
    connect(m_bar, &ServerLogBar::changed, this, &ServerLogPanel::applyFilter);
    connect(m_bar, &ServerLogBar::asked, this, &ServerLogPanel::ask);
    const QItemSelectionModel *selection = m_table->selectionModel();
    connect(selection, &QItemSelectionModel::selectionChanged, this, &ServerLogPanel::selectionChanged);
    connect(selection, &QItemSelectionModel::currentRowChanged, this, &ServerLogPanel::selectionChanged);
    connect(m_table, &QAbstractItemView::clicked, this, &ServerLogPanel::selectionChanged);
    connect(new RowChoice(m_table), &RowChoice::chosen, this, &ServerLogPanel::messageWanted);
}

ServerLogPanel::~ServerLogPanel() = default;

void ServerLogPanel::setConversation(Conversation *conversation)
{
    m_table->setFollowsFromStart(conversation && conversation->isGrowing());
    disconnect(m_settled);
    m_conversation = conversation;
    if (conversation && conversation->client())
        m_settled = connect(conversation->client(), &Client::logLevelSettled, this, &ServerLogPanel::refresh);
    m_model.setSource(conversation ? &conversation->serverLog() : nullptr,
                      conversation ? &conversation->capture() : nullptr);
    refresh();
}

void ServerLogPanel::refresh()
{
    const Client *client = m_conversation ? m_conversation->client() : nullptr;
    m_bar->setAsked(client ? client->logLevel() : std::nullopt,
                    client && client->isModern()          ? ServerLogBar::Unasked::IsSilent
                    : client && client->logLevelInForce() ? ServerLogBar::Unasked::ChoosesOnceReconnected
                                                          : ServerLogBar::Unasked::Chooses);
    m_bar->setCanAsk(client && client->state() == Client::State::Ready && declaresLogging(), askingText());
    m_table->setEmptyText(emptyText());
}

void ServerLogPanel::applyFilter()
{
    const qsizetype event = currentEvent();
    m_model.setFilter(m_bar->least(), m_bar->text());
    m_table->setEmptyText(emptyText());
    if (const int row = event < 0 ? -1 : m_model.rowOfEvent(event); row >= 0)
        m_table->selectOnly(row);
}

void ServerLogPanel::ask(std::optional<LogLevel> level)
{
    if (m_conversation && m_conversation->client())
        m_conversation->client()->setLogLevel(level);
    refresh();
}

qsizetype ServerLogPanel::currentEvent() const
{
    const QModelIndex current = m_table->selectionModel()->currentIndex();
    return current.isValid() ? current.data(ServerLogModel::IndexRole).toLongLong() : -1;
}

qsizetype ServerLogPanel::currentRequest() const
{
    const QModelIndex current = m_table->selectionModel()->currentIndex();
    return current.isValid() ? m_conversation->serverLog().at(m_model.sourceOf(current.row())).row : -1;
}

std::vector<qsizetype> ServerLogPanel::selectedEvents() const
{
    std::vector<qsizetype> events;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &row : rows)
        events.push_back(row.data(ServerLogModel::IndexRole).toLongLong());
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end()); // a batch has several rows
    return events;
}

bool ServerLogPanel::declaresLogging() const
{
    return JsonValue(m_conversation->client()->server().capabilities).member("logging").isObject();
}

QString ServerLogPanel::askingText() const
{
    const Client *client = m_conversation ? m_conversation->client() : nullptr;
    if (!client)
        return tr("Not available for a recorded conversation.");
    if (client->state() != Client::State::Ready)
        return tr("Available when the server is connected.");
    if (!declaresLogging())
        return tr("The level cannot be set: this server does not declare the capability “logging”.");
    return client->isModern()
               ? tr("Minimum level that the server should send; included in every request from now on")
               : tr("Minimum level that the server should send; requested at once and after each reconnect");
}

QString ServerLogPanel::emptyText() const
{
    if (m_bar->isFiltering() && m_model.total() > 0)
        return tr("No log message matches the filter.");
    const Client *client = m_conversation ? m_conversation->client() : nullptr;
    if (!client)
        return tr("The server has sent no log messages in this conversation.");
    if (client->state() != Client::State::Ready)
        return tr("Log messages from the server appear here.");
    if (!declaresLogging())
        return tr("This server does not declare the capability “logging”, so the level cannot be set. Log messages "
                  "that it sends anyway appear here.");
    if (client->logLevel())
        return tr("Nothing yet. The level %1 and above was requested.").arg(nameOf(*client->logLevel()));
    if (const auto level = client->logLevelInForce())
        return tr("Nothing yet. The level stays at %1 until you reconnect: this revision has no way to reset it.")
            .arg(nameOf(*level));
    return client->isModern()
               ? tr("In this revision a server logs only for requests that ask for it. Choose a level at “Ask for”, "
                    "then call a tool.")
               : tr("Nothing yet. The server decides what to send. Choose a level at “Ask for” to get more or fewer "
                    "messages.");
}

} // namespace Pullcord
