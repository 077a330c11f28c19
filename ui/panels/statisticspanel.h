// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/statisticsmodel.h"
#include "ui/models/statisticsorder.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QCheckBox;
class QToolButton;

namespace Pullcord {

class Conversation;
class LogTable;

/// The requests in figures. It counts again while it is seen and something has happened, and never for longer than a small
/// part of the time.
class StatisticsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit StatisticsPanel(QWidget *parent = nullptr);
    ~StatisticsPanel() override;

    void setConversation(Conversation *conversation);
    /// Says which requests pass the present filter of the requests; asked for every count.
    void setFilter(std::function<bool(qsizetype row)> passes);
    /// Something came or changed.
    void refresh();
    [[nodiscard]] LogTable *table() const { return m_table; }

signals:
    /// Somebody wants to see the requests of a group.
    void filterRequested(const QString &filter);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void count();
    /// Columns that there is no room for are a click away.
    void sayWhatIsLeftOut();

    Conversation *m_conversation = nullptr;
    std::function<bool(qsizetype row)> m_passes;
    StatisticsModel m_model;
    StatisticsOrder m_sorted;
    LogTable *m_table;
    QCheckBox *m_onlyFiltered;
    QToolButton *m_leftOut;
    bool m_hasNews = true; ///< since the last count
    QTimer m_wait;         ///< until it may count again
};

} // namespace Pullcord
