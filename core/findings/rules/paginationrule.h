// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include <QHash>
#include <QSet>

namespace Pullcord {

/// P15: pages of a list that begin again, or never end.
class PaginationRule final : public FindingRule
{
public:
    explicit PaginationRule(FindingContext &context);
    static constexpr qsizetype MostLists = 64; ///< that are read at a time

    void onTransition(const FindingStep &step) override;

private:
    QHash<QByteArray, QSet<size_t>> m_cursors; ///< by method: hashes of the cursors of the list that is being read
};

} // namespace Pullcord
