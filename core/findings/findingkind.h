// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QLatin1StringView>
#include <QList>

#include <optional>

namespace Pullcord {

/// Severity of a finding.
enum class FindingSeverity : quint8 {
    Info,    ///< legal, worth knowing
    Warning, ///< a SHOULD is broken
    Error,   ///< a MUST is broken
};
[[nodiscard]] QLatin1StringView nameOf(FindingSeverity severity); ///< "info", "warning", "error"
[[nodiscard]] std::optional<FindingSeverity> findingSeverityFromName(QStringView name);

/// Codes of findings. C: cancelling. H: HTTP exchanges, most of them before 2026-07-28. P: the protocol in general. L,
/// S, T: life of a connection, its sessions and timeouts. The order is that of the table and of lists.
enum class FindingCode : quint8 {
    C01, ///< each code is explained in the table of findingkind.cpp
    C02,
    C03,
    C04,
    C05,
    C06,
    C07,
    C08,
    C09,
    C10,
    C11,
    C12,
    C13,
    C14,
    C15,
    C16,
    C17,
    C18,
    C19,
    C20,
    C21,
    C22,
    C23,
    C24,
    C25,
    C26,
    C27,
    C28,
    C29,
    C30,
    C31,
    C32,
    C33,
    C34,
    C35,
    C36,
    C37,
    C38,
    C40,
    C41,
    C42,
    C43,
    H01,
    H02,
    H03,
    H04,
    H05,
    H06,
    H07,
    H08,
    H10,
    H11,
    H12,
    H13,
    H14,
    H20,
    L1,
    P01,
    P02,
    P03,
    P04,
    P05,
    P06,
    P07,
    P08,
    P09,
    P10,
    P11,
    P12,
    P13,
    P14,
    P15,
    P16,
    P17,
    P18,
    P19,
    P20,
    P21,
    P22,
    S1,
    S2,
    T1,
};

/// Dependence of a finding on times. If a capture has no times (Capture::hasTimes()), UnappliedRules names the affected
/// codes.
enum class FindingTime : quint8 {
    Unneeded,
    Partly,  ///< some cases cannot be found without times
    Gap,     ///< without times it is Info at most, as the messages may have crossed
    Passing, ///< cannot be found without times
};

/// Constant data of one finding code: a row of the table. The window, the command line, its exports and the guide make
/// their lists from it.
struct FindingKind
{
    FindingCode code;
    QLatin1StringView name;          ///< "C01"
    FindingSeverity severity;        ///< usual severity; a finding has its own
    const char *title;               ///< marked for translation, see TranslatableText
    QLatin1StringView rule;          ///< requirement, in the words of the specification or close to them, in English
    QLatin1StringView legacySection; ///< section in the revisions up to 2025-11-25; empty: JSON-RPC 2.0
    QLatin1StringView modernSection; ///< section in 2026-07-28
    FindingTime time = FindingTime::Unneeded;

    [[nodiscard]] static const QList<FindingKind> &all();
    [[nodiscard]] static const FindingKind &of(FindingCode code);
    /// Returns the code with that name; none if it does not exist.
    [[nodiscard]] static std::optional<FindingCode> codeFromName(QStringView name);
};

} // namespace Pullcord
