// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "core/findings/findings.h"
#include "core/findings/report/findingreport.h"

namespace Pullcord {

/// Output and exit code of `check`, for captures and for conversations with a server.
///
/// Plain class; the arguments of add() must outlive print().
class CheckReport
{
public:
    /// Findings that count.
    enum class Of : quint8 {
        Both,   ///< both sides, and findings without an accused side
        Server, ///< the server only, since the client was Pullcord
    };

    /// Reason of the cancel of an unknown request that `check` sends. It identifies that cancel in a capture.
    static constexpr QStringView ReasonOfNothing{u"There is no such request"};

    explicit CheckReport(CheckOptions options);
    Q_DISABLE_COPY_MOVE(CheckReport)

    /// Reads the file of --baseline, if given.
    [[nodiscard]] Outcome readBaseline();
    /// `path` is the capture as given by the user; empty if none is kept.
    void add(const QString &path, const Capture &capture, const RequestLog &log, const Findings &findings,
             Of of = Of::Both);
    /// Adds findings about the gateway between the first capture and the second, which have been added.
    void addGateway(const QList<Finding> &findings);
    /// Prints everything, or writes the baseline. Returns the exit code.
    [[nodiscard]] Result<int> print() const;

private:
    using Source = FindingReport::Source;

    void printAll() const;
    void print(const Source &source) const;
    void reportUnapplied() const;
    void reportUnchecked() const;
    [[nodiscard]] Result<int> conclude() const;

    CheckOptions m_options;
    Baseline m_baseline;
    std::vector<Source> m_sources;
    UncheckedMessages m_unchecked;
};

} // namespace Pullcord
