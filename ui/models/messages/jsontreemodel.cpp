// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/jsontreemodel.h"

#include "core/capture/formatting.h"
#include "core/json/jsonspot.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <algorithm>
#include <vector>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr qsizetype LongestValue = 500;         ///< characters shown of a string
constexpr qsizetype CountedContainer = 1 << 16; ///< in bytes; larger containers show their size instead of a count
} // namespace

/// A value of the text, or a range of a container's children.
struct JsonTreeModel::Node
{
    Node *parent = nullptr;
    int row = 0;
    JsonValue value;           ///< the container, for a range
    QByteArrayView rawKey;     ///< key of a member
    qsizetype position = 0;    ///< index in the container; for a range, that of its first child
    qsizetype rangeLength = 0; ///< 0 for a value
    JsonValue::Iterator rangeStart;
    bool inArray = false;
    bool fetched = false;
    std::vector<std::unique_ptr<Node>> children;

    [[nodiscard]] bool isRange() const { return rangeLength > 0; }
    /// Returns the first byte of the key, or of the value if there is none.
    [[nodiscard]] const char *first() const
    {
        const JsonMember member = isRange() ? *rangeStart : JsonMember{rawKey, value};
        return member.rawKey.isEmpty() ? member.value.raw().data() : member.rawKey.data();
    }
};

JsonTreeModel::JsonTreeModel(QObject *parent)
    : QAbstractItemModel(parent)
{}

JsonTreeModel::~JsonTreeModel() = default;

void JsonTreeModel::setJson(const QByteArray &json)
{
    beginResetModel();
    m_json = json;
    m_root.reset();
    const JsonValue value(m_json);
    if (value.isValid()) {
        m_root = std::make_unique<Node>();
        m_root->fetched = true;
        auto top = std::make_unique<Node>();
        top->parent = m_root.get();
        top->value = value;
        m_root->children.push_back(std::move(top));
    }
    endResetModel();
}

QModelIndex JsonTreeModel::indexAt(qsizetype offset)
{
    const char *wanted = m_json.constData() + offset;
    QModelIndex at = index(0, Key);
    while (at.isValid()) {
        const Node *node = nodeOf(at);
        if (!node->isRange() && wanted <= node->value.raw().data())
            break;
        fetchMore(at);
        const auto next = std::upper_bound(node->children.begin(), node->children.end(), wanted,
                                           [](const char *byte, const auto &child) { return byte < child->first(); });
        if (next == node->children.begin())
            break;
        at = index(int(next - node->children.begin()) - 1, Key, at);
    }
    return at;
}

QModelIndex JsonTreeModel::indexOf(const QString &pointer)
{
    const JsonValue whole(m_json);
    for (QString place = pointer; !place.isEmpty(); place.truncate(qMax(place.lastIndexOf(u'/'), qsizetype(0)))) {
        if (const JsonValue value = whole.pointer(place.toUtf8()); value.isValid())
            return indexAt(value.raw().data() - m_json.constData());
    }
    return index(0, Key);
}

JsonTreeModel::Node *JsonTreeModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_root.get();
}

QModelIndex JsonTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    if (!node || row < 0 || size_t(row) >= node->children.size() || column < 0 || column >= ColumnCount)
        return {};
    return createIndex(row, column, node->children[size_t(row)].get());
}

QModelIndex JsonTreeModel::parent(const QModelIndex &child) const
{
    if (!child.isValid())
        return {};
    Node *parent = nodeOf(child)->parent;
    return parent == m_root.get() ? QModelIndex() : createIndex(parent->row, 0, parent);
}

int JsonTreeModel::rowCount(const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    return !node || parent.column() > 0 ? 0 : int(node->children.size());
}

int JsonTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

bool JsonTreeModel::hasChildren(const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    if (!node || parent.column() > 0)
        return false;
    return node->isRange() || !node->children.empty() || node->value.begin() != node->value.end();
}

bool JsonTreeModel::canFetchMore(const QModelIndex &parent) const
{
    const Node *node = nodeOf(parent);
    return node && parent.column() <= 0 && !node->fetched && hasChildren(parent);
}

void JsonTreeModel::fetchMore(const QModelIndex &parent)
{
    Node *node = nodeOf(parent);
    if (!node || node->fetched)
        return;
    node->fetched = true;
    std::vector<std::unique_ptr<Node>> children = childrenOf(*node);
    if (children.empty())
        return;
    beginInsertRows(parent, 0, int(children.size()) - 1);
    node->children = std::move(children);
    endInsertRows();
}

std::vector<std::unique_ptr<JsonTreeModel::Node>> JsonTreeModel::childrenOf(Node &node) const
{
    std::vector<std::unique_ptr<Node>> values;
    std::vector<std::unique_ptr<Node>> ranges;
    const qsizetype first = node.isRange() ? node.position : 0;
    const qsizetype most = node.isRange() ? node.rangeLength : std::numeric_limits<qsizetype>::max();
    auto at = node.isRange() ? node.rangeStart : node.value.begin();
    qsizetype position = 0;
    for (; position < most && at != node.value.end(); ++at, ++position) {
        if (!node.isRange() && position % RangeSize == 0) {
            auto range = std::make_unique<Node>();
            range->parent = &node;
            range->row = int(ranges.size());
            range->value = node.value;
            range->position = position;
            range->rangeStart = at;
            ranges.push_back(std::move(range));
        }
        if (!ranges.empty())
            ++ranges.back()->rangeLength;
        if (position >= RangeSize)
            continue; // it becomes ranges
        const JsonMember member = *at;
        auto value = std::make_unique<Node>();
        value->parent = &node;
        value->row = int(position);
        value->value = member.value;
        value->rawKey = member.rawKey;
        value->position = first + position;
        value->inArray = node.value.isArray();
        values.push_back(std::move(value));
    }
    return position > RangeSize ? std::move(ranges) : std::move(values);
}

QVariant JsonTreeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Node &node = *nodeOf(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return index.column() == Key ? keyText(node) : valueText(node);
    case Qt::ToolTipRole:
        return Texts::toolTip(index.column() == Key ? pointer(node) : valueText(node));
    case RawRole:
        return node.value.raw().toByteArray();
    case PointerRole:
        return pointer(node);
    case TypeRole:
        return int(node.isRange() ? JsonType::Invalid : node.value.type());
    case OffsetRole:
        return qsizetype(node.first() - m_json.constData());
    default:
        return {};
    }
}

QVariant JsonTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Key ? tr("Key") : tr("Value");
}

QString JsonTreeModel::keyText(const Node &node) const
{
    if (node.isRange())
        return u"[%1 … %2]"_s.arg(node.position).arg(node.position + node.rangeLength - 1);
    if (node.parent == m_root.get())
        return u"$"_s;
    return node.inArray ? QString::number(node.position) : JsonValue(node.rawKey).toString();
}

QString JsonTreeModel::valueText(const Node &node) const
{
    if (node.isRange())
        return {};
    const JsonType type = node.value.type();
    if (type != JsonType::Array && type != JsonType::Object)
        return Texts::oneLine(node.value.raw(), LongestValue);
    const bool array = type == JsonType::Array;
    if (node.value.raw().size() > CountedContainer) {
        const QString size = Formatting::byteCount(node.value.raw().size());
        return array ? u"[%1]"_s.arg(size) : u"{%1}"_s.arg(size);
    }
    const auto count = int(std::distance(node.value.begin(), node.value.end()));
    return array ? u"[%1]"_s.arg(count) : u"{%1}"_s.arg(count);
}

QString JsonTreeModel::pointer(const Node &node) const
{
    QStringList steps;
    for (const Node *at = &node; at->parent && at->parent != m_root.get(); at = at->parent) {
        if (at->isRange())
            continue;
        steps.prepend(JsonSpot::step(keyText(*at)));
    }
    return steps.isEmpty() ? QString() : u'/' + steps.join(u'/');
}

} // namespace Pullcord
