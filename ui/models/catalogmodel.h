// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/cataloglist.h"

#include <QAbstractItemModel>
#include <QHash>

#include <array>

namespace Pullcord {

/// What a server offers, a section for each kind: tools, prompts, resources and templates, with the items below it. A
/// refreshed list is merged by the items' keys, so that the selection stays where it was, in a number of steps that does
/// not grow with the list.
class CatalogModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    using Kind = CatalogList::Kind;
    enum Role {
        KeyRole = Qt::UserRole + 1, ///< what requests name the item by
        DetailRole,                 ///< what stands dimmed behind the text: of an item its key, of a section its state
        IconsRole,                  ///< QList<Icon>: those that the server offers for an item
        KindRole,                   ///< CatalogList::Kind
        SectionRole,                ///< bool: not an item
        ProblemRole,                ///< QString: what the schema does not allow about an item; empty if nothing
        AlignRole,                  ///< bool, of an item: another one beside it has an icon, or something wrong with it
        ExcludedRole,               ///< QString: why an item cannot be used; empty if it can
    };
    /// How it stands with a list.
    enum class State : quint8 {
        Unknown,     ///< nobody has asked yet
        NotDeclared, ///< the server does not have such things
        Loading,
        Complete,
        Stale,  ///< complete, and older than the server lets it become
        Failed, ///< the items are those from before, or what had come
    };

    explicit CatalogModel(QObject *parent = nullptr);
    ~CatalogModel() override;

    /// `reasons`: why those of these keys cannot be used. They can be selected and read about all the same.
    void setItems(Kind kind, const QList<CatalogItem> &items, const QHash<QString, QString> &reasons = {});
    /// `problem` is a sentence, of a failed one.
    void setState(Kind kind, State state, const QString &problem = {});
    /// What is to stand in the place of the key of some resources, by URI.
    void setMarks(const QHash<QString, QString> &marks);
    void clear();

    [[nodiscard]] State state(Kind kind) const { return section(kind).state; }
    [[nodiscard]] const QString &problem(Kind kind) const { return section(kind).problem; }
    [[nodiscard]] qsizetype excludedCount(Kind kind) const { return section(kind).reasons.size(); }
    [[nodiscard]] QModelIndex sectionIndex(Kind kind) const { return index(int(kind), 0); }
    [[nodiscard]] Kind kindOf(const QModelIndex &index) const;
    /// Null for a section, and for no index. Valid until the list changes.
    [[nodiscard]] const CatalogItem *item(const QModelIndex &index) const;
    /// State and number in a few words; `found` of a search, or -1.
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
        bool hasIcons = false; ///< one at least is painted with one
        qsizetype invalid = 0; ///< items that cannot be named
    };
    /// The key, and which of several with the same.
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
