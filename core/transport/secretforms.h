// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/secretnames.h"
#include "core/transport/secrets.h"

#include <QList>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

/// For secrets*.cpp alone.
namespace Pullcord::Secrets {

/// Of whoever has put it there, with what closes a bracket or a tag behind it.
[[nodiscard]] inline bool isMask(QStringView value)
{
    if (value.size() > Mask.size() && (value.startsWith(u'"') || value.startsWith(u'\'')))
        value = value.sliced(1);
    const auto closes = [](QChar c) { return QStringView(u"*\"')]}/>").contains(c); };
    return value.startsWith(Mask) && std::all_of(value.begin(), value.end(), closes);
}

/// A part of a text.
struct Span
{
    qsizetype from;
    qsizetype until;
};

/// Puts a mask into the place of each of them, which are in order; within the text where it fits, since that may be very long.
void mask(QString &text, const QList<Span> &spans);

/// In quotes, with what is escaped or doubled in them; of a line that was cut, what is left of it. As a part of a regular expression.
[[nodiscard]] QString quotedForm();

/// A text in quotes, on one line.
[[nodiscard]] QString textForm();

/// What joins the next text to one: a sign (`"a" + "b"`), or a blank too.
enum class Joint : quint8 { Sign, Blank };

/// A text that is joined to one before it.
[[nodiscard]] QString joinedForm(Joint joint);

/// A list of texts in quotes, but of masks alone.
[[nodiscard]] QString listForm();

/// What a name is given, a group: texts in quotes that are joined, a list of such, a call with such arguments, or up to a blank. `,`, `;` and `&` belong to it unless a blank, a quote or the next name
/// is behind them, which one of `separators` ends; quotes, where it goes on behind them.
[[nodiscard]] QString valueForm(const QString &separators, Joint joint = Joint::Blank);

/// Where no value stands: what it is a type of, or that it is missing; how a sentence goes on; what begins a block, or a tag.
[[nodiscard]] const QString &noValue();

/// How a shell begins a command: `API_KEY=x npm start`, where `value` is all that follows. Nothing but a name in upper case and programs
/// that are well known tells it from a value with blanks.
[[nodiscard]] bool isBeforeCommand(QStringView name, QStringView value);

/// Masks private keys in armour: from BEGIN to the END behind it, however far that is; without one, what looks like lines of a key, so that
/// who but mentions BEGIN keeps what follows. Of PuTTY's files the public part goes too.
void maskPrivateKeys(QString &text);

/// Masks what stands in a block below `credentials:` and the like, each under a name of its own.
void maskBlocks(QString &text);

/// Whether a bracket ends the value that stands before the name: `(password: x)`.
[[nodiscard]] inline bool closesBefore(QStringView text, qsizetype name, QStringView value)
{
    return name > 0 && text.at(name - 1) == u'(' && value.endsWith(u')') && !value.contains(u'(');
}

/// Of what the form finds in `text`, a name (its first group) and a value (its last) each, masks the values that are secret.
template<typename IsSecret>
void maskNamed(QString &text, const QRegularExpression &form, IsSecret isSecret)
{
    constexpr int MostNested = 8; // names in what is the value of one: `env=API_KEY=value`
    QList<Span> secrets;
    qsizetype lastEnd = 0;
    int nested = 0;
    for (qsizetype from = 0; from <= text.size();) {
        // Once is enough: it takes the time of the whole text.
        const QRegularExpressionMatch match = form.match(
            text, from, QRegularExpression::NormalMatch,
            from == 0 ? QRegularExpression::NoMatchOption : QRegularExpression::DontCheckSubjectStringMatchOption);
        if (!match.hasMatch())
            break;
        const QStringView name = match.capturedView(1);
        const int last = match.lastCapturedIndex();
        QStringView value = match.capturedView(last);
        if (closesBefore(text, match.capturedStart(1), value))
            value.chop(1);
        from = match.capturedEnd();
        if (value.isEmpty() || isMask(value))
            continue;
        if (isSecret(name, value) && !isSetting(name, value)) {
            secrets.append({match.capturedStart(last), match.capturedStart(last) + value.size()});
            continue;
        }
        nested = from == lastEnd ? nested + 1 : 0;
        lastEnd = from;
        if (nested < MostNested)
            from = match.capturedEnd(1); // it may be but a word before the name
    }
    mask(text, secrets);
}

} // namespace Pullcord::Secrets
