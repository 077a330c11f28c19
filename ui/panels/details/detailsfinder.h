// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/slicedwork.h"
#include "ui/models/filter/finder.h"

#include <QObject>

#include <chrono>
#include <memory>

namespace Pullcord {

class FindBar;
class Findable;

/// A running search, in slices of the event loop. Each slice takes at least one step, however busy the machine is.
class Searching final : public QObject
{
    Q_OBJECT

public:
    explicit Searching(QObject *parent = nullptr, std::chrono::milliseconds slice = std::chrono::milliseconds(8));
    ~Searching() override;

    /// Starts a search instead of the current one; null stops it. The first slice runs before it returns, so a short
    /// text is searched at once.
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
    std::chrono::milliseconds m_slice;
};

/// Search within the message in Details, with one bar for all its views.
class DetailsFinder final : public QObject
{
    Q_OBJECT

public:
    explicit DetailsFinder(FindBar *bar, QObject *parent = nullptr);
    ~DetailsFinder() override;

    /// Sets the visible view, also when its contents change; null if it is not searchable.
    void setView(Findable *view);
    /// True if the bar is visible, which requires a searchable view.
    [[nodiscard]] bool isOpen() const;
    void open(const QString &text);
    void goOn(bool forward);

private:
    void search();
    void onAdvanced();
    void show(qsizetype number);
    void sayWhere();
    void onClosed();

    FindBar *m_bar;
    Findable *m_view = nullptr;
    bool m_isWanted = false; ///< the user has opened the bar; it is hidden without a view
    Searching m_searching;
    qsizetype m_current = -1; ///< index of the current hit; -1: none yet
    qsizetype m_from = 0;     ///< position at the start of the search
};

} // namespace Pullcord
