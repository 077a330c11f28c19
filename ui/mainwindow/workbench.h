// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportselection.h"
#include "core/capture/marks.h"
#include "ui/models/colorrule.h"

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
class LogTable;
class MessagesPanel;
class RequestsPanel;
class ServerLogPanel;
class ServerPanel;
class Settings;
class StatisticsPanel;
class TimelinePanel;
class StderrPanel;

/// The panels on a conversation, side by side, and what follows among them: the details show what was selected last.
/// Where there is no room for Details beside the tables, they take turns; Actions::viewDetails then says whose turn it is.
class Workbench final : public QSplitter
{
    Q_OBJECT

public:
    explicit Workbench(Actions &actions, QWidget *parent = nullptr);
    ~Workbench() override;

    /// Null lets go of both.
    void setConversation(Conversation *conversation, const Findings *findings);
    /// Something came or changed.
    void refresh();
    void restoreLayout(const Settings &settings);
    /// Whether somebody wants Details beside the tables, be there room or not.
    [[nodiscard]] bool wantsDetails() const { return m_wantsDetails; }
    /// Where they take turns it is theirs.
    void showTables();
    /// Tables and Details end so far above the foot; nothing else moves.
    void leaveFoot(int height);
    /// From now on what people change in the layout is written down. After restoreLayout().
    void keepLayout(LayoutKeeper &keeper);

    [[nodiscard]] ServerPanel *server() const { return m_server; }
    [[nodiscard]] RequestsPanel *requests() const { return m_requests; }
    [[nodiscard]] DetailsPanel *details() const { return m_details; }
    [[nodiscard]] TimelinePanel *timeline() const { return m_timeline; }
    [[nodiscard]] FindingsPanel *findings() const { return m_findings; }
    /// What they mark in the tables, and which rules are silenced.
    [[nodiscard]] FindingMarks *findingMarks() const { return m_marks; }
    /// Messages, the server's log and its output, the timeline, statistics, findings: in the order of Actions::lowerTabs.
    [[nodiscard]] QTabWidget *lower() const { return m_lower; }

    /// The table in which something was selected last.
    [[nodiscard]] LogTable *selectedTable() const;
    /// Those of requests and messages.
    [[nodiscard]] QList<LogTable *> sortableTables() const;
    /// The one of them in which something was selected last; null where that is another table.
    [[nodiscard]] LogTable *sortableTable() const;
    /// What is selected there, as far as it can be marked.
    [[nodiscard]] QList<MarkedPlace> selectedPlaces() const;
    [[nodiscard]] bool hasSelection() const;
    /// What is selected there: requests with all that belongs to them, or messages alone.
    [[nodiscard]] ExportSelection selection() const;
    /// Their indices in the capture, in order, if it is that of the messages; else none.
    [[nodiscard]] std::vector<qsizetype> selectedMessages() const;
    /// The messages selected there, as they were on the wire; of requests, those that make them.
    [[nodiscard]] QByteArrayList selectedBytes() const;
    /// The row in the log of the request of the current message, or log message; -1 if it has none.
    [[nodiscard]] qsizetype requestOfMessage() const;
    /// The message that showInMessages() goes to: its index in the capture, -1 if there is none.
    [[nodiscard]] qsizetype messageToShow() const;

    /// Index in the capture of the current message, or of the one that makes the current request; -1 if there is none.
    [[nodiscard]] qsizetype selectedEntry() const;

    /// By which rules the rows of requests and messages are coloured.
    void setColorRules(const QList<ColorRule> &rules);
    /// Goes to the first message of the current request, or to the current log message.
    void showInMessages();
    /// Goes to a request, by its row in the log; what the filter hides comes back.
    void showRequest(qsizetype row);
    /// Goes to the request of the current message.
    void showInRequests();
    [[nodiscard]] QList<FilterBar *> filterBars() const;
    /// To the filter of the table that has the focus, else to that of the requests; in Details, to its search.
    void focusFilter();

    /// As narrow as where tables and Details take turns.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void selectionChanged();
    /// Something came or changed; at most once a tick for each panel.
    void contentChanged();
    void unpinRequested(const Pullcord::MarkedPlace &place);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class Place : quint8 { Requests, Messages, ServerLog, Findings };

    void setSelected(Place place);
    [[nodiscard]] QByteArray characterWidth() const;
    void saveSides(Settings &settings) const;
    static void saveColumns(Settings &settings, const LogTable &table);
    void saveForFont(Settings &settings) const;
    void fitFont();
    void makeLower();
    void connectPanels();
    void connectSelection();
    void connectFindings();
    void countFindings();
    void showMessage(qsizetype captureIndex);
    /// Their indices in the capture, if it is not that of the requests.
    [[nodiscard]] std::vector<qsizetype> selectedEntries() const;
    void shareOut(int width);
    [[nodiscard]] QToolButton *addAboveDetails(const QString &name, const char *icon, const QString &text);
    void makeTurns();
    void makeHidden();
    void takeTurns();
    void showTurn();
    /// Whether no table shows what Details show.
    [[nodiscard]] bool isHiddenByFilter() const;
    void tellHidden();
    /// What is current in the table of requests or messages, where something was selected last.
    void showCurrent();
    void giveUp();
    bool restoreSides(const QByteArray &were, double wider);
    [[nodiscard]] QList<LogTable *> tables() const; ///< whose columns are remembered

    Conversation *m_conversation = nullptr;
    Place m_selected = Place::Requests; ///< in which table something was selected last
    int m_foot = 0;
    QAction *m_viewDetails;
    QToolButton *m_toTables = nullptr; ///< in Details, where they take turns
    QToolButton *m_hidden = nullptr;   ///< in Details, while the filter hides what they show
    bool m_takesTurns = false;
    bool m_wantsDetails = true;
    QList<int> m_besides;  ///< the widths of before
    bool m_areOurs = true; ///< nobody had chosen those
    QList<int> m_shares;   ///< the widths that nobody has chosen; empty when somebody has
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
