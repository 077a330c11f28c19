// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/sortkeys.h"

#include <limits>

namespace Pullcord {

SortKey SortKey::of(QStringView text)
{
    return text.isEmpty() ? none() : SortKey{.text = text.first(qMin(text.size(), LongestText)).toString()};
}

SortKey SortKey::ofNumberOrText(const QString &text)
{
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    SortKey key = of(text);
    if (!key.isNone)
        key.number = isNumber ? number : std::numeric_limits<double>::infinity();
    return key;
}

SortKeys::SortKeys(KeyOf keyOf, Qt::SortOrder order)
    : m_keyOf(std::move(keyOf))
    , m_descending(order == Qt::DescendingOrder)
{}

bool SortKeys::take(qsizetype row)
{
    if (size_t(row) >= m_keys.size())
        m_keys.resize(size_t(row) + 1);
    Kept &kept = m_keys[size_t(row)];
    SortKey key = m_keyOf(row);
    if (kept.isTaken && kept.key == key)
        return false;
    kept = {std::move(key), true};
    return true;
}

bool SortKeys::isBefore(qsizetype a, qsizetype b) const
{
    const SortKey &left = m_keys[size_t(a)].key;
    const SortKey &right = m_keys[size_t(b)].key;
    if (left.isNone != right.isNone)
        return right.isNone;
    if (left.number < right.number || left.number > right.number)
        return (left.number < right.number) != m_descending;
    const int order = QString::compare(left.text, right.text, Qt::CaseInsensitive);
    return order == 0 ? a < b : (order < 0) != m_descending;
}

} // namespace Pullcord
