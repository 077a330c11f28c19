// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QPushButton;

namespace Pullcord {

class FileDialogs;
class ImportDialog;
class SavedServerList;
class Settings;
struct ServerTarget;

/// List of saved servers with commands for its entries. It follows and changes the settings.
class SavedServersBox final : public QWidget
{
    Q_OBJECT

public:
    SavedServersBox(Settings &settings, FileDialogs &dialogs, QWidget *parent = nullptr);
    ~SavedServersBox() override;

    /// Null if there is none.
    [[nodiscard]] const ServerTarget *current() const;
    void setCurrent(const QString &name);
    /// Opens the import dialog with a configuration.
    void importFrom(const QString &configuration);

signals:
    void picked(const Pullcord::ServerTarget &target);
    void activated();

private:
    ImportDialog *openImport();
    void fill();
    void pick();
    void duplicate();
    void remove();

    Settings &m_settings;
    FileDialogs &m_dialogs;
    SavedServerList *m_list;
    QPushButton *m_duplicate;
    QPushButton *m_remove;
};

} // namespace Pullcord
