// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/servertarget.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;

namespace Pullcord {

class FileDialogs;

/// How a server is started: as one command line, and as fields, which follow each other.
class CommandForm final : public QWidget
{
    Q_OBJECT

public:
    explicit CommandForm(FileDialogs &dialogs, QWidget *parent = nullptr);
    ~CommandForm() override;

    [[nodiscard]] ServerTarget target() const;
    void setTarget(const ServerTarget &target);
    /// What keeps it from being started, in words; empty if nothing does.
    [[nodiscard]] QString complaint() const;

signals:
    void changed();

private:
    void makeFields();
    void takeLine();
    void takeFields();
    void chooseProgram();
    [[nodiscard]] QWidget *withButton(QLineEdit *edit, const QString &name, void (CommandForm::*slot)());
    void chooseFolder();

    FileDialogs &m_dialogs;
    QLineEdit *m_line;
    QString m_lineError; ///< why the fields do not follow the line
    QLineEdit *m_program;
    QPlainTextEdit *m_arguments;
    QLineEdit *m_folder;
    QCheckBox *m_inherit;
    QPlainTextEdit *m_set;
    QLineEdit *m_unset;
    QComboBox *m_revision;
};

} // namespace Pullcord
