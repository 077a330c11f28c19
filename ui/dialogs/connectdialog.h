// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/servertarget.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QPushButton;

namespace Pullcord {

class CommandForm;
class FileDialogs;
class Settings;

/// Asks which server to start, and how. Recent servers fill the form; a double click starts one at once.
class ConnectDialog final : public QDialog
{
    Q_OBJECT

public:
    ConnectDialog(Settings &settings, FileDialogs &dialogs, const ServerTarget &demo, QWidget *parent = nullptr);
    ~ConnectDialog() override;

    [[nodiscard]] CommandForm *form() const { return m_form; }

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
    CommandForm *m_form;
    QLabel *m_complaint;
    QPushButton *m_connect = nullptr;
    QList<ServerTarget> m_targets; ///< of the list's rows
};

} // namespace Pullcord
