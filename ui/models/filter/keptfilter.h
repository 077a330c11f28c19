// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {

/// A filter saved by the user, optionally with a name. A value.
struct KeptFilter
{
    QString filter;
    QString name = {};

    [[nodiscard]] QString toSetting() const;
    /// Accepts a plain filter, too, which then has no name.
    [[nodiscard]] static KeptFilter fromSetting(const QString &text);

    [[nodiscard]] bool operator==(const KeptFilter &other) const = default;
};

} // namespace Pullcord
