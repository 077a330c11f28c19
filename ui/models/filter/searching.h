// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/slicedwork.h"
#include "ui/models/filter/finder.h"

#include <QObject>

#include <memory>

namespace Pullcord {

/// A running search, in slices of the event loop.
class Searching final : public QObject
{
    Q_OBJECT

public:
    explicit Searching(QObject *parent = nullptr);
    ~Searching() override;

    /// Starts a search instead of the current one; null stops it. The first slice runs before it returns.
    void start(std::unique_ptr<Finder> finder);

    [[nodiscard]] const std::vector<qsizetype> &hits() const;
    [[nodiscard]] bool isRunning() const { return m_next.isActive(); }
    [[nodiscard]] bool isFull() const { return m_finder && m_finder->isFull(); }

signals:
    /// Emitted when there are more hits, or the search is over; never during start().
    void advanced();

private:
    [[nodiscard]] bool work();

    std::unique_ptr<Finder> m_finder;
    SlicedWork m_next;
};

} // namespace Pullcord
