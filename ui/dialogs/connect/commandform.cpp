// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connect/commandform.h"

#include "core/config/serverimport.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/models/catalog/shellhint.h"
#include "ui/models/texts.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/plainlabel.h"

#include <QCheckBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr int LongestPaste = 4 << 20; ///< characters, for a whole configuration; the default limit is 32767
}

CommandForm::CommandForm(FileDialogs &dialogs, QWidget *parent)
    : QWidget(parent)
    , m_dialogs(dialogs)
    , m_line(new QLineEdit(this))
    , m_program(new QLineEdit(this))
    , m_arguments(new QPlainTextEdit(this))
    , m_folder(new QLineEdit(this))
    , m_inherit(new QCheckBox(tr("In&herit the environment of Pullcord"), this))
    , m_set(new QPlainTextEdit(this))
    , m_inherited(new QLineEdit(this))
    , m_unset(new QLineEdit(this))
    , m_lineNote(new FieldNote(this))
    , m_moveVariables(new QPushButton(tr("Move the variables to the environment"), this))
    , m_setNote(new FieldNote(this))
{
    makeFields();
    setCommand({});
    connect(m_line, &QLineEdit::textEdited, this, &CommandForm::takeLine);
    connect(m_program, &QLineEdit::textEdited, this, &CommandForm::takeFields);
    connect(m_arguments, &QPlainTextEdit::textChanged, this, &CommandForm::takeFields);
    connect(m_set, &QPlainTextEdit::textChanged, this, &CommandForm::changed);
    connect(m_folder, &QLineEdit::textChanged, this, &CommandForm::changed);
    connect(m_inherit, &QCheckBox::toggled, m_inherited, &QLineEdit::setDisabled);
    connect(m_moveVariables, &QPushButton::clicked, this, &CommandForm::moveVariables);
    connect(this, &CommandForm::changed, this, &CommandForm::check);
    check();
}

CommandForm::~CommandForm() = default;

void CommandForm::makeFields()
{
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    for (QWidget *widget : {static_cast<QWidget *>(m_line), static_cast<QWidget *>(m_program),
                            static_cast<QWidget *>(m_arguments), static_cast<QWidget *>(m_set)}) {
        QFont font = fixed;
        font.setPointSizeF(widget->font().pointSizeF());
        widget->setFont(font);
    }
    m_line->setObjectName(u"commandLine"_s);
    m_line->setMaxLength(LongestPaste);
    m_line->setPlaceholderText(u"npx -y @modelcontextprotocol/server-everything stdio"_s);
    m_line->setToolTip(tr("The whole command. It is started without a shell: quotes group words as in a shell, but "
                          "nothing is expanded."));
    m_program->setObjectName(u"program"_s);
    m_arguments->setObjectName(u"arguments"_s);
    m_arguments->setPlaceholderText(tr("one argument per line"));
    m_folder->setObjectName(u"workingDirectory"_s);
    m_folder->setPlaceholderText(tr("same as Pullcord"));
    m_inherit->setObjectName(u"inheritEnvironment"_s);
    m_set->setObjectName(u"setVariables"_s);
    m_set->setPlaceholderText(tr("NAME=value, one per line"));
    m_set->setToolTip(
        tr("Added to the environment. Only the names are saved; values are kept out of captures and settings."));
    m_inherited->setObjectName(u"inheritedVariables"_s);
    m_inherited->setPlaceholderText(tr("nothing; or names, separated by spaces"));
    m_inherited->setToolTip(tr("Variables of Pullcord's environment that the server gets anyway."));
    m_unset->setObjectName(u"unsetVariables"_s);
    m_unset->setPlaceholderText(tr("names, separated by spaces"));
    m_lineNote->setObjectName(u"commandNote"_s);
    m_moveVariables->setObjectName(u"moveVariables"_s);
    m_moveVariables->setAutoDefault(false);
    m_setNote->setObjectName(u"variablesNote"_s);
    for (QPlainTextEdit *edit : {m_arguments, m_set}) {
        edit->setTabChangesFocus(true);
        edit->setFixedHeight(4 * fontMetrics().lineSpacing() + 8);
    }

    auto *fields = new QGroupBox(tr("Individual fields"), this);
    auto *form = new QFormLayout(fields);
    form->addRow(tr("Progr&am:"), withButton(m_program, u"browseProgram"_s, &CommandForm::chooseProgram));
    form->addRow(tr("Argumen&ts:"), m_arguments);
    form->addRow(tr("&Working folder:"), withButton(m_folder, u"browseFolder"_s, &CommandForm::chooseFolder));
    form->addRow(tr("&Environment:"), m_set);
    form->addRow(QString(), m_setNote);
    form->addRow(m_inherit); // long, without a label
    form->addRow(tr("Inherit onl&y:"), m_inherited);
    form->addRow(tr("Remove varia&bles:"), m_unset);
    for (QLineEdit *edit : {m_program, m_folder})
        AccessibleNames::name(edit, *form);
    setTabOrder(m_line, m_moveVariables);
    setTabOrder(m_set, m_inherit);

    auto *label = new PlainLabel(tr("Co&mmand:"), this);
    label->setBuddy(m_line);
    auto *warning =
        new PlainLabel(tr("This runs a program on your computer. Start only servers that you trust."), this);
    warning->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_line);
    layout->addWidget(m_lineNote);
    layout->addWidget(m_moveVariables, 0, Qt::AlignLeft);
    layout->addWidget(fields);
    layout->addStretch(1);
    layout->addWidget(warning);
}

QWidget *CommandForm::withButton(QLineEdit *edit, const QString &name, void (CommandForm::*slot)())
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *button = new QPushButton(tr("Browse…"), row);
    button->setObjectName(name);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, slot);
    layout->addWidget(edit, 1);
    layout->addWidget(button);
    setTabOrder(edit, button);
    return row;
}

StdioCommand CommandForm::command() const
{
    StdioCommand command;
    command.program = m_program->text();
    const QString arguments = m_arguments->toPlainText();
    if (!arguments.isEmpty())
        command.arguments = arguments.split(u'\n');
    command.workingDirectory = m_folder->text();
    command.inheritEnvironment = m_inherit->isChecked();
    const QStringList variables = m_set->toPlainText().split(u'\n', Qt::SkipEmptyParts);
    for (const QString &variable : variables)
        command.setVariables.insert(variable.section(u'=', 0, 0).trimmed(), variable.section(u'=', 1));
    if (!command.inheritEnvironment)
        command.inheritedVariables = m_inherited->text().split(u' ', Qt::SkipEmptyParts);
    command.unsetVariables = m_unset->text().split(u' ', Qt::SkipEmptyParts);
    return command;
}

void CommandForm::setCommand(const StdioCommand &command, const QStringList &forgotten)
{
    m_forgotten = forgotten;
    const QSignalBlocker quietArguments(m_arguments);
    const QSignalBlocker quietSet(m_set);
    m_lineError.clear();
    m_line->setText(command.program.isEmpty() ? QString() : command.toLine());
    m_program->setText(command.program);
    m_program->setCursorPosition(0); // shows the beginning of a long path
    m_arguments->setPlainText(command.arguments.join(u'\n'));
    m_folder->setText(command.workingDirectory);
    m_inherit->setChecked(command.inheritEnvironment);
    m_inherited->setDisabled(command.inheritEnvironment);
    m_inherited->setText(command.inheritedVariables.join(u' '));
    QStringList variables;
    for (auto it = command.setVariables.begin(); it != command.setVariables.end(); ++it)
        variables << it.key() + u'=' + it.value();
    variables.sort();
    m_set->setPlainText(variables.join(u'\n'));
    m_unset->setText(command.unsetVariables.join(u' '));
    emit changed();
}

QString CommandForm::complaint() const
{
    if (!m_lineError.isEmpty())
        return tr("Command: %1.").arg(m_lineError);
    if (m_program->text().trimmed().isEmpty())
        return tr("Type the command that starts the server, or its URL.");
    const QString variable = wrongVariable();
    return variable.isEmpty() ? QString() : tr("“%1” is not of the form NAME=value.").arg(variable);
}

QString CommandForm::wrongVariable() const
{
    const QStringList variables = m_set->toPlainText().split(u'\n', Qt::SkipEmptyParts);
    for (const QString &variable : variables) {
        if (variable.indexOf(u'=') < 1)
            return variable;
    }
    return {};
}

/// Shows the complaint below the command line, or below the fields that it concerns.
void CommandForm::check()
{
    const QString text = complaint();
    const bool isLineValid = m_lineError.isEmpty() && !m_program->text().trimmed().isEmpty();
    m_moveVariables->setHidden(!isLineValid || ShellHint::leadingVariables(words()) == 0);
    m_lineNote->say(isLineValid ? shellHint() : text, isLineValid || m_line->text().isEmpty());
    m_setNote->say(!isLineValid ? QString() : text.isEmpty() ? missingValues() : text, text.isEmpty());
}

QStringList CommandForm::missing() const
{
    const QHash<QString, QString> variables = command().setVariables;
    QStringList missing = m_forgotten;
    missing.removeIf(
        [&](const QString &name) { return !variables.contains(name) || !variables.value(name).isEmpty(); });
    return missing;
}

void CommandForm::focusWanted()
{
    const QStringList names = missing();
    if (names.isEmpty())
        return m_line->setFocus();
    const QStringList lines = m_set->toPlainText().split(u'\n');
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const QString &each) {
        return names.contains(each.section(u'=', 0, 0).trimmed());
    });
    QTextCursor cursor(m_set->document()->findBlockByNumber(int(line - lines.begin())));
    cursor.movePosition(QTextCursor::EndOfBlock);
    m_set->setTextCursor(cursor);
    m_set->setFocus();
}

QString CommandForm::missingValues() const
{
    const QStringList missing = this->missing();
    return missing.isEmpty() ? QString()
                             : tr("Values are not saved. Enter them again: %1.").arg(Texts::listed(missing));
}

QStringList CommandForm::words() const
{
    const StdioCommand now = command();
    return QStringList{now.program} + now.arguments;
}

/// Warns of shell syntax, which would be passed on literally.
QString CommandForm::shellHint() const
{
    const QStringList all = words();
    if (ShellHint::leadingVariables(all) > 0) {
        return tr("No shell is used, so “%1=…” would be run as a program. Set variables under Environment.")
            .arg(all.first().section(u'=', 0, 0));
    }
    const QString word = ShellHint::shellWord(all);
    return word.isEmpty()
               ? QString()
               : tr("No shell is used: “%1” is passed to the program unchanged. For a shell, start one: sh -c '…'")
                     .arg(word);
}

void CommandForm::moveVariables()
{
    StdioCommand now = command();
    QStringList all = words();
    for (qsizetype count = ShellHint::leadingVariables(all); count > 0; --count) {
        const QString variable = all.takeFirst();
        now.setVariables.insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));
    }
    now.program = all.isEmpty() ? QString() : all.takeFirst();
    now.arguments = all;
    setCommand(now);
}

/// Takes a URL or a configuration instead of a command.
bool CommandForm::takeOther()
{
    const QString text = m_line->text();
    const bool isAddress = HttpOptions::isAddress(text);
    if (!isAddress && !(ServerImport::isConfiguration(text) && ServerImport::fromText(text)))
        return false;
    setCommand({});
    if (isAddress)
        emit addressTyped(text);
    else
        emit configurationTyped(text);
    return true;
}

void CommandForm::takeLine()
{
    if (takeOther())
        return;
    const QSignalBlocker quiet(m_arguments);
    const Result<StdioCommand> command = StdioCommand::fromLine(m_line->text());
    m_lineError = command ? QString() : Texts::translated(command.error().detail);
    if (command) {
        m_program->setText(command->program);
        m_arguments->setPlainText(command->arguments.join(u'\n'));
    }
    emit changed();
}

void CommandForm::takeFields()
{
    m_lineError.clear();
    m_line->setText(command().toLine());
    emit changed();
}

void CommandForm::chooseProgram()
{
    m_dialogs.openFile(this, tr("Program"), {}, tr("All files (*)"), [this](const QString &path) {
        m_program->setText(path);
        takeFields();
    });
}

void CommandForm::chooseFolder()
{
    m_dialogs.openFolder(this, tr("Working folder"), [this](const QString &path) { m_folder->setText(path); });
}

} // namespace Pullcord
