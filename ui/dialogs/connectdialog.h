// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/servertarget.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace Pullcord {

class FileDialogs;
class ServerForm;
class Settings;

/// Asks for a server: which to start or to reach, and how. Recent ones fill the form; a double click connects at once.
class ConnectDialog final : public QDialog
{
    Q_OBJECT

public:
    ConnectDialog(Settings &settings, FileDialogs &dialogs, const ServerTarget &demo, QWidget *parent = nullptr);
    ~ConnectDialog() override;

    [[nodiscard]] ServerForm *form() const { return m_form; }

    /// What is in the form goes; this is what a person goes on with.
    void setTarget(const ServerTarget &target);

signals:
    void targetChosen(const Pullcord::ServerTarget &target);

private:
    [[nodiscard]] QWidget *makeRecent();
    void fillRecent(const ServerTarget &demo);
    void addServer(const ServerTarget &target, const QString &text, const char *icon);
    void choose();
    void check();

    Settings &m_settings;
    QListWidget *m_recent;
    ServerForm *m_form;
    QPushButton *m_connect = nullptr;
    QList<ServerTarget> m_targets; ///< of the list's rows
};

} // namespace Pullcord
