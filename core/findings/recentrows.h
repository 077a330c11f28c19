// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>

#include <deque>

namespace Pullcord {

/// What a rule remembers of the requests that it has dealt with lately, by their rows in the log: of the last Most of them.
template<typename T, qsizetype Most = 1024>
class RecentRows
{
public:
    /// Null if there is nothing, or it was forgotten.
    [[nodiscard]] T *find(qint64 row)
    {
        const auto place = m_values.find(row);
        return place == m_values.end() ? nullptr : &*place;
    }
    [[nodiscard]] bool contains(qint64 row) const { return m_values.contains(row); }
    void insert(qint64 row, const T &value)
    {
        if (!m_values.contains(row))
            m_order.push_back(row);
        m_values.insert(row, value);
        if (qsizetype(m_order.size()) > Most) {
            m_values.remove(m_order.front());
            m_order.pop_front();
        }
    }
    void remove(qint64 row)
    {
        if (m_values.remove(row) > 0)
            std::erase(m_order, row);
    }
    [[nodiscard]] bool isEmpty() const { return m_values.isEmpty(); }
    [[nodiscard]] const std::deque<qint64> &rows() const { return m_order; } ///< oldest first

private:
    QHash<qint64, T> m_values;
    std::deque<qint64> m_order;
};

} // namespace Pullcord
