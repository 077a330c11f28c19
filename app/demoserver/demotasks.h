// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demotool.h"
#include "app/demoserver/demoworld.h"
#include "core/session/incomingrequest.h"

#include <QObject>
#include <QPointer>

namespace Pullcord {

class DemoServer;

/// The requests about tasks in one conversation: those of 2025-11-25, and those of the extension of 2026-07-28.
class DemoTasks final : public QObject
{
    Q_OBJECT

public:
    explicit DemoTasks(DemoServer &server);

    /// A call that becomes a task is answered with one; or with an error, if it must and cannot, or must not. False: it is an
    /// ordinary call.
    [[nodiscard]] bool begin(IncomingRequest *request, const DemoTool &tool, bool modern);
    /// False: the method is none of ours.
    [[nodiscard]] bool handle(IncomingRequest *request, bool modern);

private:
    void tellHalf(DemoTask &task, const QByteArray &token);
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
    bool m_isLegacy = false; ///< tasks are begun in the form of 2025-11-25 here
    struct Waiting
    {
        QPointer<IncomingRequest> request;
        QPointer<DemoTask> task;
    };
    QList<Waiting> m_waiting; ///< for a result
};

} // namespace Pullcord
