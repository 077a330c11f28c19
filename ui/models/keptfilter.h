// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {

/// A filter that somebody wants again, perhaps under a name. A value.
struct KeptFilter
{
    QString filter;
    QString name = {};

    [[nodiscard]] QString toSetting() const;
    /// A filter alone is one without a name.
    [[nodiscard]] static KeptFilter fromSetting(const QString &text);

    [[nodiscard]] bool operator==(const KeptFilter &other) const = default;
};

} // namespace Pullcord
