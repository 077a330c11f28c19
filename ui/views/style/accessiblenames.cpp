// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/style/accessiblenames.h"

#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/widgets/plainlabel.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>

#include <algorithm>

namespace Pullcord::AccessibleNames {
using namespace Qt::StringLiterals;

void name(QComboBox *box, const QString &name)
{
    box->setAccessibleName(name);
    const QList<QLabel *> beside = box->parentWidget()->findChildren<QLabel *>(Qt::FindDirectChildrenOnly);
    const auto known = std::ranges::find(beside, static_cast<QWidget *>(box), &QLabel::buddy);
    QLabel *label = known != beside.end() ? *known : new PlainLabel(box->parentWidget());
    label->setText(Texts::noMnemonic(name));
    label->setAccessibleName(name);
    label->setBuddy(box);
    label->hide();
}

void name(QLineEdit *edit, const QFormLayout &form)
{
    auto *label = qobject_cast<QLabel *>(form.labelForField(edit->parentWidget()));
    label->setBuddy(edit);
    edit->setAccessibleName(Texts::plain(label->text()).remove(u':').remove(u'：'));
}

void setToolTip(QWidget *widget, const QString &text)
{
    widget->setToolTip(Texts::toolTip(text));
    widget->setAccessibleDescription(Texts::head(text));
}

} // namespace Pullcord::AccessibleNames
