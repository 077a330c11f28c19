// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/result.h"

#include <chrono>

class QCommandLineParser;

namespace Pullcord {

/// The options of `check`.
struct CheckOptions
{
    enum class Form : quint8 { Text, Json, Sarif, Junit };

    Form form = Form::Text;
    std::optional<FindingSeverity> failOn = FindingSeverity::Error; ///< least severity; none: never
    QString baselinePath;                                           ///< empty: nothing is accepted
    bool writesBaseline = false;                                    ///< instead of reading it
    bool isVerbose = false;
    bool hasBehind = false; ///< the second file is the hop behind a gateway
    bool lists = false;     ///< print the list of rules instead
    QString tool;           ///< tool of the server to call and cancel; empty: none
    bool mayChange = false; ///< call the tool even if it may change something

    /// Timeout of each request without --timeout.
    static constexpr std::chrono::milliseconds UsualTimeout{60'000};

    [[nodiscard]] static Result<CheckOptions> read(const QCommandLineParser &parser);
};

} // namespace Pullcord
