// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <algorithm>
#include <bit>
#include <functional>
#include <vector>

namespace Pullcord {

/// Sort key of a row: a number, then a text, compared without regard to case.
struct SortKey
{
    static constexpr qsizetype LongestText = 200; ///< characters that are compared

    double number = 0;
    QString text = {};
    bool isNone = false; ///< no key: the row comes last in either order

    [[nodiscard]] static SortKey of(double number) { return {.number = number}; }
    [[nodiscard]] static SortKey of(QStringView text);
    /// Returns a number if the text is one, which sorts before all texts.
    [[nodiscard]] static SortKey ofNumberOrText(const QString &text);
    [[nodiscard]] static SortKey none() { return {.isNone = true}; }

    friend bool operator==(const SortKey &, const SortKey &) = default;
};

/// A sort order of rows with cached keys. It allows a binary search in sorted rows, and inserting new rows without
/// sorting again. Equal rows keep the order of the log. Plain class.
class SortKeys
{
public:
    using KeyOf = std::function<SortKey(qsizetype row)>;

    SortKeys(KeyOf keyOf, Qt::SortOrder order);

    /// Computes the key of a row, which is required before it is compared. Returns true if the key changed.
    bool take(qsizetype row);
    [[nodiscard]] bool has(qsizetype row) const { return size_t(row) < m_keys.size() && m_keys[size_t(row)].isTaken; }
    [[nodiscard]] bool isBefore(qsizetype a, qsizetype b) const;

private:
    struct Kept
    {
        SortKey key;
        bool isTaken = false;
    };

    KeyOf m_keyOf;
    bool m_descending;
    std::vector<Kept> m_keys; ///< by row
};

/// Merges the sorted elements from `middle` into the sorted ones before it. A few new elements cost one search each and
/// a single move of the elements after them, not a pass over all.
template<typename T, typename IsBefore>
void mergeFew(std::vector<T> &all, qsizetype middle, const IsBefore &isBefore)
{
    const auto begin = all.begin();
    const qsizetype few = qsizetype(all.size()) - middle;
    if (few * qsizetype(std::bit_width(size_t(middle))) > middle)
        return std::inplace_merge(begin, begin + middle, all.end(), isBefore);
    const std::vector<T> added(begin + middle, all.end());
    auto end = begin + middle; // end of the elements that have not been moved
    for (qsizetype i = few; i-- > 0;) {
        const auto place = std::upper_bound(begin, end, added[size_t(i)], isBefore);
        std::move_backward(place, end, end + i + 1);
        *(place + i) = added[size_t(i)];
        end = place;
    }
}

} // namespace Pullcord
