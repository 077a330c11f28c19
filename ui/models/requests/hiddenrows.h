// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSet>

#include <vector>

namespace Pullcord {

/// Source rows hidden as noise, with their count, and rows that the user wants to see anyway. A value.
class HiddenRows
{
public:
    void note(qsizetype source, bool isHidden)
    {
        if (size_t(source) >= m_hidden.size())
            m_hidden.resize(size_t(source) + 1);
        m_count += int(isHidden) - int(m_hidden[size_t(source)]);
        m_hidden[size_t(source)] = isHidden;
    }
    [[nodiscard]] bool has(qsizetype source) const
    {
        return size_t(source) < m_hidden.size() && m_hidden[size_t(source)];
    }
    [[nodiscard]] qsizetype count() const { return m_count; }
    void clear() { *this = {}; }

    void want(qsizetype source) { m_wanted.insert(source); }
    [[nodiscard]] bool isWanted(qsizetype source) const { return m_wanted.contains(source); }

private:
    std::vector<bool> m_hidden; ///< by source row
    qsizetype m_count = 0;
    QSet<qsizetype> m_wanted;
};

} // namespace Pullcord
