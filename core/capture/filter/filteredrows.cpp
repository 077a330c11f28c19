// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/filteredrows.h"

#include <algorithm>

namespace Pullcord {

FilteredRows::FilteredRows(Test test)
    : m_test(std::move(test))
{}

bool FilteredRows::advance(qsizetype count, qsizetype budget)
{
    const qsizetype end = std::min(count, budget > count ? count : m_tested + budget);
    for (; m_tested < end; ++m_tested) {
        if (m_test(m_tested))
            m_rows.push_back(m_tested);
    }
    return m_tested < count;
}

FilteredRows::Change FilteredRows::changeOf(qsizetype row) const
{
    if (row >= m_tested)
        return {}; // advance() will test it
    const auto place = std::lower_bound(m_rows.begin(), m_rows.end(), row);
    const bool shown = place != m_rows.end() && *place == row;
    if (m_test(row) == shown)
        return {};
    return {shown ? Change::Kind::Removal : Change::Kind::Insertion, row, place - m_rows.begin()};
}

void FilteredRows::apply(const Change &change)
{
    if (change.kind == Change::Kind::Insertion)
        m_rows.insert(m_rows.begin() + change.position, change.row);
    else if (change.kind == Change::Kind::Removal)
        m_rows.erase(m_rows.begin() + change.position);
}

} // namespace Pullcord
