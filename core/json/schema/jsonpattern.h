// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QRegularExpression>

namespace Pullcord {

/// A regular expression of ECMA-262 (with its `u` flag, as JSON Schema demands) on top of QRegularExpression. Since the
/// languages differ, the pattern is translated; an untranslatable part is an error, never a guess.
class JsonPattern
{
public:
    enum class Match : quint8 { No, Yes, TooCostly };

    /// Compiles a pattern. The error is one sentence: it is not ECMA-262, too long, or too large when compiled.
    static Result<JsonPattern> compile(const QString &ecma);

    /// Searches the whole subject. Returns TooCostly if backtracking exceeds a limit.
    [[nodiscard]] Match match(const QString &subject) const;
    /// Pattern as written.
    [[nodiscard]] const QString &text() const { return m_text; }

private:
    JsonPattern() = default;

    QString m_text;
    QRegularExpression m_expression;
};

} // namespace Pullcord
