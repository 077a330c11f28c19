// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace Pullcord {

class Actions;
class LabWindow;
struct Services;
class Workbench;
class Workspace;

/// The cancellation lab of the conversation: one window, which stays with what came of it.
class LabCommands final : public QObject
{
    Q_OBJECT

public:
    LabCommands(const Services &services, Workspace &workspace, Actions &actions, Workbench &bench, QWidget *window);
    ~LabCommands() override;

private:
    void updateActions();
    /// Whether the tool and the arguments of the call panel are taken: also where the window is there already.
    enum class Fill : quint8 { IfNew, Always };
    void open(Fill fill);

    const Services &m_services;
    Workspace &m_workspace;
    Actions &m_actions;
    Workbench &m_bench;
    QWidget *m_window;
    QPointer<LabWindow> m_lab; ///< of the present conversation
};

} // namespace Pullcord
