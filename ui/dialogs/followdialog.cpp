// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/followdialog.h"

#include "ui/models/catalog/shellhint.h"
#include "ui/models/texts.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/plainlabel.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

FollowDialog::FollowDialog(const QString &line, QWidget *parent)
    : QDialog(parent)
    , m_line(new QLineEdit(line, this))
    , m_note(new FieldNote(this))
{
    setObjectName(u"followDialog"_s);
    setWindowTitle(tr("Follow Command"));
    auto *label = new PlainLabel(tr("&Command that prints a capture:"), this);
    label->setBuddy(m_line);
    m_line->setObjectName(u"followCommand"_s);
    m_line->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_line->setPlaceholderText(u"ssh HOST pullcord-cli follow --from-start /srv/mcp/session.pullcord"_s);
    m_note->setObjectName(u"followNote"_s);
    auto *about = new PlainLabel(tr("The window shows its standard output as it arrives, like a capture that is being "
                                    "recorded. You cannot enter a password for the command, so set up a key first."),
                                 this);
    about->setWordWrap(true);
    about->setForegroundRole(QPalette::PlaceholderText);
    auto *warning = new PlainLabel(
        tr("This runs a program on your computer, without a shell. Run only commands that you trust."), this);
    warning->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_follow = buttons->addButton(tr("&Follow"), QDialogButtonBox::AcceptRole);
    m_follow->setObjectName(u"followStart"_s);
    m_follow->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_line);
    layout->addWidget(m_note);
    layout->addWidget(about);
    layout->addStretch(1);
    layout->addWidget(warning);
    layout->addWidget(buttons);
    connect(m_line, &QLineEdit::textChanged, this, &FollowDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
    m_line->selectAll();
    resize(ScreenRoom::bounded(*this, {80 * letterWidth(fontMetrics()), sizeHint().height()}));
}

FollowDialog::~FollowDialog() = default;

QString FollowDialog::line() const
{
    return m_line->text().trimmed();
}

void FollowDialog::check()
{
    const Result<StdioCommand> command = StdioCommand::fromLine(line());
    m_follow->setEnabled(command && !command->program.isEmpty());
    if (!command) {
        m_note->say(Texts::sentence(command.error()), true);
        return;
    }
    m_command = *command;
    const QString word = ShellHint::shellWord(QStringList{m_command.program} + m_command.arguments);
    m_note->say(word.isEmpty()
                    ? QString()
                    : tr("No shell is used: “%1” is passed to the program unchanged. For a shell, start one: "
                         "sh -c '…'")
                          .arg(word),
                true);
}

} // namespace Pullcord
