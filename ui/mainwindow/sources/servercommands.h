// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"
#include "ui/dialogs/connect/valuesdialog.h"

#include <QObject>

#include <functional>

class QWidget;

namespace Pullcord {

class Actions;
class ConnectDialog;
class ImportDialog;
class MessageBar;
struct Services;
class ConversationController;

/// Manages servers: asks for one, saves the current one, imports and exports. Every connection starts with wish(),
/// which asks for missing values, and for confirmation before an imported command first runs.
class ServerCommands final : public QObject
{
    Q_OBJECT

public:
    ServerCommands(const Services &services, ConversationController &controller, Actions &actions, MessageBar &bar,
                   QWidget *window);
    ~ServerCommands() override;

    void wish(const ServerTarget &target);
    /// The same for a saved server.
    void wishSaved(const QString &name);
    /// Shows the form with `target` to be completed, or with the last server.
    void showConnectDialog(const ServerTarget *target = nullptr);
    /// Shows the form with the server of this page, for a change.
    ConnectDialog *showPresent();
    /// The same for a change of its headers.
    void showHeaders();
    /// Asks for the passphrase of the key, if it is locked, and for the password of the proxy, if it has a user; then connects.
    void askForPasswords(const ServerTarget &target);

    /// True for a configuration of another tool, by suffix or contents; false for a capture.
    [[nodiscard]] static bool isConfiguration(const QString &path);
    void importFile(const QString &path);
    /// Accepts pasted text: a configuration, a command line or a URL.
    void take(const QString &text);

signals:
    /// All checks are done: connect to this server.
    void agreed(const Pullcord::ServerTarget &target);
    /// The user has closed the dialog that watches servers of hosts.
    void watchingDone();

private:
    void confirm(const ServerTarget &target);
    void askForValues(const ServerTarget &target);
    void ask(const ServerTarget &target, const QString &title, const QString &why,
             const QList<ValuesDialog::Field> &fields,
             const std::function<void(ServerTarget &, const QStringList &)> &take);
    ImportDialog *openImport();
    void watchHost();
    [[nodiscard]] ConnectDialog *openConnect();
    void savePresent();
    void exportSaved();
    void write(const QString &path, const QByteArray &json, int servers);

    const Services &m_services;
    ConversationController &m_controller;
    MessageBar &m_bar;
    QWidget *m_window;
};

} // namespace Pullcord
