// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/untrustedtext.h"

#include "core/capture/formatting.h"

#include <QDir>
#include <QSet>

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

/// True for a unit as Formatting writes it.
bool isUnitAt(const QString &text, qsizetype begin)
{
    static const QSet<QStringView> units{u"ns", u"µs", u"ms", u"s", u"min", u"h", u"B", u"kB", u"MB", u"GB", u"%"};
    qsizetype end = begin;
    while (end < text.size() && (text.at(end).isLetter() || text.at(end) == u'%'))
        ++end;
    return units.contains(QStringView(text).sliced(begin, end - begin));
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

QString withUnits(QString text)
{
    for (qsizetype at = 1; at < text.size(); ++at) {
        if (text.at(at) == u' ' && text.at(at - 1).isDigit() && isUnitAt(text, at + 1))
            text[at] = QChar::Nbsp;
    }
    return text;
}

QString breakable(const QString &source)
{
    const QString text = withUnits(Formatting::visibleLines(source));
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

QString shownPath(const QString &path)
{
    const QString home = QDir::homePath() + u'/';
    return Formatting::visible(path.startsWith(home) ? u"~/"_s + path.mid(home.size()) : path);
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
