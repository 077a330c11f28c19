// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/catalog/shellhint.h"

#include <QRegularExpression>

#include <algorithm>

namespace Pullcord::ShellHint {
using namespace Qt::StringLiterals;

qsizetype leadingVariables(const QStringList &words)
{
    static const QRegularExpression variable(u"^[A-Za-z_][A-Za-z0-9_]*="_s);
    return std::find_if(words.begin(), words.end(),
                        [](const QString &word) { return !variable.match(word).hasMatch(); }) -
           words.begin();
}

QString shellWord(const QStringList &words)
{
    // Operators: alone, as the start of a redirection, or as `;` at the end of a word. Then expansions: `~`, `$`.
    static const QRegularExpression special(u"^(\\|\\|?|&&?|;|[0-9]?(>>?|<)(&[0-9])?[^ ]*)$|^[^ ]+;$|^~(/|$)|"
                                            "\\$([A-Za-z_]|\\{|\\()"_s);
    for (const QString &word : words) {
        if (special.match(word).hasMatch())
            return word;
    }
    return {};
}

} // namespace Pullcord::ShellHint
