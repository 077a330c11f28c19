// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "ui/models/findings/findingsmodel.h"
#include "ui/models/pacedtimer.h"

#include <QPointer>
#include <QSet>
#include <QSortFilterProxyModel>
#include <QWidget>

class QSplitter;

namespace Pullcord {

class Actions;
class Conversation;
class FindingMarks;
class FindingView;
class Findings;
class FindingsBar;
class GrowingTableView;
class RowDelegate;

/// Sorts and filters a FindingsModel: hides silenced rules, lower severities, and rows without the searched text.
class FindingsFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit FindingsFilter(QObject *parent = nullptr);
    ~FindingsFilter() override;

    void setFilter(FindingSeverity least, const QString &text);
    void setSilenced(const QSet<FindingCode> &codes);
    [[nodiscard]] const QSet<FindingCode> &silenced() const { return m_silenced; }

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    FindingSeverity m_least = FindingSeverity::Info;
    QString m_text;
    QSet<FindingCode> m_silenced;
};

/// Findings of a conversation as a table, with the selected one in full beside it.
class FindingsPanel final : public QWidget
{
    Q_OBJECT

public:
    /// `marks` holds the silenced rules; it must outlive the panel.
    FindingsPanel(const Actions &actions, FindingMarks &marks, QWidget *parent = nullptr);
    ~FindingsPanel() override;

    /// Null removes both.
    void setSource(Conversation *conversation, const Findings *findings);

    [[nodiscard]] GrowingTableView *table() const { return m_table; }
    [[nodiscard]] FindingsBar *bar() const { return m_bar; }
    [[nodiscard]] QSplitter *splitter() const { return m_splitter; }
    /// Returns the current finding; null if there is none.
    [[nodiscard]] const Finding *current() const;
    /// Returns the log row of the request of the current finding, and the capture index of the last message in its
    /// evidence; -1 if there is none.
    [[nodiscard]] qsizetype currentRequest() const;
    [[nodiscard]] qsizetype currentEvent() const;
    /// Returns the capture indices of the evidence of all selected findings, in order, without repeats.
    [[nodiscard]] std::vector<qsizetype> selectedEvents() const;

signals:
    void selectionChanged();
    /// Enter or a double click: the user wants to see the request, else the message, of the current finding.
    void chosen();
    void requestWanted(qsizetype logRow);
    void messageWanted(qsizetype captureIndex);
    void meaningWanted(Pullcord::FindingCode code);

private:
    void makeTable(const Actions &actions);
    void showChecked();
    void applyFilter();
    void onMarksChanged();
    void showCurrent();
    void sayWhyEmpty();

    FindingMarks &m_marks;
    Conversation *m_conversation = nullptr;
    QPointer<const Findings> m_findings;
    PacedTimer m_tick;
    FindingsModel m_model;
    FindingsFilter m_shown;
    FindingsBar *m_bar;
    QSplitter *m_splitter;
    GrowingTableView *m_table;
    FindingView *m_view;
};

} // namespace Pullcord
