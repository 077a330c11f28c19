// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/catalog/catalogmodel.h"

#include "core/capture/formatting.h"
#include "ui/models/catalog/catalogtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <QLocale>

#include <algorithm>
#include <numeric>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

CatalogModel::CatalogModel(QObject *parent)
    : QAbstractItemModel(parent)
{}

CatalogModel::~CatalogModel() = default;

void CatalogModel::setItems(Kind kind, const QList<CatalogItem> &items, const QHash<QString, QString> &reasons)
{
    Section &section = m_sections.at(size_t(kind));
    const bool sameReasons = section.reasons == reasons;
    const qsizetype before = section.items.size();
    section.reasons = reasons;
    const bool hadIcons = std::exchange(
        section.hasIcons, !reasons.isEmpty() || std::any_of(items.begin(), items.end(), [](const CatalogItem &item) {
            return !item.icons.isEmpty() || !item.problem.isEmpty();
        }));
    section.invalid = std::count_if(items.begin(), items.end(), [](const CatalogItem &item) { return !item.isUsable; });
    merge(kind, items);
    const QModelIndex top = sectionIndex(kind);
    if ((!sameReasons || hadIcons != section.hasIcons) && !items.isEmpty())
        emit dataChanged(index(0, 0, top), index(int(items.size()) - 1, 0, top));
    if (!sameReasons || before != items.size())
        emit dataChanged(top, top);
}

void CatalogModel::setState(Kind kind, State state, const QString &problem)
{
    Section &section = m_sections.at(size_t(kind));
    if (section.state == state && section.problem == problem)
        return;
    section.state = state;
    section.problem = problem;
    emit dataChanged(sectionIndex(kind), sectionIndex(kind));
}

void CatalogModel::setMarks(const QHash<QString, QString> &marks)
{
    if (std::exchange(m_marks, marks) == marks)
        return;
    const QModelIndex top = sectionIndex(Kind::Resources);
    if (rowCount(top) > 0)
        emit dataChanged(index(0, 0, top), index(rowCount(top) - 1, 0, top), {DetailRole, Qt::AccessibleTextRole});
}

void CatalogModel::clear()
{
    for (const Kind kind : CatalogList::AllKinds) {
        setItems(kind, {});
        setState(kind, State::Unknown);
    }
}

QList<CatalogModel::Identity> CatalogModel::identitiesOf(const QList<CatalogItem> &items)
{
    QHash<QString, int> counts;
    QList<Identity> identities;
    identities.reserve(items.size());
    for (const CatalogItem &item : items)
        identities.append({item.key(), counts[item.key()]++});
    return identities;
}

/// Takes at most four steps: moves remaining items to the front in their new order, removes the others, appends new
/// ones, and sorts all.
void CatalogModel::merge(Kind kind, const QList<CatalogItem> &coming)
{
    Section &section = m_sections.at(size_t(kind));
    const QModelIndex top = sectionIndex(kind);
    QHash<Identity, int> places;
    const QList<Identity> wanted = identitiesOf(coming);
    for (const Identity &each : wanted)
        places.insert(each, int(places.size()));

    QList<int> placeOfOld; // by item: its row in the new list, or the list's size if gone
    for (const Identity &each : identitiesOf(section.items))
        placeOfOld.append(places.value(each, int(coming.size())));
    const auto isGone = [&](int place) { return place == coming.size(); };
    const int staying = int(placeOfOld.size() - std::count_if(placeOfOld.cbegin(), placeOfOld.cend(), isGone));
    QList<int> order(placeOfOld.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return placeOfOld.at(a) < placeOfOld.at(b); });
    permute(kind, order);
    if (staying < section.items.size()) {
        beginRemoveRows(top, staying, int(section.items.size()) - 1);
        section.items.resize(staying);
        endRemoveRows();
    }

    QList<int> placed; // by row: its row in the new list
    for (const int old : std::as_const(order).first(staying))
        placed.append(placeOfOld.at(old));
    QList<bool> isThere(coming.size(), false);
    for (const int place : std::as_const(placed))
        isThere[place] = true;
    if (staying < coming.size()) {
        beginInsertRows(top, staying, int(coming.size()) - 1);
        for (int place = 0; place < coming.size(); ++place) {
            if (isThere.at(place))
                continue;
            placed.append(place);
            section.items.append(coming.at(place));
        }
        endInsertRows();
    }
    QList<int> rowOf(coming.size());
    for (int row = 0; row < placed.size(); ++row)
        rowOf[placed.at(row)] = row;
    permute(kind, rowOf);
    replaceChanged(kind, coming);
}

/// Moves rows: row i receives the previous row `oldRows[i]`.
void CatalogModel::permute(Kind kind, const QList<int> &oldRows)
{
    if (std::is_sorted(oldRows.cbegin(), oldRows.cend()))
        return;
    const QList<QPersistentModelIndex> parents{sectionIndex(kind)};
    emit layoutAboutToBeChanged(parents);
    QList<CatalogItem> &items = m_sections.at(size_t(kind)).items;
    QList<CatalogItem> moved;
    moved.reserve(items.size());
    QList<int> newRows(items.size());
    for (const int old : oldRows) {
        newRows[old] = int(moved.size());
        moved.append(std::move(items[old]));
    }
    items = std::move(moved);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex &each : before) {
        const bool isHere = each.internalId() == quintptr(kind) + 1;
        after.append(isHere ? createIndex(newRows.at(each.row()), 0, each.internalId()) : each);
    }
    changePersistentIndexList(before, after);
    emit layoutChanged(parents);
}

void CatalogModel::replaceChanged(Kind kind, const QList<CatalogItem> &coming)
{
    QList<CatalogItem> &items = m_sections.at(size_t(kind)).items;
    int first = -1;
    int last = -1;
    for (int row = 0; row < items.size(); ++row) {
        if (items.at(row).raw == coming.at(row).raw)
            continue;
        items[row] = coming.at(row);
        first = first < 0 ? row : first;
        last = row;
    }
    const QModelIndex top = sectionIndex(kind);
    if (first >= 0)
        emit dataChanged(index(first, 0, top), index(last, 0, top));
}

CatalogModel::Kind CatalogModel::kindOf(const QModelIndex &index) const
{
    return index.internalId() == 0 ? Kind(index.row()) : Kind(index.internalId() - 1);
}

const CatalogItem *CatalogModel::item(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return nullptr;
    return &section(kindOf(index)).items.at(index.row());
}

QModelIndex CatalogModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) + 1 : 0);
}

QModelIndex CatalogModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return {};
    return createIndex(int(index.internalId()) - 1, 0, quintptr(0));
}

int CatalogModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_sections.size());
    return parent.internalId() == 0 ? int(section(kindOf(parent)).items.size()) : 0;
}

int CatalogModel::columnCount(const QModelIndex &) const
{
    return 1;
}

Qt::ItemFlags CatalogModel::flags(const QModelIndex &index) const
{
    return item(index) ? QAbstractItemModel::flags(index) | Qt::ItemNeverHasChildren : QAbstractItemModel::flags(index);
}

QVariant CatalogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Kind kind = kindOf(index);
    if (role == KindRole)
        return QVariant::fromValue(kind);
    const CatalogItem *thing = item(index);
    if (role == SectionRole)
        return !thing;
    return thing ? valueOf(kind, index.row(), role) : sectionData(kind, role);
}

QVariant CatalogModel::sectionData(Kind kind, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return CatalogTexts::name(kind);
    case DetailRole:
        return detail(kind);
    case Qt::AccessibleTextRole:
        return tr("%1: %2", "tools: their number").arg(CatalogTexts::name(kind), detail(kind));
    case Qt::ToolTipRole:
        return Texts::toolTip(CatalogTexts::state(kind, section(kind).state, section(kind).problem));
    default:
        return {};
    }
}

QVariant CatalogModel::valueOf(Kind kind, int row, int role) const
{
    const CatalogItem &item = section(kind).items.at(row);
    switch (role) {
    case Qt::DisplayRole:
        return item.isUsable ? CatalogTexts::title(item) : CatalogTexts::invalidTitle(row);
    case ProblemRole:
        return Texts::translated(item.problem);
    case ExcludedRole:
        return section(kind).reasons.value(item.key());
    case AlignRole:
        return section(kind).hasIcons;
    case KeyRole:
        return item.key();
    case Qt::AccessibleTextRole: {
        const QString detail = valueOf(kind, row, DetailRole).toString();
        const QString title = valueOf(kind, row, Qt::DisplayRole).toString();
        return detail.isEmpty() ? title : tr("%1, %2", "a title, and what it is").arg(title, detail);
    }
    case IconsRole:
        return item.icons.isEmpty() ? QVariant() : QVariant::fromValue(item.icons);
    case DetailRole: {
        if (!item.isUsable)
            return Texts::translated(item.problem);
        const QString key = item.key() == item.title ? QString() : Formatting::visible(Texts::head(item.key()));
        const QString mark = kind == Kind::Resources ? m_marks.value(item.key()) : QString();
        return mark.isEmpty() ? key : mark; // no room for both
    }
    case Qt::AccessibleDescriptionRole:
    case Qt::ToolTipRole: {
        const QString text = itemToolTip(kind, item);
        return role == Qt::ToolTipRole ? Texts::toolTip(text) : text;
    }
    default:
        return {};
    }
}

QString CatalogModel::itemToolTip(Kind kind, const CatalogItem &item) const
{
    if (const QString reason = section(kind).reasons.value(item.key()); !reason.isEmpty())
        return CatalogTexts::whyExcluded(reason);
    const QString summary = CatalogTexts::summary(kind, item);
    return item.problem.isEmpty() ? summary : u"%1\n%2"_s.arg(CatalogTexts::problem(item), summary).trimmed();
}

QString CatalogModel::detail(Kind kind, int found) const
{
    const Section &list = section(kind);
    const qsizetype excluded = list.reasons.size();
    const qsizetype count = list.items.size() - excluded - list.invalid;
    QString number = found >= 0     ? tr("%L1 of %L2", "found among all").arg(found).arg(list.items.size())
                     : excluded > 0 ? tr("%L1, and %L2 that cannot be called").arg(count).arg(excluded)
                                    : QLocale().toString(count);
    if (found < 0 && list.invalid > 0)
        number = tr("%1, and %L2 invalid", "number of items").arg(number).arg(list.invalid);
    switch (list.state) {
    case State::Unknown:
        return list.items.isEmpty() ? QString() : number;
    case State::NotDeclared:
        return tr("not offered");
    case State::Loading:
        return list.items.isEmpty() ? tr("loading…") : tr("%1, loading…", "number of items").arg(number);
    case State::Failed:
        return list.items.isEmpty() ? tr("failed") : tr("%1, incomplete", "number of items").arg(number);
    case State::Stale:
        return list.items.isEmpty() ? tr("none, stale", "of a list") : tr("%1, stale", "number of items").arg(number);
    case State::Complete:
        break;
    }
    return list.items.isEmpty() ? tr("none") : number;
}

} // namespace Pullcord
