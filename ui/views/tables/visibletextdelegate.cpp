// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/visibletextdelegate.h"

#include "ui/models/untrustedtext.h"

namespace Pullcord {

QString VisibleTextDelegate::displayText(const QVariant &value, const QLocale &locale) const
{
    return value.userType() == QMetaType::QString ? Texts::inOneLine(value.toString())
                                                  : QStyledItemDelegate::displayText(value, locale);
}

} // namespace Pullcord
