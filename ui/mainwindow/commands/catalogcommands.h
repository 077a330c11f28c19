// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace Pullcord {

class Actions;
class RequestCommands;
class ServerPanel;
class ConversationController;

/// Commands for the server's catalog: call, get, read, subscribe, search and refresh.
class CatalogCommands final : public QObject
{
    Q_OBJECT

public:
    CatalogCommands(ConversationController &controller, Actions &actions, ServerPanel &panel, RequestCommands &requests,
                    QObject *parent);
    ~CatalogCommands() override;

    /// Enables the actions that are possible now.
    void updateActions();

private:
    void call();
    void fetch();
    void watch(bool wanted);

    ConversationController &m_controller;
    Actions &m_actions;
    ServerPanel &m_panel;
    RequestCommands &m_requests;
};

} // namespace Pullcord
