// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QAbstractItemModel>

#include <memory>

namespace Pullcord {

/// A JSON text as a tree that is read branch by branch, when one is opened.
///
/// It keeps the bytes and points into them: order, duplicate keys, escapes and the text of numbers
/// are shown as they are. Long arrays and objects are divided into ranges, so that no branch has
/// more than a thousand children.
class JsonTreeModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { Key, Value, ColumnCount };
    enum Role {
        RawRole = Qt::UserRole + 1, ///< QByteArray: the value as it stands in the text
        PointerRole,                ///< QString: its JSON Pointer; that of its parent for a range
        TypeRole,                   ///< int: JsonType; Invalid for a range
        OffsetRole,                 ///< qsizetype: of its first byte in the text, or of that of its key
    };
    static constexpr qsizetype RangeSize = 1000;

    explicit JsonTreeModel(QObject *parent = nullptr);
    ~JsonTreeModel() override;

    /// `json` must have passed JsonChecker, or be empty for nothing.
    void setJson(const QByteArray &json);
    [[nodiscard]] const QByteArray &json() const { return m_json; }
    /// The value that this byte of the text belongs to, or to whose key; of many, the innermost. Opens what leads there.
    [[nodiscard]] QModelIndex indexAt(qsizetype offset);
    /// The value at a JSON Pointer; where there is none, the nearest that would be around it.
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
    std::unique_ptr<Node> m_root; ///< an unseen node whose one child is the text's value
};

} // namespace Pullcord
