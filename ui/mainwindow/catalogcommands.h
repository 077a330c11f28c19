// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace Pullcord {

class Actions;
class RequestCommands;
class ServerPanel;
class Workspace;

/// What can be done with what the server offers: call, get, read, watch, search it, and ask for it again.
class CatalogCommands final : public QObject
{
    Q_OBJECT

public:
    CatalogCommands(Workspace &workspace, Actions &actions, ServerPanel &panel, RequestCommands &requests,
                    QObject *parent);
    ~CatalogCommands() override;

    /// Which of its actions can be used now.
    void updateActions();

private:
    void call();
    void fetch();
    void watch(bool wanted);

    Workspace &m_workspace;
    Actions &m_actions;
    ServerPanel &m_panel;
    RequestCommands &m_requests;
};

} // namespace Pullcord
