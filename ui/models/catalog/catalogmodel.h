// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/cataloglist.h"

#include <QAbstractItemModel>
#include <QHash>

#include <array>

namespace Pullcord {

/// Tools, prompts, resources and templates of a server: a section per kind, with its items below. A refreshed list is
/// merged by item keys, so that selections stay. The number of merge steps does not grow with the list.
class CatalogModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    using Kind = CatalogList::Kind;
    enum Role {
        KeyRole = Qt::UserRole + 1, ///< key that requests use for the item
        DetailRole,                 ///< dimmed text after the title: key of an item, state of a section
        IconsRole,                  ///< QList<Icon> offered by the server for an item
        KindRole,                   ///< CatalogList::Kind
        SectionRole,                ///< bool: true for a section, false for an item
        ProblemRole,                ///< QString: violation of the schema by the item; empty if none
        AlignRole,                  ///< bool, of an item: leave room for an icon, as other items have one
        ExcludedRole,               ///< QString: reason why the item cannot be used; empty if it can
    };
    /// State of a list.
    enum class State : quint8 {
        Unknown,     ///< not requested yet
        NotDeclared, ///< capability not declared by the server
        Loading,
        Complete,
        Stale,  ///< complete, but older than the server's time to live
        Failed, ///< shows the previous items, or those received before the failure
    };

    explicit CatalogModel(QObject *parent = nullptr);
    ~CatalogModel() override;

    /// Sets the items of a kind. `reasons` maps the keys of unusable items to the reason; they can still be selected.
    void setItems(Kind kind, const QList<CatalogItem> &items, const QHash<QString, QString> &reasons = {});
    /// `problem` explains a Failed state, as a sentence.
    void setState(Kind kind, State state, const QString &problem = {});
    /// Replaces the dimmed key of some resources by a text, by URI.
    void setMarks(const QHash<QString, QString> &marks);
    void clear();

    [[nodiscard]] State state(Kind kind) const { return section(kind).state; }
    [[nodiscard]] const QString &problem(Kind kind) const { return section(kind).problem; }
    [[nodiscard]] QModelIndex sectionIndex(Kind kind) const { return index(int(kind), 0); }
    [[nodiscard]] Kind kindOf(const QModelIndex &index) const;
    /// Returns null for a section or an invalid index. Valid until the list changes.
    [[nodiscard]] const CatalogItem *item(const QModelIndex &index) const;
    /// Returns state and count of a section in a few words. `found` is the number of matches of a search; -1 without
    /// one.
    [[nodiscard]] QString detail(Kind kind, int found = -1) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Section
    {
        QList<CatalogItem> items;
        QHash<QString, QString> reasons;
        State state = State::Unknown;
        QString problem;
        bool hasIcons = false; ///< at least one item is painted with an icon
        qsizetype invalid = 0; ///< number of items without a valid key
    };
    /// Key of an item, and its number among items with the same key.
    using Identity = std::pair<QString, int>;
    [[nodiscard]] static QList<Identity> identitiesOf(const QList<CatalogItem> &items);
    [[nodiscard]] const Section &section(Kind kind) const { return m_sections.at(size_t(kind)); }
    void merge(Kind kind, const QList<CatalogItem> &coming);
    void permute(Kind kind, const QList<int> &oldRows);
    void replaceChanged(Kind kind, const QList<CatalogItem> &coming);
    [[nodiscard]] QVariant sectionData(Kind kind, int role) const;
    [[nodiscard]] QVariant valueOf(Kind kind, int row, int role) const;
    [[nodiscard]] QString itemToolTip(Kind kind, const CatalogItem &item) const;

    QHash<QString, QString> m_marks;
    std::array<Section, std::size(CatalogList::AllKinds)> m_sections;
};

} // namespace Pullcord
