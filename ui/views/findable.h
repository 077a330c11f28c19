// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/finder.h"

#include <memory>

namespace Pullcord {

/// A view in which something can be found. The hits are those of its finder.
class Findable
{
public:
    Findable() = default;
    virtual ~Findable() = default;
    Q_DISABLE_COPY_MOVE(Findable)

    /// Looks through all that there is, shown or not.
    [[nodiscard]] virtual std::unique_ptr<Finder> finderFor(const QString &wanted) const = 0;
    /// Where a person is, as a hit: what comes next is the first hit from there on.
    [[nodiscard]] virtual qsizetype findFrom() const = 0;
    /// Marks them; `wanted` is what they are hits of, empty for no more marks.
    virtual void markFound(const QString &wanted, const std::vector<qsizetype> &hits) = 0;
    virtual void goToFound(qsizetype hit) = 0;
};

} // namespace Pullcord
