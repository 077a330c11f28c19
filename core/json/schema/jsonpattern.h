// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QRegularExpression>

namespace Pullcord {

/// A regular expression of ECMA-262 (with its `u` flag, as JSON Schema asks) on top of QRegularExpression. The two
/// languages differ, so the pattern is translated; what it means there and not here is an error, never a guess.
class JsonPattern
{
public:
    enum class Match : quint8 { No, Yes, TooCostly };

    /// An Error in one sentence for a pattern that is not ECMA-262, is too long, or is too large when compiled.
    static Result<JsonPattern> compile(const QString &ecma);

    /// Whether it matches anywhere in the subject. Gives up, with TooCostly, where backtracking gets out of hand.
    [[nodiscard]] Match match(const QString &subject) const;
    /// As it was written.
    [[nodiscard]] const QString &text() const { return m_text; }

private:
    JsonPattern() = default;

    QString m_text;
    QRegularExpression m_expression;
};

} // namespace Pullcord
