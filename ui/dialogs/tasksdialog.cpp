// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/tasksdialog.h"

#include "ui/models/requests/tasktexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/columnlayout.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/listdelegate.h"
#include "ui/views/widgets/peerlabel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

TaskModel::TaskModel(TaskList &tasks, QObject *parent)
    : QAbstractTableModel(parent)
    , m_tasks(&tasks)
    , m_shown(tasks.items())
{
    connect(&tasks, &TaskList::changed, this, &TaskModel::take);
}

TaskModel::~TaskModel() = default;

void TaskModel::take()
{
    const QList<TaskList::Item> &items = m_tasks->items();
    const bool isSame =
        std::equal(items.begin(), items.end(), m_shown.cbegin(), m_shown.cend(),
                   [](const TaskList::Item &a, const TaskList::Item &b) { return a.info.id == b.info.id; });
    if (!isSame) {
        beginResetModel();
        m_shown = items;
        endResetModel();
        return;
    }
    m_shown = items;
    if (!m_shown.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const TaskInfo *TaskModel::task(int row) const
{
    return row >= 0 && row < m_shown.size() ? &m_shown.at(row).info : nullptr;
}

int TaskModel::rowOf(const QString &id) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (m_shown.at(row).info.id == id)
            return row;
    }
    return -1;
}

int TaskModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

int TaskModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TaskModel::data(const QModelIndex &index, int role) const
{
    const TaskInfo *found = task(index.row());
    if (!index.isValid() || !found)
        return {};
    if (role == Qt::DisplayRole)
        return Texts::head(text(*found, index.column()));
    if (role == Qt::ToolTipRole)
        return Texts::toolTip(text(*found, index.column())); // the column may be too narrow
    return {};
}

QString TaskModel::text(const TaskInfo &task, int column)
{
    switch (column) {
    case Id:
        return task.id;
    case State:
        return Texts::taskStatus(task);
    case Message:
        return task.message;
    case Created:
        return TaskTexts::localTime(task.created);
    case Updated:
        return TaskTexts::localTime(task.updated);
    case Poll:
        return TaskTexts::pollInterval(task);
    case Kept:
        return TaskTexts::keptFor(task);
    default:
        return {};
    }
}

QVariant TaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Id:
        return tr("Task");
    case State:
        return tr("State");
    case Message:
        return tr("Message");
    case Created:
        return tr("Created");
    case Updated:
        return tr("Updated");
    case Poll:
        return tr("Poll every");
    case Kept:
        return tr("Kept for");
    default:
        return {};
    }
}

TasksDialog::TasksDialog(TaskList &tasks, const QString &server, QWidget *parent)
    : QDialog(parent)
    , m_tasks(&tasks)
    , m_model(tasks)
    , m_state(new PeerLabel(this))
    , m_table(new QTreeView(this))
    , m_refresh(makeButton(u"refreshTasks"_s, tr("&Refresh"), tr("Reload the list of tasks from the server")))
    , m_result(makeButton(u"taskResult"_s, tr("Get R&esult"),
                          tr("Request the result of the task; the response arrives when the task has ended")))
    , m_cancel(makeButton(u"cancelTask"_s, tr("&Cancel Task"), tr("Send tasks/cancel")))
{
    setObjectName(u"tasksDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Tasks of %1").arg(Texts::windowTitle(server)));
    m_state->setObjectName(u"tasksState"_s);
    m_state->setMostLines(4);
    makeTable();
    QPushButton *close = makeButton(u"closeTasks"_s, tr("C&lose"), tr("Close; the tasks continue"));
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_refresh, &QPushButton::clicked, m_tasks, &TaskList::refresh);
    connect(m_result, &QPushButton::clicked, this, [this] { emit resultWanted(m_chosen); });
    connect(m_cancel, &QPushButton::clicked, this, [this] { emit cancelWanted(m_chosen); });
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_refresh);
    buttons->addStretch(1);
    for (QPushButton *button : {m_result, m_cancel, close})
        buttons->addWidget(button);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_state);
    layout->addWidget(m_table, 1);
    layout->addLayout(buttons);
    resize(ScreenRoom::bounded(*this, {172 * letterWidth(fontMetrics()), 20 * fontMetrics().lineSpacing()}));

    connect(&tasks, &TaskList::loadingChanged, this, [this](bool loading) {
        if (loading)
            m_problem.clear();
        showState();
    });
    connect(&tasks, &TaskList::failed, this, [this](const Error &error) {
        m_problem = tr("The list is incomplete. %1").arg(Texts::sentence(error));
        showState();
    });
    connect(&tasks, &TaskList::changed, this, &TasksDialog::showState);
    tasks.refresh();
    showState();
}

TasksDialog::~TasksDialog() = default;

void TasksDialog::makeTable()
{
    m_table->setObjectName(u"taskTable"_s);
    m_table->setAccessibleName(tr("Tasks that the server keeps"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(new ListDelegate(m_table));
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setAlternatingRowColors(true);
    auto *columns = new ColumnLayout(m_table, m_table->header());
    columns->setWidths({{24, 10}, {14, 12}, {28, 12}, {22, 10}, {22, 10}, {10, 7}, {14, 9}}, TaskModel::Message);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &index) {
        if (const TaskInfo *task = m_model.task(index.row()))
            m_chosen = task->id;
        updateButtons();
    });
    // Keeps the selection; one task is always selected.
    connect(&m_model, &QAbstractItemModel::modelReset, this, [this] {
        const int row = qMax(0, m_model.rowOf(m_chosen));
        m_table->setCurrentIndex(m_model.index(row, 0));
        updateButtons();
    });
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &TasksDialog::updateButtons);
    m_table->setCurrentIndex(m_model.index(0, 0));
}

QPushButton *TasksDialog::makeButton(const QString &name, const QString &text, const QString &toolTip)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    return button;
}

const TaskInfo *TasksDialog::current() const
{
    return m_model.task(m_model.rowOf(m_chosen));
}

void TasksDialog::showState()
{
    const int count = m_model.rowCount();
    if (m_tasks->isLoading())
        m_state->setText(tr("Requesting the tasks of the server…"));
    else if (!m_problem.isEmpty())
        m_state->setText(m_problem);
    else if (count == 0)
        m_state->setText(tr("The server keeps no tasks. Call a tool as a task to start one."));
    else
        m_state->setText(tr("%Ln tasks", nullptr, count));
    m_refresh->setEnabled(m_tasks->isDeclared() && !m_tasks->isLoading());
    updateButtons();
}

void TasksDialog::updateButtons()
{
    const TaskInfo *task = current();
    m_result->setEnabled(task != nullptr);
    m_cancel->setEnabled(task && !task->isFinal() && m_tasks->canCancel());
}

} // namespace Pullcord
