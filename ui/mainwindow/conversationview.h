// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportselection.h"
#include "core/capture/marks.h"
#include "ui/models/filter/colorrule.h"

#include <QSplitter>

class QAction;
class QTabWidget;
class QToolButton;

namespace Pullcord {

class Actions;
class Conversation;
class DetailsPanel;
class FilterBar;
class FindingMarks;
class Findings;
class FindingsPanel;
class LayoutKeeper;
class GrowingTableView;
class MessagesPanel;
class RequestsPanel;
class ServerLogPanel;
class ServerPanel;
class Settings;
class StatisticsPanel;
class TimelinePanel;
class StderrPanel;

/// Panels of a conversation, side by side. Details show what was selected last. In a narrow window, Details and the
/// tables take turns; the state of Actions::viewDetails says which is visible.
class ConversationView final : public QSplitter
{
    Q_OBJECT

public:
    explicit ConversationView(Actions &actions, QWidget *parent = nullptr);
    ~ConversationView() override;

    /// Null removes both.
    void setConversation(Conversation *conversation, Findings *findings);
    /// Call when data has arrived or changed.
    void refresh();
    void restoreLayout(const Settings &settings);
    /// True if the user wants Details beside the tables, room permitting.
    [[nodiscard]] bool wantsDetails() const { return m_wantsDetails; }
    /// Switches from Details to the tables, where they take turns.
    void showTables();
    /// Lets tables and Details end `height` above the bottom; nothing else moves.
    void leaveFoot(int height);
    /// Saves changes of the layout from now on. Call after restoreLayout().
    void keepLayout(LayoutKeeper &keeper);

    [[nodiscard]] ServerPanel *server() const { return m_server; }
    [[nodiscard]] RequestsPanel *requests() const { return m_requests; }
    [[nodiscard]] DetailsPanel *details() const { return m_details; }
    [[nodiscard]] TimelinePanel *timeline() const { return m_timeline; }
    [[nodiscard]] FindingsPanel *findings() const { return m_findings; }
    /// Marks for findings in the tables, with the silenced rules.
    [[nodiscard]] FindingMarks *findingMarks() const { return m_marks; }
    /// Returns the tabs for messages, server log, server output, timeline, statistics and findings, in the order of
    /// Actions::lowerTabs.
    [[nodiscard]] QTabWidget *lower() const { return m_lower; }

    /// Returns the table with the latest selection.
    [[nodiscard]] GrowingTableView *selectedTable() const;
    /// Returns the tables of requests and messages.
    [[nodiscard]] QList<GrowingTableView *> sortableTables() const;
    /// Returns the one of them with the latest selection; null if another table has it.
    [[nodiscard]] GrowingTableView *sortableTable() const;
    /// Returns the selected rows that can be marked.
    [[nodiscard]] QList<MarkTarget> selectedPlaces() const;
    [[nodiscard]] bool hasSelection() const;
    /// Returns the selection: requests with their parts, or messages.
    [[nodiscard]] ExportSelection selection() const;
    /// Returns the capture indices of selected messages, in order; empty unless the message table has the latest
    /// selection.
    [[nodiscard]] std::vector<qsizetype> selectedMessages() const;
    /// Returns the selected messages as on the wire; for requests, their request messages.
    [[nodiscard]] QByteArrayList selectedBytes() const;
    /// Returns the log row of the request of the current message or log message; -1 if there is none.
    [[nodiscard]] qsizetype requestOfMessage() const;
    /// Returns the capture index that showInMessages() selects; -1 if there is none.
    [[nodiscard]] qsizetype messageToShow() const;

    /// Returns the capture index of the current message, or of the current request's message; -1 if there is none.
    [[nodiscard]] qsizetype selectedEntry() const;

    void setColorRules(const QList<ColorRule> &rules);
    /// Selects the first message of the current request, or the current log message.
    void showInMessages();
    /// Selects a request by its row in the log; clears the filter if that hides it.
    void showRequest(qsizetype row);
    /// Selects the request of the current message.
    void showInRequests();
    [[nodiscard]] QList<FilterBar *> filterBars() const;
    /// Focuses the filter of the focused table, else that of the requests; in Details, its search.
    void focusFilter();

    /// Returns the minimum at which tables and Details take turns.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void selectionChanged();
    /// Data has arrived or changed; at most once per tick and panel.
    void contentChanged();
    void unpinRequested(const Pullcord::MarkTarget &place);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class Place : quint8 { Requests, Messages, ServerLog, Findings };

    void setSelected(Place place);
    [[nodiscard]] QByteArray characterWidth() const;
    void saveSides(Settings &settings) const;
    static void saveColumns(Settings &settings, const GrowingTableView &table);
    void saveForFont(Settings &settings) const;
    void fitFont();
    void makeLower();
    void connectPanels();
    void connectSelection();
    void connectFindings();
    void countFindings();
    void showMessage(qsizetype captureIndex);
    /// Returns the capture indices of the selection, unless it is in the request table.
    [[nodiscard]] std::vector<qsizetype> selectedEntries() const;
    void shareOut(int width);
    [[nodiscard]] QToolButton *addAboveDetails(const QString &name, const char *icon, const QString &text);
    void makeTurns();
    void makeHidden();
    void takeTurns();
    void showTurn();
    /// True if the filter hides the row shown in Details.
    [[nodiscard]] bool isHiddenByFilter() const;
    void updateHiddenNotice();
    /// Shows the current row of the table of requests or messages in Details.
    void showCurrent();
    void giveUp();
    bool restoreSides(const QByteArray &were, double wider);
    [[nodiscard]] QList<GrowingTableView *> tables() const; ///< tables whose columns are saved

    Conversation *m_conversation = nullptr;
    Place m_selected = Place::Requests; ///< table with the latest selection
    int m_foot = 0;
    QAction *m_viewDetails;
    QToolButton *m_toTables = nullptr; ///< button in Details while they take turns
    QToolButton *m_hidden = nullptr;   ///< button in Details while the filter hides their row
    bool m_takesTurns = false;
    bool m_wantsDetails = true;
    QList<int> m_besides;  ///< sizes before taking turns
    bool m_areOurs = true; ///< those sizes are not the user's choice
    QList<int> m_shares;   ///< automatic sizes; empty after a choice of the user
    QSplitter *m_middle;
    QTabWidget *m_lower;
    ServerPanel *m_server;
    RequestsPanel *m_requests;
    MessagesPanel *m_messages;
    ServerLogPanel *m_log;
    StderrPanel *m_stderr;
    StatisticsPanel *m_statistics;
    TimelinePanel *m_timeline;
    FindingMarks *m_marks;
    FindingsPanel *m_findings;
    DetailsPanel *m_details;
};

} // namespace Pullcord
