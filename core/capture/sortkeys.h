// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <algorithm>
#include <bit>
#include <functional>
#include <vector>

namespace Pullcord {

/// What a row is sorted by: its number, and among equal ones its text, in whichever case.
struct SortKey
{
    static constexpr qsizetype LongestText = 200; ///< of what is compared

    double number = 0;
    QString text = {};
    bool isNone = false; ///< it has nothing to be sorted by: it comes last, in either direction

    [[nodiscard]] static SortKey of(double number) { return {.number = number}; }
    [[nodiscard]] static SortKey of(QStringView text);
    /// A number where it reads as one, and so before all texts.
    [[nodiscard]] static SortKey ofNumberOrText(const QString &text);
    [[nodiscard]] static SortKey none() { return {.isNone = true}; }

    friend bool operator==(const SortKey &, const SortKey &) = default;
};

/// An order of rows by their keys, which are kept: who holds rows in that order finds them by a binary search, and sorts in
/// what comes instead of sorting again. Equal rows keep the order of the log. Plain class.
class SortKeys
{
public:
    using KeyOf = std::function<SortKey(qsizetype row)>;

    SortKeys(KeyOf keyOf, Qt::SortOrder order);

    /// Makes the key of a row; only rows that have one can be compared. True if it is another than before.
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

/// Merges the sorted elements from `middle` on into the sorted ones before it. Few into many costs a search for each and
/// one move of what is behind them, not a look at all.
template<typename T, typename IsBefore>
void mergeFew(std::vector<T> &all, qsizetype middle, const IsBefore &isBefore)
{
    const auto begin = all.begin();
    const qsizetype few = qsizetype(all.size()) - middle;
    if (few * qsizetype(std::bit_width(size_t(middle))) > middle)
        return std::inplace_merge(begin, begin + middle, all.end(), isBefore);
    const std::vector<T> added(begin + middle, all.end());
    auto end = begin + middle; // of those that have not been moved
    for (qsizetype i = few; i-- > 0;) {
        const auto place = std::upper_bound(begin, end, added[size_t(i)], isBefore);
        std::move_backward(place, end, end + i + 1);
        *(place + i) = added[size_t(i)];
        end = place;
    }
}

} // namespace Pullcord
