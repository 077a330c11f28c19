// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/stdiocommand.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace Pullcord {

class FieldNote;
class FileDialogs;

/// Form for the command of a server: as a command line and as fields, kept in step.
class CommandForm final : public QWidget
{
    Q_OBJECT

public:
    explicit CommandForm(FileDialogs &dialogs, QWidget *parent = nullptr);
    ~CommandForm() override;

    [[nodiscard]] StdioCommand command() const;
    /// `forgotten` are variables whose values must be entered again.
    void setCommand(const StdioCommand &command, const QStringList &forgotten = {});
    /// Explains why the command cannot be started; empty if it can.
    [[nodiscard]] QString complaint() const;
    /// Focuses the first missing value, else the command line.
    void focusWanted();

signals:
    void changed();
    /// The user has typed a URL instead of a command.
    void addressTyped(const QString &address);
    /// The user has pasted a configuration of another tool.
    void configurationTyped(const QString &configuration);

private:
    void makeFields();
    void takeLine();
    [[nodiscard]] bool takeOther();
    /// Returns the names of variables without a value, and a text about them.
    [[nodiscard]] QStringList missing() const;
    [[nodiscard]] QString missingValues() const;
    void takeFields();
    void check();
    [[nodiscard]] QStringList words() const;
    [[nodiscard]] QString shellHint() const;
    void moveVariables();
    [[nodiscard]] QString wrongVariable() const;
    void chooseProgram();
    [[nodiscard]] QWidget *withButton(QLineEdit *edit, const QString &name, void (CommandForm::*slot)());
    void chooseFolder();

    FileDialogs &m_dialogs;
    QLineEdit *m_line;
    QString m_lineError; ///< syntax error of the line, which the fields therefore do not follow
    QStringList m_forgotten;
    QLineEdit *m_program;
    QPlainTextEdit *m_arguments;
    QLineEdit *m_folder;
    QCheckBox *m_inherit;
    QPlainTextEdit *m_set;
    QLineEdit *m_inherited;
    QLineEdit *m_unset;
    FieldNote *m_lineNote;
    QPushButton *m_moveVariables;
    FieldNote *m_setNote;
};

} // namespace Pullcord
