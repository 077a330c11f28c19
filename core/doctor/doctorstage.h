// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words.h"

#include <QList>

#include <optional>

namespace Pullcord {

/// One stage of a Doctor's examination: a value.
///
/// `seen` and `advice` are sentences of one line each, with secrets masked (see Secrets). Peer texts inside them may hold any
/// character but line breaks, for which ⏎ stands.
struct DoctorStage
{
    enum class Id : quint8 {
        // a program on stdio
        Command,
        Start,
        Output,
        SecondStart,
        // a URL
        HostName,
        Proxy,
        Tcp,
        Tls,
        Http,
        Authorization,
        // either
        Handshake,
        Lists,
        RoundTrip,
        End,
    };
    enum class Verdict : quint8 {
        Waiting, ///< not begun
        Running,
        Ok,
        Skipped, ///< could not be tried; `seen` has the reason
        Warning, ///< works, but not everywhere or not as MCP requires
        Failed,
    };

    Id id = Id::Command;
    Verdict verdict = Verdict::Waiting;
    QList<Words> seen;              ///< facts, one per line
    QList<Words> advice;            ///< next steps for the user, the likeliest first
    std::optional<qint64> duration; ///< ns; none where nothing was measured

    /// Adds a fact, or a next step: on one line, with secrets masked, and cut if it is very long.
    void see(const Words &fact);
    void advise(const Words &step);
    /// Raises the verdict; it never gets better.
    void raise(Verdict atLeast);

    [[nodiscard]] bool isOver() const { return verdict > Verdict::Running; }
    /// Identifier in reports: "command", "second-start".
    [[nodiscard]] QLatin1StringView name() const;
    [[nodiscard]] Words title() const;
};

/// Identifier in reports: "ok", "warning".
[[nodiscard]] QLatin1StringView nameOf(DoctorStage::Verdict verdict);

} // namespace Pullcord
