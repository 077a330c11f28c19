// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QAbstractItemModel>

#include <memory>

namespace Pullcord {

/// JSON text as a tree, read branch by branch as branches are opened.
///
/// The model keeps the bytes and points into them: order, duplicate keys, escapes and number texts appear as they are.
/// Large arrays and objects are divided into ranges, so that no branch has more than RangeSize children.
class JsonTreeModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Key, Value, ColumnCount };
    enum Role {
        RawRole = Qt::UserRole + 1, ///< QByteArray: raw text of the value
        PointerRole,                ///< QString: JSON Pointer; of a range, that of its container
        TypeRole,                   ///< int: JsonType; Invalid for a range
        OffsetRole,                 ///< qsizetype: offset of the key, or of the value if it has none
    };
    static constexpr qsizetype RangeSize = 1000;

    explicit JsonTreeModel(QObject *parent = nullptr);
    ~JsonTreeModel() override;

    /// `json` must have passed JsonChecker; empty clears the model.
    void setJson(const QByteArray &json);
    [[nodiscard]] const QByteArray &json() const { return m_json; }
    /// Returns the innermost value whose text or key contains this byte. Reads the branches on the way.
    [[nodiscard]] QModelIndex indexAt(qsizetype offset);
    /// Returns the value at a JSON Pointer; if there is none, the nearest existing container.
    [[nodiscard]] QModelIndex indexOf(const QString &pointer);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] bool hasChildren(const QModelIndex &parent = {}) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node;
    [[nodiscard]] Node *nodeOf(const QModelIndex &index) const;
    [[nodiscard]] std::vector<std::unique_ptr<Node>> childrenOf(Node &node) const;
    [[nodiscard]] QString keyText(const Node &node) const;
    [[nodiscard]] QString valueText(const Node &node) const;
    [[nodiscard]] QString pointer(const Node &node) const;

    QByteArray m_json;
    std::unique_ptr<Node> m_root; ///< invisible node; its only child is the root value
};

} // namespace Pullcord
