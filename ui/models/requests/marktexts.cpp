// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/marktexts.h"

#include "ui/models/texts.h"

#include <QCoreApplication>
#include <QStringList>

namespace Pullcord::Texts {

namespace {

struct MarkTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::MarkTexts)
};

} // namespace

QString colorName(MarkColor color)
{
    switch (color) {
    case MarkColor::None:
        break;
    case MarkColor::Red:
        return MarkTexts::tr("red");
    case MarkColor::Orange:
        return MarkTexts::tr("orange");
    case MarkColor::Yellow:
        return MarkTexts::tr("yellow");
    case MarkColor::Green:
        return MarkTexts::tr("green");
    case MarkColor::Blue:
        return MarkTexts::tr("blue");
    case MarkColor::Purple:
        return MarkTexts::tr("purple");
    }
    return {};
}

QString colorLetter(MarkColor color)
{
    return colorName(color).left(1).toUpper();
}

QString markSentence(const Mark &mark)
{
    QStringList facts;
    if (mark.pinned)
        facts << MarkTexts::tr("pinned");
    if (mark.color != MarkColor::None)
        facts << colorName(mark.color);
    if (!mark.note.isEmpty())
        facts << MarkTexts::tr("note: %1").arg(mark.note);
    return listed(facts);
}

QString markSentence(const Mark &mark, const ColorRule *rule)
{
    const QString own = markSentence(mark);
    if (!rule || mark.color != MarkColor::None)
        return own;
    const QString name = rule->name.isEmpty() ? rule->filter : rule->name;
    const QString color = MarkTexts::tr("%1 by the rule “%2”", "a color").arg(colorName(rule->color), name);
    return own.isEmpty() ? color : listed({own, color});
}

QString withNote(const QString &text, const Mark &mark, const ColorRule *rule)
{
    QStringList lines{text};
    if (!mark.note.isEmpty())
        lines << MarkTexts::tr("Note: %1").arg(mark.note);
    if (rule && mark.color == MarkColor::None)
        lines << markSentence({}, rule);
    lines.removeAll(QString());
    return lines.join(QChar::LineFeed);
}

} // namespace Pullcord::Texts
