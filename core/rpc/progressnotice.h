// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/translatabletext.h"

#include <optional>

namespace Pullcord {

/// Content of one progress notification as written, with the checks of its rules. A value; it keeps no reference to the
/// text.
/// Specification: utilities "Progress"; spec digest 9; the same in LSP and ACP.
struct ProgressNotice
{
    static constexpr qsizetype LongestToken = 100; ///< characters shown

    std::optional<double> value;
    QByteArray progress; ///< as written, even if it is not a number; for a string its content
    QByteArray total;    ///< the same; empty if absent, like the members below
    QByteArray token;    ///< its raw JSON
    QByteArray message;

    [[nodiscard]] static bool isMethod(QByteArrayView method);
    [[nodiscard]] static ProgressNotice of(const JsonValue &params);

    /// Describes the fault of a notification whose token no request has set.
    [[nodiscard]] TranslatableText unknownToken() const;
    /// Describes the fault of a notification for an open request; `last` is the previous value. Empty if there is none.
    [[nodiscard]] TranslatableText complaint(std::optional<double> last) const;
};

} // namespace Pullcord
