// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/filter/searching.h"

#include <QObject>

namespace Pullcord {

class FindBar;
class Findable;

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
