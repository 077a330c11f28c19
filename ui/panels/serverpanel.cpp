// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/serverpanel.h"

#include "ui/actions.h"
#include "ui/models/catalog/catalogtexts.h"
#include "ui/models/untrustedtext.h"
#include "ui/panels/aboutpanel.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/catalogpanel.h"
#include "ui/panels/itempanel.h"
#include "ui/views/tabs/tighttabs.h"
#include "ui/views/widgets/elidedlabel.h"
#include "ui/views/widgets/panelbutton.h"
#include "ui/views/widgets/peerlabel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

/// A title and a text to read and copy, for items without commands.
class FactsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit FactsPanel(QWidget *parent = nullptr);
    ~FactsPanel() override;

    /// Both are plain text.
    void setFacts(const QString &title, const QString &text);

private:
    PeerLabel *m_title;
    PeerLabel *m_text;
};

FactsPanel::FactsPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(new PeerLabel(this))
    , m_text(new PeerLabel(this))
{
    setObjectName(u"factsPanel"_s);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName(u"factsTitle"_s);
    m_text->setObjectName(u"factsText"_s);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_title->setMostLines(2);
    for (PeerLabel *label : {m_title, m_text})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *area = new QScrollArea(this);
    area->setObjectName(u"factsArea"_s);
    area->setAccessibleName(tr("About the selection"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(m_text);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_title);
    layout->addWidget(area, 1);
}

FactsPanel::~FactsPanel() = default;

void FactsPanel::setFacts(const QString &title, const QString &text)
{
    m_title->setText(Texts::head(title));
    m_text->setText(Texts::head(text));
}

namespace {
constexpr int LeastInLines = 30; ///< for a list and a form, one above the other
}

ServerPanel::ServerPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_name(new ElidedLabel(this))
    , m_state(new ElidedLabel(this))
    , m_catalog(new CatalogPanel(actions, this))
    , m_tabs(new QTabBar(this))
    , m_pages(new QStackedWidget(this))
    , m_call(new CallPanel(actions, this))
    , m_item(new ItemPanel(actions, this))
    , m_about(new AboutPanel(this))
    , m_facts(new FactsPanel(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
{
    setObjectName(u"serverPanel"_s);
    for (QWidget *page : {static_cast<QWidget *>(m_call), static_cast<QWidget *>(m_item),
                          static_cast<QWidget *>(m_about), static_cast<QWidget *>(m_facts)})
        m_pages->addWidget(page);
    m_splitter->setObjectName(u"serverSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_catalog);
    m_splitter->addWidget(makeLower());
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader(actions));
    layout->addWidget(m_splitter, 1);
    connect(m_catalog, &CatalogPanel::currentChanged, this, &ServerPanel::showCurrent);
    connect(m_catalog, &CatalogPanel::activated, this, &ServerPanel::onActivated);
}

ServerPanel::~ServerPanel() = default;

QWidget *ServerPanel::makeLower()
{
    m_tabs->setObjectName(u"itemTabs"_s);
    m_tabs->setAccessibleName(tr("Actions for the selected item, and its description"));
    m_tabs->setDocumentMode(true);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    TightTabs::tighten(*m_tabs);
    m_tabs->addTab(tr("List", "of what the server offers"));
    m_tabs->addTab(tr("Call"));
    m_tabs->addTab(tr("About"));
    m_tabs->setTabToolTip(AboutTab, tr("Annotations, schemas and other details from the server"));
    m_tabs->setTabToolTip(ListTab, tr("Tools, prompts and resources"));
    m_tabs->setCurrentIndex(UseTab);
    m_tabs->setTabVisible(ListTab, false);
    connect(m_tabs, &QTabBar::currentChanged, this, &ServerPanel::showPage);
    auto *lower = new QWidget(m_splitter);
    auto *layout = new QVBoxLayout(lower);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_tabs);
    layout->addWidget(m_pages, 1);
    return lower;
}

QWidget *ServerPanel::makeHeader(Actions &actions)
{
    auto *header = new QWidget(this);
    QFont bold = font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_name->setObjectName(u"serverName"_s);
    m_state->setObjectName(u"serverState"_s);
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_name);
    words->addWidget(m_state);
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(6, 4, 2, 4);
    layout->addLayout(words, 1);
    layout->addWidget(makePanelButton(actions.disconnectServer, header));
    layout->addWidget(makePanelButton(actions.reconnect, header));
    layout->addWidget(makePanelButton(actions.restart, header));
    return header;
}

void ServerPanel::setConversation(Conversation *conversation)
{
    m_item->setConversation(conversation); // first, since its requests end with the client
    m_catalog->setConversation(conversation);
    showCurrent();
}

void ServerPanel::setServer(const QString &name, const QString &state)
{
    m_name->setText(Texts::head(name));
    m_state->setText(Texts::head(state));
}

void ServerPanel::showCurrent()
{
    const QModelIndex current = m_catalog->current();
    const CatalogItem *item = m_catalog->model().item(current);
    using Kind = CatalogList::Kind;
    const Kind kind = current.isValid() ? m_catalog->model().kindOf(current) : Kind::Tools;
    const bool isTool = item && kind == Kind::Tools;
    if (item && item->isUsable && !isTool)
        m_item->setItem(kind, *item);
    else
        m_item->clear();
    showTool(isTool ? current : QModelIndex());
    if (item)
        m_about->setItem(kind, *item, current.row(), current.data(CatalogModel::ExcludedRole).toString());
    else
        m_about->clear();
    if (current.isValid() && !item)
        m_facts->setFacts(CatalogTexts::name(kind), m_catalog->describe(kind));
    showTabs(kind, item);
    showPage();
}

/// Shows the tabs for the pages of an item.
void ServerPanel::showTabs(CatalogList::Kind kind, const CatalogItem *item)
{
    using Kind = CatalogList::Kind;
    const bool isUsable = item && item->isUsable;
    const bool isNothing = !item && !m_catalog->current().isValid();
    m_tabs->setTabText(UseTab, !isUsable && !isNothing ? tr("About")
                               : kind == Kind::Tools   ? tr("Call")
                               : kind == Kind::Prompts ? tr("Get")
                                                       : tr("Read"));
    if (m_isCompact && !isUsable && m_tabs->currentIndex() == AboutTab)
        m_tabs->setCurrentIndex(UseTab);
    m_tabs->setTabVisible(AboutTab, isUsable || !m_isCompact);
    m_tabs->setVisible(isUsable || m_isCompact);
}

void ServerPanel::showPage()
{
    const QModelIndex current = m_catalog->current();
    const CatalogItem *item = m_catalog->model().item(current);
    const bool isTool = item && m_catalog->model().kindOf(current) == CatalogList::Kind::Tools;
    QWidget *use = isTool ? static_cast<QWidget *>(m_call) : m_item;
    QWidget *nothing = current.isValid() ? static_cast<QWidget *>(m_facts) : m_call;
    const bool isAbout = item && (!item->isUsable || m_tabs->currentIndex() == AboutTab);
    QWidget *ofItem = isAbout ? m_about : item ? use : nothing;
    m_pages->setCurrentWidget(m_tabs->currentIndex() == ListTab ? m_catalog : ofItem);
}

void ServerPanel::showUse()
{
    m_tabs->setCurrentIndex(UseTab);
}

void ServerPanel::showList()
{
    if (m_isCompact)
        m_tabs->setCurrentIndex(ListTab);
}

/// Shows the arguments before the call.
void ServerPanel::onActivated(CatalogList::Kind kind)
{
    if (m_isCompact) {
        showUse();
        if (kind == CatalogList::Kind::Tools)
            m_call->focusArguments();
        else
            m_item->focusFirst();
        return;
    }
    (kind == CatalogList::Kind::Tools ? m_actions.callTool : m_actions.fetch)->trigger();
}

void ServerPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    setCompact(height() < LeastInLines * fontMetrics().lineSpacing());
}

/// Moves the catalog between the splitter and the tabs; the focus stays where it is.
void ServerPanel::setCompact(bool isCompact)
{
    if (std::exchange(m_isCompact, isCompact) == isCompact)
        return;
    QWidget *focus = QApplication::focusWidget();
    const bool isInList = focus && m_catalog->isAncestorOf(focus);
    const bool isAtItem = focus && m_pages->isAncestorOf(focus) && !isInList;
    if (isCompact) {
        m_shares = m_splitter->saveState();
        m_pages->addWidget(m_catalog);
    } else {
        m_splitter->insertWidget(0, m_catalog);
        m_splitter->restoreState(m_shares);
    }
    m_tabs->setTabVisible(ListTab, isCompact);
    if (isCompact && !isAtItem)
        m_tabs->setCurrentIndex(ListTab);
    else if (!isCompact && m_tabs->currentIndex() == ListTab)
        m_tabs->setCurrentIndex(UseTab);
    showCurrent();
    m_catalog->setVisible(!isCompact || m_tabs->currentIndex() == ListTab);
    if (isInList)
        focus->setFocus(Qt::OtherFocusReason);
}

void ServerPanel::showTool(const QModelIndex &index)
{
    const CatalogItem *item = m_catalog->model().item(index);
    const QString excluded = item ? index.data(CatalogModel::ExcludedRole).toString() : QString();
    const QByteArray shown =
        std::exchange(m_shownTool, item && item->isUsable ? excluded.toUtf8() + item->raw : QByteArray());
    if (m_shownTool == shown)
        return;
    if (m_shownTool.isEmpty())
        m_call->clear();
    else if (excluded.isEmpty())
        m_call->setTool(Tool::from(*item));
    else
        m_call->setExcluded(Tool::from(*item), excluded);
}

} // namespace Pullcord

#include "serverpanel.moc"
