// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connect/valuesdialog.h"

#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

ValuesDialog::ValuesDialog(const QString &title, const QString &why, const QList<Field> &fields, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"valuesDialog"_s);
    setWindowTitle(title);
    auto *reason = new PeerLabel(why, this);
    auto *show = new QCheckBox(tr("&Show values"), this);
    show->setObjectName(u"valuesShow"_s);
    show->setVisible(std::ranges::any_of(fields, &Field::isSecret));
    auto *form = new QWidget(this);
    auto *rows = new QVBoxLayout(form);
    rows->setContentsMargins({});
    QLineEdit *wrong = nullptr; // the first one
    for (const Field &field : fields) {
        auto *edit = new QLineEdit(field.value, form);
        edit->setObjectName(u"value%1"_s.arg(m_edits.size()));
        if (field.isSecret) {
            edit->setEchoMode(QLineEdit::Password);
            connect(show, &QCheckBox::toggled, edit,
                    [edit](bool isShown) { edit->setEchoMode(isShown ? QLineEdit::Normal : QLineEdit::Password); });
        }
        edit->setAccessibleName(field.label);
        auto *label = new PeerLabel(field.label, form);
        label->setBuddy(edit);
        if (!m_edits.isEmpty())
            rows->addSpacing(rows->spacing());
        rows->addWidget(label);
        rows->addWidget(edit);
        if (!field.problem.isEmpty()) {
            auto *note = new FieldNote(form);
            note->say(field.problem);
            rows->addWidget(note);
            edit->setAccessibleDescription(field.problem);
            wrong = wrong ? wrong : edit;
        }
        m_edits << edit;
    }
    rows->addStretch(1);
    auto *area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(form);
    auto *note = new PlainLabel(tr("Kept for this tab and its duplicates until they are closed. Never stored."), this);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto *connectButton = buttons->addButton(tr("&Connect"), QDialogButtonBox::AcceptRole);
    connectButton->setObjectName(u"valuesConnect"_s);
    connectButton->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(reason);
    layout->addWidget(area, 1);
    layout->addWidget(show);
    layout->addWidget(note);
    layout->addWidget(buttons);
    const int width = 70 * letterWidth(fontMetrics());
    const int height = layout->totalHeightForWidth(width) - area->sizeHint().height() + form->sizeHint().height();
    resize(ScreenRoom::bounded(*this, {width, height}));
    if (wrong)
        wrong->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

ValuesDialog::~ValuesDialog() = default;

QStringList ValuesDialog::values() const
{
    QStringList values;
    for (const QLineEdit *edit : m_edits)
        values << edit->text();
    return values;
}

} // namespace Pullcord
