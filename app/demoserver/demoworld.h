// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demotask.h"

#include <QHash>
#include <QObject>

namespace Pullcord {

/// State of the demo server that all conversations share and that outlives them: its tasks, and its changes. One per
/// process.
class DemoWorld final : public QObject
{
    Q_OBJECT

public:
    /// How notifications name their subscription.
    enum class Tag : quint8 { Right, Missing, Wrong };
    /// How subscriptions are ended.
    enum class End : quint8 { Result, Cancel, Both, Close };

    explicit DemoWorld(QObject *parent = nullptr);
    ~DemoWorld() override;

    /// Notifies all subscribers; `params` is a raw object, or empty.
    void notify(const QByteArray &method, const QByteArray &params = {}, Tag tag = Tag::Right)
    {
        emit changed(method, params, tag);
    }
    /// Shows or hides a tool.
    void toggleTools() { m_showsHiddenTools = !m_showsHiddenTools; }
    [[nodiscard]] bool showsHiddenTools() const { return m_showsHiddenTools; }
    void count() { ++m_counter; }
    [[nodiscard]] int counter() const { return m_counter; }

    DemoTask *beginTask(const DemoTask::Work &work);
    [[nodiscard]] DemoTask *task(const QByteArray &id) const { return m_tasks.value(id); }
    [[nodiscard]] QList<DemoTask *> tasks() const;

signals:
    void changed(const QByteArray &method, const QByteArray &params, Pullcord::DemoWorld::Tag tag);
    void taskChanged(Pullcord::DemoTask *task);
    void subscriptionsEnd(Pullcord::DemoWorld::End how);

private:
    QHash<QByteArray, DemoTask *> m_tasks;
    bool m_showsHiddenTools = false;
    int m_counter = 0;
};

} // namespace Pullcord
