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
class ConversationView;
class ConversationController;

/// Cancellation lab of the conversation, in one window that keeps its results.
class LabCommands final : public QObject
{
    Q_OBJECT

public:
    LabCommands(const Services &services, ConversationController &controller, Actions &actions, ConversationView &bench,
                QWidget *window);
    ~LabCommands() override;

private:
    void updateActions();
    /// Copies tool and arguments of the call panel: always, or only into a new window.
    enum class Fill : quint8 { IfNew, Always };
    void open(Fill fill);

    const Services &m_services;
    ConversationController &m_controller;
    Actions &m_actions;
    ConversationView &m_bench;
    QWidget *m_window;
    QPointer<LabWindow> m_lab; ///< for the current conversation
};

} // namespace Pullcord
