// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QMap>

namespace Pullcord {

/// Values for the last Most requests that a rule dealt with, by their rows in the log.
///
/// Plain class. Takes little memory while it holds few values.
template<typename T, qsizetype Most = 1024>
class RecentRows
{
public:
    /// Returns the value; null if there is none, or it was forgotten.
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
        if (m_order.size() > Most)
            m_values.remove(m_order.takeFirst());
    }
    void remove(qint64 row)
    {
        if (m_values.remove(row) > 0)
            m_order.removeOne(row);
    }
    [[nodiscard]] bool isEmpty() const { return m_values.isEmpty(); }
    [[nodiscard]] const QList<qint64> &rows() const { return m_order; } ///< oldest first

private:
    // Each connection has dozens of these. An empty deque takes 600 bytes; a hash with one value room for 48.
    QMap<qint64, T> m_values;
    QList<qint64> m_order;
};

} // namespace Pullcord
