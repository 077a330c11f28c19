// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <deque>
#include <functional>
#include <limits>

namespace Pullcord {

/// The rows that pass a test, in order. Rows are tested once, as they come, in as many turns as it takes; a row that
/// has changed can be tested again. Plain class.
class FilteredRows
{
public:
    using Test = std::function<bool(qsizetype row)>;
    using Rows = std::deque<qsizetype>; ///< there may be millions, which are not to be copied when one more comes
    static constexpr qsizetype AllAtOnce = std::numeric_limits<qsizetype>::max();

    explicit FilteredRows(Test test);

    [[nodiscard]] const Rows &rows() const { return m_rows; }
    /// Rows below this one have been tested.
    [[nodiscard]] qsizetype tested() const { return m_tested; }

    /// Tests the rows below `count` that have not been tested, at most `budget` of them, and appends those that pass.
    /// True if some are left.
    bool advance(qsizetype count, qsizetype budget = AllAtOnce);

    /// What testing a row again would change; apply() does it, so that a model can tell its views before and after.
    struct Change
    {
        enum class Kind : quint8 { None, Insertion, Removal };
        Kind kind = Kind::None;
        qsizetype row = 0;
        qsizetype position = 0; ///< in rows()
    };
    [[nodiscard]] Change changeOf(qsizetype row) const;
    void apply(const Change &change);

private:
    Test m_test;
    Rows m_rows;
    qsizetype m_tested = 0;
};

} // namespace Pullcord
