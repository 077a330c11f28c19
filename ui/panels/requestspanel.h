// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requests/groupedrequestmodel.h"
#include "ui/models/requests/requestmodel.h"

#include <QWidget>

class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace Pullcord {

class Actions;
class Conversation;
class FilterBar;
class FindingMarks;
class FoldingButton;
class PinnedView;
class RequestTableView;

/// Table of requests, with a field for the reason of cancels. Signals report commands of the user; the window executes
/// them.
class RequestsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit RequestsPanel(Actions &actions, QWidget *parent = nullptr);
    ~RequestsPanel() override;

    /// Null removes it.
    void setConversation(Conversation *conversation);

    [[nodiscard]] RequestModel &model() { return m_model; }
    /// Marks rows that are evidence of findings, pinned ones too.
    void setFindings(const FindingMarks &findings);
    [[nodiscard]] GroupedRequestModel &grouped() { return m_grouped; } ///< rows of the table
    [[nodiscard]] RequestTableView *table() const { return m_table; }
    /// Returns the selected rows of the log, in order.
    [[nodiscard]] QList<qsizetype> selectedRows() const;
    /// Returns the selected rows with the parts folded under them, in order.
    [[nodiscard]] QList<qsizetype> selectedWholes() const;
    /// Returns the row for Details; -1 if there is none.
    [[nodiscard]] qsizetype currentRow() const;
    void select(qsizetype logRow);
    /// Returns the places of the selected rows that can be marked, or that of the focused pinned row.
    [[nodiscard]] QList<MarkTarget> selectedPlaces() const;

    void setGrouping(bool grouping);
    void setColorRules(const QList<ColorRule> &rules);
    [[nodiscard]] FilterBar *filterBar() const { return m_filter; }
    /// Shows a button that leads to Details, for a window without room for them.
    void offerDetails(bool offers);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool passesFilter(qsizetype logRow) const
    {
        return m_model.rowOf(logRow) >= 0 || m_model.hidden().has(logRow);
    }
    /// Null without input.
    [[nodiscard]] QString reason() const;
    /// In the tab of a running proxy, `canCancel` decides, and a button shows what the sender of a cancelled request
    /// gets. Null: the conversation decides.
    void setOperator(std::function<bool(const RequestRecord &)> canCancel);
    /// Set if the server receives the reason.
    void setReasonIsSent(bool isSent);
    void setReasons(const QStringList &reasons);

signals:
    void selectionChanged();
    /// Enter or a double click: the user wants to see the first message of the current request.
    void messageWanted();
    /// States of rows, and thus possible commands, may have changed.
    void rowsChanged();
    /// Enter in the reason field, or a button in a row.
    void cancelRequested(const QList<qsizetype> &logRows);
    void answerRequested(qsizetype logRow);
    /// The user has selected a pinned row that the table does not show.
    void hiddenWanted(qsizetype logRow);
    void unpinRequested(const Pullcord::MarkTarget &place);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QToolButton *makeToDetails(QAction &action, QWidget *bar);
    /// Returns the minimum width of the bar without the filter.
    [[nodiscard]] int leastBar() const;
    [[nodiscard]] int aroundBar() const;
    [[nodiscard]] int leastReason() const;
    void fitBar();
    void shareBar();
    void makeTable(Actions &actions);
    void makePinned();
    void showPinned();
    [[nodiscard]] MarkTarget placeOf(qsizetype logRow) const;
    void connectModels();
    [[nodiscard]] QWidget *makeBar(Actions &actions);
    [[nodiscard]] QToolButton *makeWaiting(const Actions &actions, QWidget *bar);
    void makeReason();
    void applyFilter();
    void applyColors();
    void sayHidden();

    Conversation *m_conversation = nullptr;
    RequestModel m_model;
    GroupedRequestModel m_grouped{m_model};
    QAction *m_group;
    RequestTableView *m_table;
    PinnedView *m_pinned;
    QTimer m_pinsChanged;
    QComboBox *m_reason;
    FilterBar *m_filter;
    QHBoxLayout *m_barLine = nullptr;
    QHBoxLayout *m_filterLine = nullptr; ///< below the bar; empty while the filter fits into the bar
    QToolButton *m_toDetails = nullptr;
    QToolButton *m_waiting = nullptr;                       ///< what the sender of a cancelled request gets
    std::function<bool(const RequestRecord &)> m_canCancel; ///< see setOperator()
    QLabel *m_reasonLabel = nullptr;
    QList<FoldingButton *> m_folding; ///< the folding buttons of the bar
    QList<ColorRule> m_rules;
};

} // namespace Pullcord
