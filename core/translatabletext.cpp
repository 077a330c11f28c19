// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/translatabletext.h"

namespace Pullcord {

TranslatableText::TranslatableText(const char *sentence, const QList<TranslatableText> &arguments)
    : QString(filled(QString::fromUtf8(sentence), {arguments.cbegin(), arguments.cend()}))
    , m_sentence(sentence)
    , m_arguments(arguments)
{}

TranslatableText TranslatableText::joined(const QList<TranslatableText> &parts, const char *sentence)
{
    TranslatableText whole;
    for (const TranslatableText &part : parts)
        whole = whole.isEmpty() ? part : of(sentence, whole, part);
    return whole;
}

QString TranslatableText::filled(const QString &sentence, const QList<QString> &arguments)
{
    QString text;
    qsizetype from = 0;
    for (qsizetype at = sentence.indexOf(u'%'); at >= 0; at = sentence.indexOf(u'%', at + 1)) {
        const int place = at + 1 < sentence.size() ? sentence.at(at + 1).digitValue() : -1;
        if (place < 1 || place > arguments.size())
            continue;
        text += QStringView(sentence).sliced(from, at - from);
        text += arguments.at(place - 1);
        from = at + 2;
    }
    text += QStringView(sentence).sliced(from);
    return text;
}

} // namespace Pullcord
