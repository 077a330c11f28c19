// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/files/filecommand.h"
#include "core/capture/capturediff.h"

#include <optional>

namespace Pullcord {

/// `diff FILE FILE`: prints the requests that only one of two captures has, and the differences of the others.
class DiffCommand final : public FileCommand
{
    Q_OBJECT

public:
    using FileCommand::FileCommand;

protected:
    void work() override;

private:
    void compare();
    /// Compares the next pair; returns false when there is none.
    bool step();
    void printOne(const CaptureDiff::Pair &pair);
    void printBoth(const CaptureDiff::Pair &pair, const CaptureDiff::Difference &difference);
    [[nodiscard]] RequestRecord record(size_t side, qsizetype row) const;
    void conclude();

    std::vector<qsizetype> m_left; ///< rows that pass the filter
    std::vector<qsizetype> m_right;
    std::optional<CaptureDiff> m_diff;
    qsizetype m_next = 0;
    qsizetype m_removed = 0;
    qsizetype m_added = 0;
    qsizetype m_changed = 0;
};

} // namespace Pullcord
