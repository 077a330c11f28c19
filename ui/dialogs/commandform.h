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

/// How a server is started: as one command line, and as fields, which follow each other.
class CommandForm final : public QWidget
{
    Q_OBJECT

public:
    explicit CommandForm(FileDialogs &dialogs, QWidget *parent = nullptr);
    ~CommandForm() override;

    [[nodiscard]] StdioCommand command() const;
    /// `forgotten`: variables whose values are to be typed again.
    void setCommand(const StdioCommand &command, const QStringList &forgotten = {});
    /// What keeps it from being started, in words; empty if nothing does.
    [[nodiscard]] QString complaint() const;
    /// To the first value that is not remembered; without one, to where typing begins.
    void focusWanted();

signals:
    void changed();
    /// A URL stands where a command should.
    void addressTyped(const QString &address);
    /// A configuration of another tool stands there.
    void configurationTyped(const QString &configuration);

private:
    void makeFields();
    void takeLine();
    [[nodiscard]] bool takeOther();
    /// Names of variables whose values have to be typed again, and that in words.
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
    QString m_lineError; ///< why the fields do not follow the line
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
