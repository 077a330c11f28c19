// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/findingsfilter.h"
#include "ui/models/findingsmodel.h"
#include "ui/models/pacedtimer.h"

#include <QPointer>
#include <QWidget>

#include <memory>

class QSplitter;

namespace Pullcord {

class Actions;
class Conversation;
class FindingMarks;
class FindingView;
class Findings;
class FindingsBar;
class LogTable;
class RowDelegate;

/// What was found in a conversation, and the finding that is selected beside it, to read.
class FindingsPanel final : public QWidget
{
    Q_OBJECT

public:
    /// The marks say what is silenced; they must outlive it.
    FindingsPanel(const Actions &actions, FindingMarks &marks, QWidget *parent = nullptr);
    ~FindingsPanel() override;

    /// Null lets go of both.
    void setSource(Conversation *conversation, const Findings *findings);

    [[nodiscard]] LogTable *table() const { return m_table; }
    [[nodiscard]] FindingsBar *bar() const { return m_bar; }
    [[nodiscard]] QSplitter *splitter() const { return m_splitter; }
    /// The current one; null if there is none.
    [[nodiscard]] const Finding *current() const;
    /// Its request in the log, and the last message that it rests on; -1 without.
    [[nodiscard]] qsizetype currentRequest() const;
    [[nodiscard]] qsizetype currentEvent() const;
    /// What the selected ones rest on: indices in the capture, in order, each once.
    [[nodiscard]] std::vector<qsizetype> selectedEvents() const;

signals:
    void selectionChanged();
    /// Somebody wants to see the request of the current one, else its message: Enter or a double click.
    void chosen();
    void requestWanted(qsizetype logRow);
    void messageWanted(qsizetype captureIndex);
    void meaningWanted(Pullcord::FindingCode code);

private:
    void makeTable(const Actions &actions);
    void tellChecked();
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
    LogTable *m_table;
    FindingView *m_view;
};

} // namespace Pullcord
