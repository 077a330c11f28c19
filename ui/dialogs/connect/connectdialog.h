// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QDialog>

class QComboBox;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace Pullcord {

class FileDialogs;
class SavedServersBox;
class ServerForm;
class Settings;

/// Asks for a server to start or to connect to. Saved and recent servers fill the form; a double click connects. The
/// form can be saved under a name in a group: as a change of the saved server that filled it, or as a new one.
class ConnectDialog final : public QDialog
{
    Q_OBJECT

public:
    ConnectDialog(Settings &settings, FileDialogs &dialogs, const ServerTarget &demo, QWidget *parent = nullptr);
    ~ConnectDialog() override;

    [[nodiscard]] ServerForm *form() const { return m_form; }

    /// Replaces the contents of the form by `target`.
    void setTarget(const ServerTarget &target);
    /// Like setTarget(), then focuses the name, for saving.
    void startSaving(const ServerTarget &target);

signals:
    void targetChosen(const Pullcord::ServerTarget &target);

private:
    [[nodiscard]] QWidget *makeRecent();
    void fillRecent(const ServerTarget &demo);
    void addServer(const ServerTarget &target, const QString &text, const char *icon);
    [[nodiscard]] QWidget *makeNames();
    void pickSaved(const ServerTarget &target);
    void pickRecent(int row);
    void choose();
    void save();
    void keepValues(const ServerTarget &target);
    void check();

    Settings &m_settings;
    SavedServersBox *m_saved;
    QListWidget *m_recent;
    QPushButton *m_removeRecent;
    QLineEdit *m_name;
    QComboBox *m_group;
    QPushButton *m_save;
    ServerForm *m_form;
    QPushButton *m_connect = nullptr;
    QList<ServerTarget> m_targets; ///< by row of the list
};

} // namespace Pullcord
