// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include <QHash>

#include <deque>

namespace Pullcord {

/// C34: how tasks/cancel is answered for a task that has ended.
class TaskCancelRule final : public FindingRule
{
public:
    explicit TaskCancelRule(FindingContext &context);
    static constexpr size_t MostTasks = 512;

    void onTransition(const FindingStep &step) override;

private:
    void learn(const FindingStep &step);

    QHash<QString, qint64> m_ended; ///< tasks: the event that said so
    std::deque<QString> m_order;
};

} // namespace Pullcord
