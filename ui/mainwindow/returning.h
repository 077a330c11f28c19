// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/opensession.h"
#include "ui/services.h"

#include <QObject>

namespace Pullcord {

class Actions;
class MessageBar;
class ServerCommands;
class Workspace;

/// How a page comes back: shows the record of what it showed before, and offers to connect to its server again, as does
/// Reconnect. Nothing is started unasked. Also offers what was open when the program ended last.
class Returning final : public QObject
{
    Q_OBJECT

public:
    Returning(const Services &services, Workspace &workspace, ServerCommands &servers, const Actions &actions,
              MessageBar &bar, QObject *parent);
    ~Returning() override;

    /// What the page shows now, to be shown again; empty for nothing.
    [[nodiscard]] OpenTab tab() const;
    void open(const OpenTab &tab);
    /// How the page was called when it had the server whose record it shows; else empty.
    [[nodiscard]] QString formerTitle() const { return m_former.server ? m_former.title : QString(); }
    /// What the page is a conversation with, or the record of one; none of a file of its own.
    [[nodiscard]] const std::optional<ServerTarget> &server() const;
    /// Offers the server of a record once more: what stood in the bar since is gone.
    void offerAgain();
    /// If the program has crashed, or was killed: says so above the conversation, and offers what was open.
    void tellOfCrash();

signals:
    /// It shows the record of a conversation now.
    void opened();

private:
    void offerServer();
    void connectAgain();
    void updateAction();

    const Services &m_services;
    Workspace &m_workspace;
    ServerCommands &m_servers;
    const Actions &m_actions;
    MessageBar &m_bar;
    OpenTab m_former; ///< what the page shows is the record of this
};

} // namespace Pullcord
