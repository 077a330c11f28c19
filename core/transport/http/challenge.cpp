// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/challenge.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Pullcord {

QString Challenge::scheme(const QString &challenge)
{
    return challenge.trimmed().section(u' ', 0, 0);
}

QString Challenge::parameter(const QString &challenge, const QString &name)
{
    const QRegularExpression form(uR"re((?:^|[\s,])%1\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))re"_s.arg(name),
                                  QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(challenge);
    return match.captured(1).isEmpty() ? match.captured(2) : match.captured(1);
}

} // namespace Pullcord
