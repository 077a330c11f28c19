// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

#include <QMap>

namespace Pullcord {

/// P09 and P10 for notifications: the sender has not declared the feature, or the revision does not define it.
class NotificationRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.messages = Notifications};
    void onEvent(const FindingStep &step) override;

private:
    struct Notice;
    [[nodiscard]] static const Notice *find(const FindingStep &step);
    /// State of one kind of notification.
    struct Known
    {
        quint64 found = 0;       ///< key of the finding
        QByteArray capabilities; ///< capabilities of the sender that were searched
        bool isDeclared = true;  ///< result of that search
    };
    [[nodiscard]] bool isDeclared(const Notice &notice, Known &known) const;

    QMap<const Notice *, Known> m_known;
};

} // namespace Pullcord
