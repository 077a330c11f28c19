// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demotool.h"
#include "app/demoserver/demoworld.h"
#include "core/connection/incomingrequest.h"

#include <QObject>
#include <QPointer>

namespace Pullcord {

class DemoServer;

/// Handles requests about tasks in one conversation: those of 2025-11-25, and those of the extension of 2026-07-28.
class DemoTasks final : public QObject
{
    Q_OBJECT

public:
    explicit DemoTasks(DemoServer &server);

    /// Responds to a call that becomes a task with the task, or with an error if it cannot or must not be one. Returns
    /// false for an ordinary call.
    [[nodiscard]] bool begin(IncomingRequest *request, const DemoTool &tool, bool modern);
    /// Returns false if the method is not handled here.
    [[nodiscard]] bool handle(IncomingRequest *request, bool modern);

private:
    void notifyHalf(DemoTask &task, const QByteArray &token);
    void get(IncomingRequest *request, const DemoTask &task, bool modern);
    void cancel(IncomingRequest *request, DemoTask &task, bool modern);
    void update(IncomingRequest *request, DemoTask &task);
    void waitForResult(IncomingRequest *request, DemoTask &task);
    void onTask(DemoTask *task);
    void ask(DemoTask &task);
    static void answerResult(IncomingRequest &request, const DemoTask &task);
    void list(IncomingRequest *request);

    DemoServer &m_server;
    DemoWorld &m_world;
    bool m_isLegacy = false; ///< tasks of this conversation have the form of 2025-11-25
    struct Waiting
    {
        QPointer<IncomingRequest> request;
        QPointer<DemoTask> task;
    };
    QList<Waiting> m_waiting; ///< requests that wait for a result
};

} // namespace Pullcord
