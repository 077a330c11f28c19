// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"

#include <QDialog>

class QBoxLayout;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace Pullcord {

class FieldNote;
class FileDialogs;
class ImportRow;
class Settings;

/// Takes servers from the configuration of another tool into the list of saved ones. It reads what it is told to, shows all
/// that it found, whole, and saves what is checked; nothing is started.
class ImportDialog final : public QDialog
{
    Q_OBJECT

public:
    ImportDialog(Settings &settings, FileDialogs &dialogs, QWidget *parent = nullptr);
    ~ImportDialog() override;

    void readFile(const QString &path);
    void readText(const QString &text);

signals:
    /// The names under which they are saved now, at least one.
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
    QList<ImportRow *> m_rows;
};

} // namespace Pullcord
