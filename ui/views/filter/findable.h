// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/filter/finder.h"

#include <memory>

namespace Pullcord {

/// Interface of a searchable view. Hits are those of its finder.
class Findable
{
public:
    Findable() = default;
    virtual ~Findable() = default;
    Q_DISABLE_COPY_MOVE(Findable)

    /// Returns a search over all data, shown or not.
    [[nodiscard]] virtual std::unique_ptr<Finder> finderFor(const QString &wanted) const = 0;
    /// Returns the user's position as a hit; the next hit is the first one from there on.
    [[nodiscard]] virtual qsizetype findFrom() const = 0;
    /// Marks the hits of `wanted`; empty removes the marks.
    virtual void markFound(const QString &wanted, const std::vector<qsizetype> &hits) = 0;
    virtual void goToFound(qsizetype hit) = 0;
};

} // namespace Pullcord
