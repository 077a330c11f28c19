// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"
#include "ui/models/messages/rawtemplates.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace Pullcord {

class Actions;
class MessageBar;
class RequestCommands;
class SendDialog;
class ConversationView;
class ConversationController;

/// Commands to send by hand: any typed message, or a previous request, unchanged or edited.
class SendCommands final : public QObject
{
    Q_OBJECT

public:
    SendCommands(ConversationController &controller, Actions &actions, ConversationView &bench,
                 RequestCommands &requests, MessageBar &bar, QWidget *window);
    ~SendCommands() override;

private:
    void updateActions();
    void openDialog();
    void resend();
    void editAndResend();
    void send(const QList<QByteArray> &messages);
    [[nodiscard]] bool fillForm(const QByteArray &message);
    [[nodiscard]] SendDialog &dialog();
    [[nodiscard]] RawTemplates::Subject subject() const;
    /// Returns the selected message, or that of the selected request.
    [[nodiscard]] Event selected() const;
    [[nodiscard]] QString whyNot() const;
    /// Shows a message if nothing can be sent, and returns true then.
    [[nodiscard]] bool refuses();

    ConversationController &m_controller;
    Actions &m_actions;
    ConversationView &m_bench;
    RequestCommands &m_requests;
    MessageBar &m_bar;
    QWidget *m_window;
    QPointer<SendDialog> m_dialog; ///< for the current conversation
};

} // namespace Pullcord
