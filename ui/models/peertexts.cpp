// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/peertexts.h"

namespace Pullcord::Texts {
using namespace Qt::StringLiterals;

namespace {
constexpr qsizetype MostInToolTip = 1200;
}

QString head(const QString &text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    const bool cutsPair = most > 0 && text.at(most - 1).isHighSurrogate();
    return text.first(cutsPair ? most - 1 : most) + u'…';
}

QString toolTip(const QString &text)
{
    return text.isEmpty()
               ? QString()
               : u"<p style=\"white-space:pre-wrap\">%1</p>"_s.arg(head(text, MostInToolTip).toHtmlEscaped());
}

} // namespace Pullcord::Texts
