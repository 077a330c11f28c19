// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demoworld.h"

#include <algorithm>

namespace Pullcord {

DemoWorld::DemoWorld(QObject *parent)
    : QObject(parent)
{}

DemoWorld::~DemoWorld() = default;

DemoTask *DemoWorld::beginTask(const DemoTask::Work &work)
{
    auto *task = new DemoTask("task-" + QByteArray::number(m_tasks.size() + 1), work, this);
    m_tasks.insert(task->id(), task);
    connect(task, &DemoTask::changed, this, [this, task] {
        emit taskChanged(task);
        notify("notifications/tasks", task->detailed());
    });
    return task;
}

QList<DemoTask *> DemoWorld::tasks() const
{
    QList<DemoTask *> all = m_tasks.values();
    std::sort(all.begin(), all.end(), [](const DemoTask *a, const DemoTask *b) { return a->created() < b->created(); });
    return all;
}

} // namespace Pullcord
