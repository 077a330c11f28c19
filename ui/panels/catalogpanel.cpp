// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/catalogpanel.h"

#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/models/catalog/catalogmodel.h"
#include "ui/models/catalog/catalogtexts.h"
#include "ui/models/texts.h"
#include "ui/views/clearaction.h"
#include "ui/views/content/servericons.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/listdelegate.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/widgets/panelbutton.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <limits>
#include <optional>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Paints a CatalogModel: sections in bold with an icon, items with the server's icon, and dimmed details after the
/// texts.
class CatalogDelegate final : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// Repaints `view` when icons have been read.
    explicit CatalogDelegate(QAbstractItemView *view);
    ~CatalogDelegate() override;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    mutable ServerIcons m_icons; ///< read when first painted
};

namespace {

constexpr int LeastDetail = 10; ///< in average characters

const char *iconOf(CatalogList::Kind kind)
{
    switch (kind) {
    case CatalogList::Kind::Tools:
        return "wrench";
    case CatalogList::Kind::Prompts:
        return "message-square";
    case CatalogList::Kind::Resources:
        return "file-text";
    case CatalogList::Kind::ResourceTemplates:
        break;
    }
    return "copy";
}

} // namespace

CatalogDelegate::CatalogDelegate(QAbstractItemView *view)
    : QStyledItemDelegate(view)
{
    connect(&m_icons, &ServerIcons::arrived, view->viewport(), qOverload<>(&QWidget::update));
}

CatalogDelegate::~CatalogDelegate() = default;

void CatalogDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const bool isSection = index.data(CatalogModel::SectionRole).toBool();
    const QVariant offered = index.data(CatalogModel::IconsRole);
    const bool isExcluded = !index.data(CatalogModel::ExcludedRole).toString().isEmpty();
    const bool hasProblem = isExcluded || !index.data(CatalogModel::ProblemRole).toString().isEmpty();
    if (isExcluded)
        option->palette.setColor(QPalette::Text, Theme::of(option->palette).dim);
    const bool hasIcon = isSection || offered.isValid() || hasProblem;
    if (!hasIcon && !index.data(CatalogModel::AlignRole).toBool())
        return;
    if (!hasIcon)
        option->icon = {}; // keeps the space, so that names are aligned
    else if (hasProblem)
        option->icon = Icons::icon("triangle-alert");
    else
        option->icon = m_icons.icon(offered.value<QList<Icon>>(), option->palette);
    if (hasIcon && option->icon.isNull())
        option->icon = Icons::icon(iconOf(index.data(CatalogModel::KindRole).value<CatalogList::Kind>()));
    if (isSection)
        option->font.setBold(true);
    option->fontMetrics = QFontMetrics(option->font);
    option->features |= QStyleOptionViewItem::HasDecoration;
    const int size = option->fontMetrics.height();
    option->decorationSize = {size, size};
}

void CatalogDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QString detail = index.data(CatalogModel::DetailRole).toString();
    if (detail.isEmpty())
        return;
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle *style = item.widget ? item.widget->style() : QApplication::style();
    const int space = 2 * letterWidth(option.fontMetrics);
    QRect place = style->subElementRect(QStyle::SE_ItemViewItemText, &item, item.widget);
    place.setRight(option.rect.right() - space / 2);
    place.setLeft(place.left() + item.fontMetrics.horizontalAdvance(item.text) + space);
    const bool fits = option.fontMetrics.horizontalAdvance(detail) <= place.width();
    if (!fits && place.width() < LeastDetail * letterWidth(option.fontMetrics))
        return; // too little room for a readable part
    const bool isSelected = item.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setFont(option.font);
    painter->setPen(isSelected ? option.palette.color(QPalette::HighlightedText) : Theme::of(option.palette).dim);
    painter->drawText(place, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                      option.fontMetrics.elidedText(detail, Qt::ElideMiddle, place.width()));
    painter->restore();
}

QSize CatalogDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize usual = QStyledItemDelegate::sizeHint(option, index);
    return {usual.width(), qMax(usual.height(), ListDelegate::rowHeight(option.fontMetrics))};
}

CatalogPanel::CatalogPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_found(m_model)
    , m_search(new QLineEdit(this))
    , m_tree(new QTreeView(this))
{
    setObjectName(u"catalogPanel"_s);
    m_search->setObjectName(u"catalogSearch"_s);
    m_search->setPlaceholderText(tr("Search the server"));
    m_search->setAccessibleName(tr("Search the tools, prompts and resources"));
    new ClearAction(m_search);
    m_search->installEventFilter(this);
    m_search->addAction(Icons::icon("search"), QLineEdit::LeadingPosition);
    m_tree->setObjectName(u"catalogTree"_s);
    m_tree->setAccessibleName(tr("Tools, prompts and resources"));
    m_tree->setModel(&m_found);
    m_tree->setItemDelegate(new CatalogDelegate(m_tree));
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(2 * letterWidth(fontMetrics()));
    m_tree->setMinimumHeight(3 * m_tree->fontMetrics().lineSpacing()); // the default is too high for small screens
    m_tree->expandAll();

    auto *top = new QHBoxLayout;
    top->addWidget(m_search, 1);
    top->addWidget(makePanelButton(actions.refreshCatalog, this));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 0, 4, 2);
    layout->setSpacing(2);
    layout->addLayout(top);
    layout->addWidget(m_tree, 1);
    m_expiry.setSingleShot(true);
    m_expiry.callOnTimeout(this, [this] {
        for (const CatalogList::Kind kind : CatalogList::AllKinds)
            showState(kind);
    });
    m_showing.setSingleShot(true);
    m_showing.callOnTimeout(this, [this] {
        const QSet<CatalogList::Kind> toShow = std::exchange(m_toShow, {});
        for (const CatalogList::Kind kind : CatalogList::AllKinds) {
            if (toShow.contains(kind))
                showItems(kind);
        }
    });
    connect(m_search, &QLineEdit::textChanged, this, &CatalogPanel::search);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &CatalogPanel::currentChanged);
    connect(new RowChoice(m_tree), &RowChoice::chosen, this, [this](const QModelIndex &index) {
        const QModelIndex source = m_found.mapToSource(index);
        if (m_model.item(source))
            emit activated(m_model.kindOf(source));
    });
}

CatalogPanel::~CatalogPanel() = default;

void CatalogPanel::setConversation(Conversation *conversation)
{
    if (m_conversation && m_conversation->catalog()) {
        for (const CatalogList::Kind kind : CatalogList::AllKinds)
            m_conversation->catalog()->list(kind).disconnect(this);
        m_conversation->client()->disconnect(this);
        m_conversation->subscriptionManager()->disconnect(this);
    }
    m_expiry.stop();
    m_showing.stop();
    m_toShow.clear();
    m_conversation = conversation;
    m_model.clear();
    m_problems = {};
    m_news.clear();
    m_model.setMarks({});
    if (!m_conversation || !m_conversation->catalog()) {
        emit currentChanged();
        return;
    }
    for (const CatalogList::Kind kind : CatalogList::AllKinds)
        follow(m_conversation->catalog()->list(kind));
    connect(m_conversation->client(), &Client::stateChanged, this, [this] {
        for (const CatalogList::Kind kind : CatalogList::AllKinds)
            showState(kind);
    });
    connect(m_conversation->subscriptionManager(), &SubscriptionManager::changed, this, &CatalogPanel::showMarks);
    connect(m_conversation->subscriptionManager(), &SubscriptionManager::resourceUpdated, this,
            &CatalogPanel::onUpdated);
}

void CatalogPanel::follow(CatalogList &list)
{
    const CatalogList::Kind kind = list.kind();
    connect(&list, &CatalogList::changed, this, [this, kind] { showSoon(kind); });
    connect(&list, &CatalogList::failed, this, [this, kind](const Error &error) {
        m_problems.at(size_t(kind)) = Texts::sentence(error);
        showState(kind);
    });
    connect(&list, &CatalogList::loadingChanged, this, [this, kind](bool loading) {
        if (!loading) {
            showSoon(kind);
            return;
        }
        m_problems.at(size_t(kind)).clear();
        showState(kind);
    });
    showItems(kind);
}

/// Shows a list in the next turn of the event loop, since reading a list of thousands takes long.
void CatalogPanel::showSoon(CatalogList::Kind kind)
{
    m_toShow.insert(kind);
    m_showing.start(0);
}

void CatalogPanel::showItems(CatalogList::Kind kind)
{
    const CatalogList &list = m_conversation->catalog()->list(kind);
    QHash<QString, QString> reasons;
    if (kind == CatalogList::Kind::Tools) {
        for (const ExcludedTool &each : m_conversation->tools()->excluded())
            reasons.insert(each.tool.key(), Texts::translated(each.reason));
    }
    m_model.setItems(kind, list.items(), reasons);
    showState(kind);
    selectFirst();
}

void CatalogPanel::showState(CatalogList::Kind kind)
{
    using State = CatalogModel::State;
    const CatalogList &list = m_conversation->catalog()->list(kind);
    const QString &problem = m_problems.at(size_t(kind));
    const bool isAnswered = m_conversation->client()->state() == Client::State::Ready;
    State state = m_model.state(kind);
    if (list.isLoading() || m_toShow.contains(kind))
        state = State::Loading;
    else if (!problem.isEmpty())
        state = State::Failed;
    else if (isAnswered)
        state = !list.isDeclared() ? State::NotDeclared : isStale(kind) ? State::Stale : State::Complete;
    else if (list.items().isEmpty())
        state = State::Unknown;
    m_model.setState(kind, state, problem);
    awaitExpiry();
    emit currentChanged();
}

/// True if the time to live declared by the server is over.
bool CatalogPanel::isStale(CatalogList::Kind kind) const
{
    const CatalogList &list = m_conversation->catalog()->list(kind);
    return m_conversation->client()->isModern() && list.hints().received > 0 && list.hints().ttl.count() > 0 &&
           !list.isFresh();
}

void CatalogPanel::awaitExpiry()
{
    constexpr qint64 NsInMs = 1'000'000;
    std::optional<qint64> first;
    for (const CatalogList::Kind kind : CatalogList::AllKinds) {
        const CatalogList &list = m_conversation->catalog()->list(kind);
        if (list.isFresh())
            first = std::min(first.value_or(list.hints().expiry()), list.hints().expiry());
    }
    if (!first) {
        m_expiry.stop();
        return;
    }
    const qint64 left = (*first - monotonicNow()) / NsInMs + 1;
    m_expiry.start(int(qBound(qint64(0), left, qint64(std::numeric_limits<int>::max()))));
}

void CatalogPanel::showMarks()
{
    QHash<QString, QString> marks;
    const SubscriptionManager &subscriptionManager = *m_conversation->subscriptionManager();
    for (const QString &uri : subscriptionManager.wanted().uris)
        marks.insert(uri, m_news.contains(uri)                  ? tr("changed", "a watched resource")
                          : subscriptionManager.isWatching(uri) ? tr("watched", "a resource")
                                                                : tr("not watched yet", "a resource"));
    m_model.setMarks(marks);
    emit currentChanged();
}

/// Marks the subscribed resource; `uri` may name a part of it.
void CatalogPanel::onUpdated(const QString &uri)
{
    for (const QString &watched : m_conversation->subscriptionManager()->wanted().uris) {
        if (uri.startsWith(watched))
            m_news.insert(watched);
    }
    showMarks();
}

void CatalogPanel::takeNote(const QString &uri)
{
    if (m_news.remove(uri))
        showMarks();
}

/// Selects the first item, once the preceding lists have arrived.
void CatalogPanel::selectFirst()
{
    if (m_tree->currentIndex().isValid())
        return;
    for (const CatalogList::Kind kind : CatalogList::AllKinds) {
        if (m_model.state(kind) == CatalogModel::State::Loading)
            return;
        const QModelIndex section = m_found.mapFromSource(m_model.sectionIndex(kind));
        QModelIndex first = m_found.index(0, 0, section);
        const auto canBeUsed = [this](const QModelIndex &index) {
            const CatalogItem *item = m_model.item(m_found.mapToSource(index));
            return item && item->isUsable && index.data(CatalogModel::ExcludedRole).toString().isEmpty();
        };
        while (first.isValid() && !canBeUsed(first))
            first = first.siblingAtRow(first.row() + 1);
        if (!first.isValid())
            continue;
        m_tree->setCurrentIndex(first);
        m_tree->scrollTo(section);
        return;
    }
}

void CatalogPanel::search(const QString &text)
{
    m_found.setText(text);
    if (m_found.isSearching())
        m_tree->expandAll(); // otherwise matches may be hidden
    else
        m_tree->scrollTo(m_tree->currentIndex()); // back in its place among all items
}

/// Down moves from the search field into the list.
bool CatalogPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() != Qt::Key_Down || (key->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
        return false;
    if (m_found.isSearching())
        goToFirstMatch();
    m_tree->setFocus(Qt::OtherFocusReason);
    return true;
}

void CatalogPanel::goToFirstMatch()
{
    for (const CatalogList::Kind kind : CatalogList::AllKinds) {
        const QModelIndex section = m_found.mapFromSource(m_model.sectionIndex(kind));
        const QModelIndex first = m_found.index(0, 0, section);
        if (!section.isValid() || !first.isValid())
            continue;
        m_tree->setCurrentIndex(first);
        return;
    }
}

QModelIndex CatalogPanel::current() const
{
    return m_found.mapToSource(m_tree->currentIndex());
}

QString CatalogPanel::describe(CatalogList::Kind kind) const
{
    QStringList lines{CatalogTexts::state(kind, m_model.state(kind), m_model.problem(kind))};
    const CatalogModel::State state = m_model.state(kind);
    if (!m_conversation || state == CatalogModel::State::Unknown || state == CatalogModel::State::NotDeclared)
        return lines.constFirst();
    const CatalogList &list = m_conversation->catalog()->list(kind);
    const CatalogTexts::Clock now{.monotonic = monotonicNow(), .wall = QDateTime::currentDateTime()};
    if (list.hints().received > 0)
        lines << CatalogTexts::received(list.hints(), now);
    if (list.hints().received > 0 && m_conversation->client()->isModern())
        lines << CatalogTexts::cacheHints(list.hints(), list.isFresh(), now);
    const SubscriptionManager &subscriptionManager = *m_conversation->subscriptionManager();
    const Subscription *subscription = subscriptionManager.subscription();
    const bool isOver = subscription && subscription->state() == Subscription::State::Ended;
    const QString refusal = subscriptionManager.streamRefusal();
    lines << (!refusal.isEmpty() ? CatalogTexts::changesCannotCome(refusal)
              : isOver ? CatalogTexts::changesNoMore(kind, subscription->acknowledged().value_or(SubscriptionFilter()))
                       : CatalogTexts::changes(kind, subscriptionManager.agreed()));
    return lines.join(u'\n');
}

bool CatalogPanel::select(CatalogList::Kind kind, const QString &key)
{
    const QModelIndex section = m_model.sectionIndex(kind);
    for (int row = 0; row < m_model.rowCount(section); ++row) {
        const QModelIndex item = m_model.index(row, 0, section);
        if (item.data(CatalogModel::KeyRole).toString() != key)
            continue;
        if (!m_found.mapFromSource(item).isValid())
            m_search->clear();
        m_tree->setCurrentIndex(m_found.mapFromSource(item));
        return true;
    }
    return false;
}

void CatalogPanel::focusList()
{
    m_tree->setFocus(Qt::OtherFocusReason);
}

void CatalogPanel::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

} // namespace Pullcord

#include "catalogpanel.moc"
