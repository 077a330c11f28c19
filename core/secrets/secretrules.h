// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1StringView>
#include <QList>
#include <QStringView>

/// Rules that find secrets in a text, as data. The page on captures in the guide lists the kinds of secrets they find.
namespace Pullcord::Secrets {

/// A rule. A text is scanned once for the keywords of all rules; a rule is tried only where one of its keywords occurs.
struct Rule
{
    enum class Kind : quint8 {
        Token,    ///< `pattern` matches from the keyword on, which begins a word
        Part,     ///< the same, anywhere
        KeyBlock, ///< private key: from `pattern` to `end`, or to its last line if the text was cut
        Value,    ///< value on the same line as a name that contains the keyword (NamedValue); no pattern
    };

    QLatin1StringView id; ///< unique
    Kind kind;
    QList<QLatin1StringView> keywords; ///< in lower case; found in any case
    QStringView pattern;               ///< regular expression; its first group, if any, is the secret
    QStringView example;               ///< a text; the secret stands between « and »
    QStringView counterExample;        ///< a similar text without a secret
    QStringView end = {};              ///< regular expression, of a KeyBlock
};

[[nodiscard]] const QList<Rule> &rules();

} // namespace Pullcord::Secrets
