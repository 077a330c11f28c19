// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/secrets/secretjudges.h"

#include "core/secrets/secretforms.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {

namespace {

/// True for a token in quotes that contains other characters too.
bool isQuotedToken(QStringView value)
{
    static const QRegularExpression Form(
        uR"re(^(["'`])(?=[^0-9]{0,60}+[0-9])(?=[^A-Z]{0,60}+[A-Z])(?=[^a-z]{0,60}+[a-z])(?!\w++://)[^\s"'`<>(){}$]{12,}\1$)re"_s);
    return Form.match(value).hasMatch();
}

/// True for joined texts if one of them is a token, or all together are.
bool isJoinedToken(QStringView value)
{
    static const QRegularExpression Text(textForm());
    if (!value.startsWith(u'"') && !value.startsWith(u'\''))
        return false;
    QString all;
    for (auto texts = Text.globalMatch(value); texts.hasNext();) {
        const QStringView text = texts.next().capturedView();
        if (looksLikeToken(text) || isQuotedToken(text))
            return true;
        all += text.sliced(1).chopped(1);
    }
    return looksLikeToken(all);
}

bool isToken(QStringView value)
{
    return looksLikeToken(value) || isQuotedToken(value) || isJoinedToken(value);
}

} // namespace

bool isName(QStringView name, QStringView)
{
    return isSecretName(name);
}

bool isMember(QStringView name, QStringView)
{
    return isSecretMember(name);
}

bool isPassword(QStringView name, QStringView)
{
    return isPasswordMember(name);
}

bool isAny(QStringView, QStringView)
{
    return true;
}

bool isAssigned(QStringView name, QStringView)
{
    return isSecretMember(name) && !name.endsWith("tokens"_L1, Qt::CaseInsensitive);
}

bool isAmbiguousSecret(QStringView name, QStringView value)
{
    return namesOneSecret(name) || (isAssigned(name, value) && isToken(value));
}

bool isAssignedLine(QStringView name, QStringView value)
{
    constexpr qsizetype Longest = 2000; // characters examined
    static const QRegularExpression GoesOn(u"[\\s;&,][A-Za-z_][-\\w.]*+=|;[ \\t]|[ \\t](?:&&?|\\|\\|?|>>?|<)[ \\t]"_s);
    const QStringView begin = value.first(qMin(value.size(), Longest));
    const bool hasBlank = std::any_of(begin.begin(), begin.end(), [](QChar c) { return c.isSpace(); });
    return hasBlank && isAssigned(name, value) && !GoesOn.match(begin).hasMatch() && !isBeforeCommand(name, begin);
}

bool isSecretAfterColon(QStringView name, QStringView value)
{
    const bool isOneName = !name.contains(u' ') && (!name.contains(u'-') || endsWithSecretName(name));
    return isOneName ? isAmbiguousSecret(name, value) : isAssigned(name, value) && isToken(value);
}

bool isList(QStringView name, QStringView)
{
    return namesSecrets(name) || (namesOneSecret(name) && name.compare("secrets"_L1, Qt::CaseInsensitive) != 0);
}

bool isCell(QStringView name, QStringView value)
{
    return endsWithSecretName(name) && isAmbiguousSecret(name, value);
}

} // namespace Pullcord::Secrets
