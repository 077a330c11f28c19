// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/confirmdialog.h"

#include "core/capture/formatting.h"
#include "ui/models/servertexts.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/plainlabel.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

ConfirmDialog::ConfirmDialog(const ServerTarget &target, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"confirmDialog"_s);
    setWindowTitle(tr("Start This Program?"));
    auto *question = new PlainLabel(tr("%1 was imported and has not been started yet. This command would run on your "
                                       "computer with your permissions:")
                                        .arg(Formatting::visible(target.title())),
                                    this);
    question->setWordWrap(true);
    auto *command = new QPlainTextEdit(ServerTexts::address(target), this);
    command->setObjectName(u"confirmCommand"_s);
    command->setAccessibleName(tr("Command"));
    command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    command->setReadOnly(true);
    command->setTabChangesFocus(true);
    command->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere); // wraps anywhere, so that nothing is hidden
    command->setMinimumHeight(5 * command->fontMetrics().lineSpacing());
    QStringList lines = ServerTexts::circumstances(target);
    if (target.command.workingDirectory.isEmpty())
        lines.prepend(tr("In the folder where Pullcord was started"));
    auto *circumstances = new PlainLabel(lines.join(u'\n'), this);
    circumstances->setObjectName(u"confirmCircumstances"_s);
    circumstances->setWordWrap(true);
    circumstances->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *note = new PlainLabel(tr("You are asked once, and again whenever the command changes."), this);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto *start = buttons->addButton(tr("&Start"), QDialogButtonBox::AcceptRole);
    start->setObjectName(u"confirmStart"_s);
    start->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setFocus();
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(question);
    layout->addWidget(command, 1);
    layout->addWidget(circumstances);
    layout->addWidget(note);
    layout->addWidget(buttons);
    resize(ScreenRoom::bounded(*this, {90 * letterWidth(fontMetrics()), 20 * fontMetrics().lineSpacing()}));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

ConfirmDialog::~ConfirmDialog() = default;

} // namespace Pullcord
