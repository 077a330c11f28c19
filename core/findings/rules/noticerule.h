// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

#include <QMap>

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
    /// What is known of a kind of notification.
    struct Known
    {
        quint64 found = 0;       ///< key of the finding
        QByteArray capabilities; ///< of its sender, which were looked through
        bool isDeclared = true;  ///< in those
    };
    [[nodiscard]] bool isDeclared(const Notice &notice, Known &known) const;

    QMap<const Notice *, Known> m_known;
};

} // namespace Pullcord
