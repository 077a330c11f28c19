// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"

#include <QDialog>

#include <functional>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace Pullcord {

class FieldNote;
class FileDialogs;
class ServerRow;
class Settings;

/// Imports servers from configurations of other tools. It shows everything it finds in the chosen files, and saves
/// checked servers; it starts nothing.
class ImportDialog final : public QDialog
{
    Q_OBJECT

public:
    ImportDialog(Settings &settings, FileDialogs &dialogs, QWidget *parent = nullptr);
    ~ImportDialog() override;

    void readFile(const QString &path);
    void readText(const QString &text);

signals:
    /// The names of the saved servers, at least one.
    void imported(const QStringList &names);

private:
    [[nodiscard]] QWidget *makeSources();
    void addSource(QGridLayout &grid, const QString &text, const QString &name, const QString &toolTip,
                   const std::function<void()> &read);
    void read(const QByteArray &text, const QString &source);
    void show(const QList<ImportedServer> &servers, const QString &source);
    void complain(const QString &sentence, const QString &source);
    void check();
    void takeChosen();

    Settings &m_settings;
    FileDialogs &m_dialogs;
    QLabel *m_source;
    FieldNote *m_problem;
    QScrollArea *m_found;
    QLabel *m_secrets;
    QLineEdit *m_group;
    QPushButton *m_import = nullptr;
    QList<ServerRow *> m_rows;
};

} // namespace Pullcord
