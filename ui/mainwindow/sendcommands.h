// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"
#include "ui/models/rawtemplates.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace Pullcord {

class Actions;
class MessageBar;
class RequestCommands;
class SendDialog;
class Workbench;
class Workspace;

/// What is sent by hand, or once more: any message as it is typed, a request again, or changed.
class SendCommands final : public QObject
{
    Q_OBJECT

public:
    SendCommands(Workspace &workspace, Actions &actions, Workbench &bench, RequestCommands &requests, MessageBar &bar,
                 QWidget *window);
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
    /// The message that is selected, or that makes the selected request.
    [[nodiscard]] Event selected() const;
    [[nodiscard]] QString whyNot() const;
    /// Says in the message bar why nothing can be sent. False if something can.
    [[nodiscard]] bool refuses();

    Workspace &m_workspace;
    Actions &m_actions;
    Workbench &m_bench;
    RequestCommands &m_requests;
    MessageBar &m_bar;
    QWidget *m_window;
    QPointer<SendDialog> m_dialog; ///< of the present conversation
};

} // namespace Pullcord
