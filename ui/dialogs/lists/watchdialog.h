// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/wrapping/wrapstore.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;

namespace Pullcord {

class FieldNote;
class FileDialogs;
class ServerRow;
class TextView;

/// Changes the configuration of a host so that checked servers run through the proxy, and the others without it. It
/// shows the difference before it writes, and starts nothing.
class WatchDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `proxy` is the path of pullcord-cli; empty if it was not found.
    WatchDialog(QString proxy, FileDialogs &dialogs, QWidget *parent = nullptr);
    ~WatchDialog() override;

    /// Adds the file to the hosts unless it is one of theirs, and shows it.
    void showFile(const QString &path);

private:
    [[nodiscard]] QWidget *makeHosts();
    void showHost();
    void showServers();
    void compare();
    void write();

    QString m_proxy;
    FileDialogs &m_dialogs;
    WrapStore m_store;
    QList<ConfigPlace> m_places;
    std::optional<WrapStore::Configuration> m_configuration; ///< of the shown host, if it can be read
    WrapStore::Change m_change;
    QComboBox *m_hosts;
    FieldNote *m_problem;
    QScrollArea *m_servers;
    QLabel *m_changes;
    TextView *m_difference;
    QLabel *m_note;
    QPushButton *m_write = nullptr;
    QList<ServerRow *> m_rows;
};

} // namespace Pullcord
