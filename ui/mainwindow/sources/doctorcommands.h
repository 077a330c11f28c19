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
class ConversationController;

/// Connection Doctor for the server of the page, in one window that keeps its results.
class DoctorCommands final : public QObject
{
    Q_OBJECT

public:
    DoctorCommands(const Services &services, ConversationController &controller, Actions &actions, QWidget *window);
    ~DoctorCommands() override;

signals:
    /// The user wants to open this host log, in another tab.
    void logChosen(const QString &path);

private:
    void open();

    const Services &m_services;
    ConversationController &m_controller;
    Actions &m_actions;
    QWidget *m_window;
    QPointer<DoctorWindow> m_doctor; ///< for the current server
};

} // namespace Pullcord
