// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/untrustedtext.h"

#include "core/capture/formatting.h"

namespace Pullcord::Texts {
using namespace Qt::StringLiterals;

namespace {
constexpr qsizetype MostInToolTip = 1200;
constexpr qsizetype LongestWord = 32;
constexpr qsizetype BetweenBreaks = 8;

/// True if the character must not be separated from the one before it.
bool isGlued(const QString &text, qsizetype at)
{
    constexpr QChar Joiner(0x200d);
    const QChar character = text.at(at);
    return character.isLowSurrogate() || character.isMark() || character == Joiner || text.at(at - 1) == Joiner;
}

void addBreakable(QString &whole, const QString &text, qsizetype begin, qsizetype end)
{
    const bool isLong = end - begin > LongestWord;
    for (qsizetype at = begin, since = begin; at < end; ++at) {
        if (isLong && at - since >= BetweenBreaks && !isGlued(text, at)) {
            whole += BreakPlace;
            since = at;
        }
        whole += text.at(at);
    }
}

} // namespace

QString head(const QString &text, qsizetype most)
{
    if (text.size() <= most)
        return text;
    const bool cutsPair = most > 0 && text.at(most - 1).isHighSurrogate();
    return text.first(cutsPair ? most - 1 : most) + u'…';
}

QString breakable(const QString &source)
{
    const QString text = Formatting::visibleLines(source);
    QString whole;
    whole.reserve(text.size() + text.size() / BetweenBreaks);
    qsizetype begin = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (!text.at(at).isSpace())
            continue;
        addBreakable(whole, text, begin, at);
        whole += text.at(at);
        begin = at + 1;
    }
    addBreakable(whole, text, begin, text.size());
    return whole;
}

QString inOneLine(QString text)
{
    for (QChar &c : text) {
        if (c == u'\n' || c == u'\t' || c == u'\r')
            c = u' ';
    }
    return Formatting::visible(text);
}

QString noMnemonic(QString text)
{
    return text.replace(u'&', "&&"_L1);
}

QString windowTitle(const QString &text)
{
    return inOneLine(head(text, MostInTitle)).replace("[*]"_L1, "[*][*]"_L1);
}

QString toolTip(const QString &text)
{
    return text.isEmpty() ? QString()
                          : u"<p style=\"white-space:pre-wrap\">%1</p>"_s.arg(
                                Formatting::visibleLines(head(text, MostInToolTip)).toHtmlEscaped());
}

} // namespace Pullcord::Texts
