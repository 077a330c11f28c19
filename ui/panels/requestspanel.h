// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/groupedrequestmodel.h"
#include "ui/models/requestmodel.h"

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
class FoldingButton;
class PinnedView;
class RequestTableView;

/// The table of requests with the reason that a cancel gives. It says what the person asks for; the window does it.
class RequestsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit RequestsPanel(Actions &actions, QWidget *parent = nullptr);
    ~RequestsPanel() override;

    /// Null lets go of it.
    void setConversation(Conversation *conversation);

    [[nodiscard]] RequestModel &model() { return m_model; }
    [[nodiscard]] GroupedRequestModel &grouped() { return m_grouped; } ///< what the table shows
    [[nodiscard]] RequestTableView *table() const { return m_table; }
    /// Rows of the log, in order.
    [[nodiscard]] QList<qsizetype> selectedRows() const;
    /// Those, and what is folded under them, in order.
    [[nodiscard]] QList<qsizetype> selectedWholes() const;
    /// The row to show the details of; -1 if there is none.
    [[nodiscard]] qsizetype currentRow() const;
    void select(qsizetype logRow);
    /// What can be marked of what is selected, or of the pinned row that has the focus.
    [[nodiscard]] QList<MarkedPlace> selectedPlaces() const;

    void setGrouping(bool grouping);
    /// By which rules rows are coloured.
    void setColorRules(const QList<ColorRule> &rules);
    [[nodiscard]] FilterBar *filterBar() const { return m_filter; }
    /// To Details, where there is no room for them beside the table.
    void offerDetails(bool offers);

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool passesFilter(qsizetype logRow) const
    {
        return m_model.rowOf(logRow) >= 0 || m_model.hidden().has(logRow);
    }
    /// Null when none is typed.
    [[nodiscard]] QString reason() const;
    /// Whether the server gets to see it.
    void setReasonIsSent(bool isSent);
    void setReasons(const QStringList &reasons);

signals:
    void selectionChanged();
    /// The first of the current request; Enter or a double click.
    void messageWanted();
    /// The rows' states may have changed, so what can be done with them too.
    void rowsChanged();
    /// Enter in the reason field, or the button in a row.
    void cancelRequested(const QList<qsizetype> &logRows);
    void answerRequested(qsizetype logRow);
    /// A pinned row that the table does not show.
    void hiddenWanted(qsizetype logRow);
    void unpinRequested(const Pullcord::MarkedPlace &place);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QToolButton *makeToDetails(QAction &action, QWidget *bar);
    /// What the bar takes, without the filter, where everything in it gives way that can.
    [[nodiscard]] int leastBar() const;
    [[nodiscard]] int aroundBar() const;
    [[nodiscard]] int leastReason() const;
    void fitBar();
    void shareBar();
    void makeTable(Actions &actions);
    void makePinned();
    void showPinned();
    [[nodiscard]] MarkedPlace placeOf(qsizetype logRow) const;
    void connectModels();
    [[nodiscard]] QWidget *makeBar(Actions &actions);
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
    QHBoxLayout *m_filterLine = nullptr; ///< below that; empty where that has room for the filter
    QToolButton *m_toDetails = nullptr;
    QLabel *m_reasonLabel = nullptr;
    QList<FoldingButton *> m_folding; ///< those in the bar
    QList<ColorRule> m_rules;
};

} // namespace Pullcord
