// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/words.h"

#include <optional>

namespace Pullcord {

/// What one progress notification says, as it stands in its text, and which rule it breaks. A value that keeps nothing of
/// the text. Specification: utilities "Progress"; spec digest 9; in LSP and ACP the same.
struct ProgressNotice
{
    static constexpr qsizetype LongestToken = 100; ///< characters shown

    std::optional<double> value;
    QByteArray progress; ///< as it stands there, also where it is no number; of a string what it says
    QByteArray total;    ///< the same; empty where there is none, as are those below
    QByteArray token;    ///< its raw JSON
    QByteArray message;

    [[nodiscard]] static bool isMethod(QByteArrayView method);
    [[nodiscard]] static ProgressNotice of(const JsonValue &params);

    /// Of one whose token nobody has set.
    [[nodiscard]] Words unknownToken() const;
    /// Of one for a request that is open; `last` has the number before it. Empty if nothing is wrong.
    [[nodiscard]] Words complaint(std::optional<double> last) const;
};

} // namespace Pullcord
