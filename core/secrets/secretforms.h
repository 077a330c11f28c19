// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/secrets/secretnames.h"
#include "core/secrets/secrets.h"

#include <QList>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

/// Shared parts of the regular expressions and masks; for secrets*.cpp alone.
namespace Pullcord::Secrets {

/// True if `value` is a mask, whatever put it there, with closing brackets or tags after it.
[[nodiscard]] inline bool isMask(QStringView value)
{
    if (value.size() > Mask.size() && (value.startsWith(u'"') || value.startsWith(u'\'')))
        value = value.sliced(1);
    const auto closes = [](QChar c) { return QStringView(u"*\"')]}/>").contains(c); };
    return value.startsWith(Mask) && std::all_of(value.begin(), value.end(), closes);
}

/// Part of a text: [from, until).
struct Span
{
    qsizetype from;
    qsizetype until;
};

/// Replaces each span by a mask. The spans are sorted. Works within the text where the masks fit, since the text may be
/// very long.
void mask(QString &text, const QList<Span> &spans);

/// Regular expression for a quoted value, including escaped or doubled quotes. For a line that was cut, it matches the
/// rest of the line.
[[nodiscard]] QString quotedForm();

/// Regular expression for a quoted text on one line.
[[nodiscard]] QString textForm();

/// Link between two joined texts: an operator (`"a" + "b"`), or a blank too.
enum class Joint : quint8 { Sign, Blank };

/// Regular expression for a text joined to the one before it.
[[nodiscard]] QString joinedForm(Joint joint);

/// Regular expression for a list of quoted texts, except lists of masks alone.
[[nodiscard]] QString listForm();

/// Regular expression for a value, one group: joined quoted texts, a list of them, a call with such arguments, or
/// everything up to a blank. `,`, `;` and `&` belong to the value unless a blank, a quote or the next name follows,
/// which ends with one of `separators`. Quotes belong to it where the value continues after them.
[[nodiscard]] QString valueForm(const QString &separators, Joint joint = Joint::Blank);

/// Regular expression for text that is not a value. That may be a type, a note that the value is missing, the
/// continuation of a sentence, or the start of a block or tag.
[[nodiscard]] const QString &noValue();

/// True if `value` is a command after a shell assignment: `API_KEY=x npm start`, where `value` is all that follows.
/// Only a name in upper case and well-known programs distinguish it from a value with blanks.
[[nodiscard]] bool isBeforeCommand(QStringView name, QStringView value);

/// Masks armoured private keys, from BEGIN to the END after it, however far away. Without an END it masks only lines
/// that look like a key, so that a text that mentions BEGIN keeps the rest. In PuTTY files the public part is masked
/// too.
void maskPrivateKeys(QString &text);

/// Masks the values in a block below `credentials:` and similar names, each under a name of its own.
void maskBlocks(QString &text);

/// True if a bracket opened before the name closes after the value: `(password: x)`.
[[nodiscard]] inline bool closesBefore(QStringView text, qsizetype name, QStringView value)
{
    return name > 0 && text.at(name - 1) == u'(' && value.endsWith(u')') && !value.contains(u'(');
}

/// Masks the secret values among the matches of `form`. The first group is the name, the last one the value.
template<typename IsSecret>
void maskNamed(QString &text, const QRegularExpression &form, IsSecret isSecret)
{
    constexpr int MostNested = 8; // nested names: `env=API_KEY=value`
    QList<Span> secrets;
    qsizetype lastEnd = 0;
    int nested = 0;
    for (qsizetype from = 0; from <= text.size();) {
        // Check the subject once: it takes time proportional to the whole text.
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
            from = match.capturedEnd(1); // the match may be a mere word before the real name
    }
    mask(text, secrets);
}

} // namespace Pullcord::Secrets
