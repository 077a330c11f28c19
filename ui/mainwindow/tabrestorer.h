// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/opentabs.h"
#include "ui/services.h"

#include <QObject>

namespace Pullcord {

class Actions;
class MessageBar;
class ServerCommands;
class ConversationController;

/// Restores the contents of a page: shows the recorded conversation, and offers to connect to its server again. Starts
/// nothing unasked. Also offers the tabs of the last program run.
class TabRestorer final : public QObject
{
    Q_OBJECT

public:
    TabRestorer(const Services &services, ConversationController &controller, ServerCommands &servers,
                const Actions &actions, MessageBar &bar, QObject *parent);
    ~TabRestorer() override;

    /// Returns what the page shows, to be restored later; empty if it shows nothing.
    [[nodiscard]] OpenTab tab() const;
    void open(const OpenTab &tab);
    /// Returns the former title of the page, if it shows the record of a conversation with a server; else empty.
    [[nodiscard]] QString formerTitle() const { return m_former.server ? m_former.title : QString(); }
    /// Returns the server of the live or recorded conversation; none for a file opened by itself.
    [[nodiscard]] const std::optional<ServerTarget> &server() const;
    /// Offers to connect again, after another message has replaced the offer.
    void offerAgain();
    /// After a crash, shows a message with an offer to restore the tabs.
    void reportCrash();

signals:
    /// The page now shows a recorded conversation.
    void opened();

private:
    void offerServer();
    void connectAgain();
    void updateAction();

    const Services &m_services;
    ConversationController &m_controller;
    ServerCommands &m_servers;
    const Actions &m_actions;
    MessageBar &m_bar;
    OpenTab m_former; ///< the tab whose record is shown
};

} // namespace Pullcord
