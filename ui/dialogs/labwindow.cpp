// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/labwindow.h"

#include "core/capture/formatting.h"
#include "core/lab/labreport.h"
#include "core/mcp/conversation.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/dialogs/labform.h"
#include "ui/models/lab/labtrialmodel.h"
#include "ui/models/lab/labverdictmodel.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/lab/labplot.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/tables/rowdelegate.h"
#include "ui/views/tables/tableheader.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/views/widgets/scrolledbox.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QHeaderView>
#include <QLocale>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QSplitter>
#include <QTabWidget>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Paints verdicts of the cancellation lab: broken rules with icon and color, untested ones in gray.
class LabVerdictDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
};

RowDelegate::Look LabVerdictDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    using Verdict = LabVerdict::Verdict;
    const auto verdict = Verdict(index.data(LabVerdictModel::VerdictRole).toInt());
    const Theme &theme = Theme::of(palette);
    Look look;
    if (verdict == Verdict::NotExercised)
        look.text = theme.dim;
    if (index.column() != LabVerdictModel::Verdict || verdict == Verdict::NotExercised)
        return look;
    const auto worst = FindingSeverity(index.data(LabVerdictModel::SeverityRole).toInt());
    const StateLook found = verdict == Verdict::Held ? StateLook{"circle-check", theme.success} : lookOf(worst, theme);
    look.icon = found.icon;
    look.iconColor = look.text = found.color;
    return look;
}

/// Paints trials of the cancellation lab: bad outcomes with icon and color, skipped ones in gray.
class LabTrialDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
};

namespace {

const char *iconOf(LabOutcomeKind::Grade grade)
{
    switch (grade) {
    case LabOutcomeKind::Grade::Good:
        return "circle-check";
    case LabOutcomeKind::Grade::Neutral:
        return "info";
    case LabOutcomeKind::Grade::Bad:
        return "triangle-alert";
    case LabOutcomeKind::Grade::Open:
        break;
    }
    return nullptr;
}

} // namespace

RowDelegate::Look LabTrialDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const QVariant known = index.data(LabTrialModel::OutcomeRole);
    const Theme &theme = Theme::of(palette);
    Look look;
    if (!known.isValid())
        return look; // pending or running
    const auto outcome = LabOutcome(known.toInt());
    const LabOutcomeKind::Grade grade = LabOutcomeKind::of(outcome).grade;
    if (grade == LabOutcomeKind::Grade::Open)
        look.text = theme.dim;
    if (index.column() != LabTrialModel::Outcome)
        return look;
    look.icon = iconOf(grade);
    look.iconColor = look.text = LabMark::colorOf(outcome, theme);
    return look;
}

LabWindow::LabWindow(Conversation &conversation, Findings &findings, FileDialogs &dialogs, const QString &program,
                     QWidget *parent)
    : QDialog(parent)
    , m_conversation(conversation)
    , m_dialogs(dialogs)
    , m_program(program)
    , m_lab(conversation, findings)
    , m_trials(m_lab)
    , m_verdicts(m_lab)
    , m_form(new LabForm(*conversation.tools()))
    , m_results(new QTabWidget(this))
    , m_plot(new LabPlot(m_results))
    , m_state(new PeerLabel(this))
    , m_progress(new QProgressBar(this))
    , m_start(makeButton(u"labStart"_s, tr("&Start"), {}))
    , m_stop(makeButton(u"labStop"_s, tr("Sto&p"), tr("Cancel the calls in flight and skip the remaining trials")))
    , m_export(makeButton(u"labExport"_s, tr("&Export Report…"), tr("Write the results to a file")))
{
    setObjectName(u"labWindow"_s);
    setWindowTitle(tr("Cancellation Lab"));
    m_start->setIcon(Icons::icon("play"));
    m_start->setDefault(true);
    m_stop->setIcon(Icons::icon("circle-stop"));
    m_state->setObjectName(u"labState"_s);
    m_state->setMostLines(3);
    m_progress->setObjectName(u"labProgress"_s);
    m_progress->setAccessibleName(tr("Finished trials"));
    m_results->setObjectName(u"labResults"_s);
    m_results->setAccessibleName(tr("Results"));
    auto *trials = makeTable(u"labTrials"_s, tr("Trials"), m_trials,
                             {{4, 3}, {26, 12}, {12, 9}, {26, 14}, {9, 8}, {10, 8}, {24, 10}}, LabTrialModel::Outcome);
    trials->setItemDelegate(new LabTrialDelegate(trials));
    auto *verdicts = makeTable(u"labVerdicts"_s, tr("Rules"), m_verdicts,
                               {{6, 5}, {40, 14}, {15, 12}, {6, 5}, {11, 9}, {40, 16}}, LabVerdictModel::Why);
    verdicts->setItemDelegate(new LabVerdictDelegate(verdicts));
    connect(new RowChoice(trials), &RowChoice::chosen, this,
            [this](const QModelIndex &index) { showRequest(index.row()); });
    addPlot();
    auto *splitter = new QSplitter(this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(new ScrolledBox(m_form, splitter));
    splitter->addWidget(m_results);
    splitter->setStretchFactor(1, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    for (QPushButton *button : {m_start, m_stop, m_export})
        buttons->addButton(button, QDialogButtonBox::ActionRole);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(splitter, 1);
    layout->addWidget(m_state);
    layout->addWidget(m_progress);
    layout->addWidget(buttons);
    resize(ScreenRoom::bounded(*this, {205 * letterWidth(fontMetrics()), 34 * fontMetrics().lineSpacing()}));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::rejected, &m_lab, &CancellationLab::stop);
    connect(m_start, &QPushButton::clicked, this, &LabWindow::start);
    connect(m_stop, &QPushButton::clicked, &m_lab, &CancellationLab::stop);
    connect(m_export, &QPushButton::clicked, this, &LabWindow::exportReport);
    connect(m_form, &LabForm::changed, this, &LabWindow::refresh);
    connectLab();
    m_state->setText(tr("Calls a tool repeatedly, cancels each call at a different moment, and reports how the server "
                        "reacts. Nothing has been run yet."));
    refresh();
}

/// Cancels requests that are still in flight.
LabWindow::~LabWindow()
{
    m_lab.disconnect(this);
    if (!m_lab.isReconnecting()) // no reconnect is wanted any more
        m_lab.stop();
}

QTreeView *LabWindow::makeTable(const QString &name, const QString &title, QAbstractItemModel &model,
                                const QList<ColumnLayout::Width> &widths, int stretch)
{
    auto *table = new QTreeView(m_results);
    table->setObjectName(name);
    table->setAccessibleName(title);
    table->setModel(&model);
    table->setHeader(new TableHeader(table));
    table->header()->setSectionsClickable(false);
    table->setRootIsDecorated(false);
    table->setUniformRowHeights(true);
    table->setAllColumnsShowFocus(true);
    table->setAlternatingRowColors(true);
    auto *columns = new ColumnLayout(table, table->header());
    columns->setWidths(widths, stretch);
    m_results->addTab(table, title);
    return table;
}

void LabWindow::addPlot()
{
    m_plot->setObjectName(u"labPlot"_s);
    m_results->addTab(m_plot, tr("Plot"));
    auto *turn = new QTimer(m_plot); // at the end, all trials change
    turn->setSingleShot(true);
    connect(turn, &QTimer::timeout, m_plot, [this] { m_plot->setTrials(m_lab.trials()); });
    connect(&m_lab, &CancellationLab::started, turn, [turn] { turn->start(); });
    connect(&m_lab, &CancellationLab::trialChanged, turn, [turn] { turn->start(); });
    connect(m_plot, &LabPlot::chosen, this, &LabWindow::showRequest);
    m_plot->setTrials({});
}

void LabWindow::showRequest(qsizetype trial)
{
    if (const LabTrial *shown = m_trials.trial(int(trial)); shown && shown->row != LabTrial::NoRow)
        emit requestWanted(shown->row);
}

QPushButton *LabWindow::makeButton(const QString &name, const QString &text, const QString &toolTip)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    return button;
}

void LabWindow::connectLab()
{
    connect(&m_lab, &CancellationLab::started, this, [this] {
        m_results->setCurrentIndex(0);
        showProgress();
    });
    connect(&m_lab, &CancellationLab::measured, this, &LabWindow::showProgress);
    connect(&m_lab, &CancellationLab::trialChanged, this, &LabWindow::showProgress);
    connect(&m_lab, &CancellationLab::finished, this, &LabWindow::onFinished);
}

QString LabWindow::whyNot() const
{
    const Client &client = *m_conversation.client();
    if (client.state() != Client::State::Ready || client.isLeaving())
        return tr("The server is not connected.");
    return m_form->whyNot();
}

void LabWindow::refresh()
{
    const bool runs = m_lab.isRunning();
    const QString why = whyNot();
    m_form->setEnabled(!runs);
    m_start->setEnabled(!runs && why.isEmpty());
    AccessibleNames::setToolTip(m_start, runs            ? tr("The lab is running")
                                         : why.isEmpty() ? tr("Start the trials")
                                                         : why);
    m_stop->setEnabled(runs);
    m_export->setEnabled(!runs && !m_lab.trials().isEmpty());
    m_progress->setVisible(runs);
}

void LabWindow::start()
{
    if (const Outcome started = m_lab.start(m_form->plan()); !started)
        m_state->setText(Texts::sentence(started.error()));
    refresh();
    if (m_lab.isRunning())
        m_stop->setFocus(Qt::OtherFocusReason);
}

QString LabWindow::durationText() const
{
    const QString tool = Texts::inOneLine(m_lab.plan().tool);
    if (const std::optional<qint64> duration = m_lab.duration())
        return tr("%1 takes %2.").arg(tool, Formatting::duration(*duration));
    const qint64 limit = std::chrono::nanoseconds(m_lab.plan().limit).count();
    return m_lab.toolEnds() ? QString() : tr("%1 did not end within %2.").arg(tool, Formatting::duration(limit));
}

void LabWindow::showProgress()
{
    if (!m_lab.isRunning())
        return;
    const auto all = int(m_lab.trials().size());
    m_progress->setRange(0, all);
    m_progress->setValue(int(m_lab.triedCount()));
    const QString duration = durationText();
    m_state->setText(
        m_lab.triedCount() == 0 && duration.isEmpty()
            ? tr("Calling %1 once to the end, to measure how long it takes…").arg(Texts::inOneLine(m_lab.plan().tool))
            : tr("%1 %2 of %3 trials finished.")
                  .arg(duration, QLocale().toString(m_lab.triedCount()), QLocale().toString(all))
                  .trimmed());
}

void LabWindow::onFinished()
{
    m_progress->setValue(int(m_lab.triedCount()));
    m_state->setText(m_lab.failure().isEmpty()
                         ? tr("%1 All trials finished. See “Rules” for the verdicts.").arg(durationText()).trimmed()
                         : tr("%1 The lab ended before all trials were run: %2.")
                               .arg(durationText(), Texts::translated(m_lab.failure()))
                               .trimmed());
    const bool hadFocus = m_stop->hasFocus();
    refresh();
    if (hadFocus)
        m_results->currentWidget()->setFocus(Qt::OtherFocusReason);
}

void LabWindow::exportReport()
{
    m_dialogs.saveFile(this, tr("Export Report"), u"cancellation-lab.md"_s,
                       {tr("Markdown (*.md)"), tr("JSON (*.json)")}, {u"md"_s, u"json"_s},
                       [self = QPointer(this)](const FileDialogs::SaveChoice &choice) {
                           if (self)
                               self->write(choice.path, choice.path.endsWith(".json"_L1, Qt::CaseInsensitive));
                       });
}

void LabWindow::write(const QString &path, bool isJson)
{
    QSaveFile file(path);
    const QByteArray text = isJson ? LabReport::json(m_lab, m_program) + '\n' : LabReport::markdown(m_lab, m_program);
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
    m_state->setText(isWritten ? tr("Written to %1.").arg(QDir::toNativeSeparators(path))
                               : tr("Cannot write the report: %1").arg(file.errorString()));
}

} // namespace Pullcord

#include "labwindow.moc"
