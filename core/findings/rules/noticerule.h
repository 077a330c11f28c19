// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

#include <QHash>

namespace Pullcord {

/// P09 and P10 of notifications: one whose sender has not declared what it is part of, or that the revision does not have.
class NoticeRule final : public FindingRule
{
public:
    explicit NoticeRule(FindingContext &context);
    void onEvent(const FindingStep &step) override;

private:
    struct Notice;
    [[nodiscard]] static const Notice *find(const FindingStep &step);
    [[nodiscard]] bool isDeclared(const Notice &notice) const;

    QHash<const Notice *, quint64> m_found; ///< keys of findings
};

} // namespace Pullcord
