// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace Pullcord {

class Actions;
class DoctorWindow;
struct Services;
class Workspace;

/// The Connection Doctor on the server of the page: one window, which stays with what it has found out.
class DoctorCommands final : public QObject
{
    Q_OBJECT

public:
    DoctorCommands(const Services &services, Workspace &workspace, Actions &actions, QWidget *window);
    ~DoctorCommands() override;

signals:
    /// The user wants to see this log of a host, beside the conversation.
    void logChosen(const QString &path);

private:
    void open();

    const Services &m_services;
    Workspace &m_workspace;
    Actions &m_actions;
    QWidget *m_window;
    QPointer<DoctorWindow> m_doctor; ///< of the present server
};

} // namespace Pullcord
