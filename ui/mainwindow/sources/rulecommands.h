// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>

class QWidget;

namespace Pullcord {

class Actions;
class ConversationController;
class HeldDialog;
class MessageBar;
class ProxyCommands;

/// The rules of a running proxy, and the messages that they hold, while the page follows its file: a banner while one of
/// them matters, and a dialog. Everything goes through the control socket of the proxy; the tables show what the file
/// shows.
class RuleCommands final : public QObject
{
    Q_OBJECT

public:
    /// `banner` shows the state; `page` is the parent of the dialog.
    RuleCommands(ConversationController &controller, ProxyCommands &proxy, const Actions &actions, MessageBar &banner,
                 QWidget *page);
    ~RuleCommands() override;

    /// True while the page follows a running proxy that has rules.
    [[nodiscard]] bool hasRules() const { return m_hasRules; }

signals:
    /// hasRules() has changed.
    void changed();

private:
    void onConversation();
    void update();
    void ask();
    void send(const QByteArray &method, const QByteArray &params,
              const std::function<void(const Result<QByteArray> &result)> &then);
    void takeRules(const QByteArray &result);
    void takeHeld(const QByteArray &result);
    void act(const QByteArray &method, const QByteArray &params);
    void showBanner();
    void openDialog();
    [[nodiscard]] QStringList remarks(const QByteArray &message) const;

    ConversationController &m_controller;
    ProxyCommands &m_proxy;
    const Actions &m_actions;
    MessageBar &m_banner;
    QWidget *m_page;
    QPointer<HeldDialog> m_dialog;
    QString m_socket; ///< of the followed proxy; empty: none runs
    bool m_hasRules = false;
    QTimer m_soon;    ///< asks when the file has grown
    QTimer m_poll;    ///< asks now and then, since others may switch rules; off without rules
    int m_asked = 0;  ///< calls for the state under way
    int m_held = 0;   ///< number of held messages
    int m_active = 0; ///< number of rules that are on and have matches left
};

} // namespace Pullcord
