// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QList>

#include <optional>

namespace Pullcord {

/// One stage of a Doctor's examination. A value.
///
/// `seen` and `advice` are sentences of one line each, with masked secrets (see Secrets). Texts of peers inside them
/// may contain any character except line breaks, which are shown as ⏎.
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
        Warning, ///< works, but not everywhere, or not as MCP requires
        Failed,
    };

    /// A setting of the server that the next step is about.
    enum class Setting : quint8 {
        None,
        CaFile,
        ClientCertificate,
        Certificates, ///< CA file, client certificate and key
        Proxy,
        ProxyPassword, ///< the user and the password of the proxy
        NoProxy,
        TrustedDigest,
        HttpSse, ///< the transport HTTP+SSE
        Revision,
        Timeout,
    };
    /// The program that shows the stages: it has a name of its own for each setting.
    enum class Surface : quint8 { CommandLine, Window };
    struct Step
    {
        TranslatableText text;
        Setting setting = Setting::None;

        /// With the name of the setting: "Correct the proxy of this server (--proxy)".
        [[nodiscard]] TranslatableText on(Surface surface) const;
        friend bool operator==(const Step &a, const Step &b) = default;
    };

    Id id = Id::Command;
    Verdict verdict = Verdict::Waiting;
    QList<TranslatableText> seen;   ///< facts, one per line
    QList<Step> advice;             ///< next steps for the user, the most likely first
    std::optional<qint64> duration; ///< ns; none if nothing was measured

    /// Adds a fact or a next step as one line, with masked secrets, and cut if it is very long.
    void see(const TranslatableText &fact);
    void advise(const TranslatableText &step, Setting setting = Setting::None);
    /// Raises the verdict to at least this one.
    void raise(Verdict atLeast);

    [[nodiscard]] bool isOver() const { return verdict > Verdict::Running; }
    /// Identifier in reports: "command", "second-start".
    [[nodiscard]] QLatin1StringView name() const;
    [[nodiscard]] TranslatableText title() const;
};

/// Identifier in reports: "ok", "warning".
[[nodiscard]] QLatin1StringView nameOf(DoctorStage::Verdict verdict);

} // namespace Pullcord
