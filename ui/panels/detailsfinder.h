// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/searching.h"

#include <QObject>

namespace Pullcord {

class FindBar;
class Findable;

/// The search inside the message that Details shows: one bar for all its views.
class DetailsFinder final : public QObject
{
    Q_OBJECT

public:
    explicit DetailsFinder(FindBar *bar, QObject *parent = nullptr);
    ~DetailsFinder() override;

    /// The view that is looked at now, or one that shows something else now; null: none that can be searched.
    void setView(Findable *view);
    /// Whether the bar is there; it is not where nothing can be searched.
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
    bool m_isWanted = false; ///< the bar; without a view it waits unseen
    Searching m_searching;
    qsizetype m_current = -1; ///< the number of the hit that is shown; -1: none yet
    qsizetype m_from = 0;     ///< where the person was when the search began
};

} // namespace Pullcord
