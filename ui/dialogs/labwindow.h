// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/cancellationlab.h"
#include "ui/models/lab/labtrialmodel.h"
#include "ui/models/lab/labverdictmodel.h"
#include "ui/views/tables/columnlayout.h"

#include <QDialog>

class QProgressBar;
class QPushButton;
class QTabWidget;
class QTreeView;

namespace Pullcord {

class FileDialogs;
class LabForm;
class LabPlot;
class PeerLabel;

/// Cancellation lab of a conversation: plan, progress and results. Not modal; its requests appear in the conversation's
/// tables. Closing stops it, but keeps the results.
class LabWindow final : public QDialog
{
    Q_OBJECT

public:
    /// Conversation and findings must outlive it. `program` is name and version for reports.
    LabWindow(Conversation &conversation, Findings &findings, FileDialogs &dialogs, const QString &program,
              QWidget *parent = nullptr);
    ~LabWindow() override;

    [[nodiscard]] LabForm *form() const { return m_form; }
    /// Call when the state of the connection has changed.
    void refresh();

signals:
    /// The user wants to see the request of a trial, by log row.
    void requestWanted(qsizetype logRow);

protected:
private:
    QTreeView *makeTable(const QString &name, const QString &title, QAbstractItemModel &model,
                         const QList<ColumnLayout::Width> &widths, int stretch);
    [[nodiscard]] QPushButton *makeButton(const QString &name, const QString &text, const QString &toolTip);
    void connectLab();
    void addPlot();
    void showRequest(qsizetype trial);
    void start();
    void showProgress();
    void onFinished();
    [[nodiscard]] QString whyNot() const;
    [[nodiscard]] QString durationText() const;
    void exportReport();
    void write(const QString &path, bool isJson);

    Conversation &m_conversation;
    FileDialogs &m_dialogs;
    QString m_program;
    CancellationLab m_lab;
    LabTrialModel m_trials;
    LabVerdictModel m_verdicts;
    LabForm *m_form;
    QTabWidget *m_results;
    LabPlot *m_plot;
    PeerLabel *m_state;
    QProgressBar *m_progress;
    QPushButton *m_start;
    QPushButton *m_stop;
    QPushButton *m_export;
};

} // namespace Pullcord
