// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <deque>
#include <functional>
#include <limits>

namespace Pullcord {

/// The rows that pass a test, in ascending order. Tests each row once, over as many turns as needed; a changed row can
/// be tested again. Plain class.
class FilteredRows
{
public:
    using Test = std::function<bool(qsizetype row)>;
    using Rows = std::deque<qsizetype>; ///< a deque, since adding a row to millions must not copy them
    static constexpr qsizetype AllAtOnce = std::numeric_limits<qsizetype>::max();

    explicit FilteredRows(Test test);

    [[nodiscard]] const Rows &rows() const { return m_rows; }
    /// Rows below this one were tested.
    [[nodiscard]] qsizetype tested() const { return m_tested; }

    /// Tests at most `budget` of the untested rows below `count`, and appends those that pass. Returns true if more are
    /// untested.
    bool advance(qsizetype count, qsizetype budget = AllAtOnce);

    /// Effect of testing a row again. apply() performs it, so that a model can notify its views before and after.
    struct Change
    {
        enum class Kind : quint8 { None, Insertion, Removal };
        Kind kind = Kind::None;
        qsizetype row = 0;
        qsizetype position = 0; ///< index in rows()
    };
    [[nodiscard]] Change changeOf(qsizetype row) const;
    void apply(const Change &change);

private:
    Test m_test;
    Rows m_rows;
    qsizetype m_tested = 0;
};

} // namespace Pullcord
