// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/checkoptions.h"
#include "core/findings/findingreport.h"
#include "core/findings/findings.h"

namespace Pullcord {

/// What `check` says of conversations, whether they were read from files or held with a server, and the exit code.
///
/// Plain class; what add() is given must outlive tell().
class CheckReport
{
public:
    /// Which findings count.
    enum class Of : quint8 {
        Both,   ///< sides, and what nobody can be blamed for
        Server, ///< alone: the client was ours
    };

    /// Of the cancel that `check` sends to see whether it is ignored: by it a capture tells that the cancel was meant so.
    static constexpr QStringView ReasonOfNothing{u"There is no such request"};

    explicit CheckReport(CheckOptions options);
    Q_DISABLE_COPY_MOVE(CheckReport)

    /// Reads --baseline, where there is one to be read.
    [[nodiscard]] Outcome readBaseline();
    /// `path` is the capture as it was given; empty: none is kept.
    void add(const QString &path, const Capture &capture, const RequestLog &log, const Findings &findings,
             Of of = Of::Both);
    /// Prints all, or writes the baseline; the exit code.
    [[nodiscard]] Result<int> tell() const;

private:
    using Source = FindingReport::Source;

    void print() const;
    void print(const Source &source) const;
    void tellUnapplied() const;
    void tellUnchecked() const;
    [[nodiscard]] Result<int> conclude() const;

    CheckOptions m_options;
    Baseline m_baseline;
    std::vector<Source> m_sources;
    UncheckedMessages m_unchecked;
};

} // namespace Pullcord
