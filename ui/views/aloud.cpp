// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/aloud.h"

#include "ui/models/peertexts.h"
#include "ui/models/texts.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>

namespace Pullcord::Aloud {
using namespace Qt::StringLiterals;

void name(QComboBox *box, const QString &name)
{
    box->setAccessibleName(name);
    const QList<QLabel *> beside = box->parentWidget()->findChildren<QLabel *>(Qt::FindDirectChildrenOnly);
    const auto known = std::ranges::find(beside, static_cast<QWidget *>(box), &QLabel::buddy);
    QLabel *label = known != beside.end() ? *known : new QLabel(box->parentWidget());
    label->setText(QString(name).replace(u'&', u"&&"_s));
    label->setTextFormat(Qt::PlainText);
    label->setAccessibleName(name);
    label->setBuddy(box);
    label->hide();
}

void setToolTip(QWidget *widget, const QString &text)
{
    widget->setToolTip(Texts::toolTip(text));
    widget->setAccessibleDescription(Texts::head(text));
}

} // namespace Pullcord::Aloud
