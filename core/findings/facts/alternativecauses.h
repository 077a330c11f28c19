// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/rulecontext.h"

#include <functional>
#include <optional>

namespace Pullcord {

class Capture;
class RequestLog;
struct RequestRecord;

/// Finds causes other than a cancel for a server's behavior: messages sent right before it, calls in progress, a call
/// that had failed. A call like one that has succeeded is not a cause.
///
/// Plain class, created per use.
class AlternativeCauses
{
public:
    /// Time in ns within which a traceback may be about a message that was sent.
    static constexpr qint64 Complaint = 1'000'000'000;
    static constexpr qint64 Together =
        100'000'000;                           ///< ns: a call sent this shortly before the cancel may be read with it
    static constexpr qint64 MostLooked = 256;  ///< events searched
    static constexpr qint64 MostEarlier = 256; ///< requests searched for an equal one

    /// A cancel that the client sent.
    struct Cancel
    {
        qint64 row; ///< request that it is for, or NoRow
        qint64 time;
        qint64 event;
    };

    AlternativeCauses(const RuleContext &context, const RequestLog &log)
        : m_context(context)
        , m_log(log)
    {}

    /// True for requests that only probe the server, such as ping.
    [[nodiscard]] static bool isProbe(const QByteArray &method);

    /// True if a message other than a request was sent right before the cancel, and the server need not have read it by
    /// then. `time` is that of the effect. Another cancel counts only if `counts` returns true for its event.
    [[nodiscard]] bool areSentBefore(const Cancel &cancel, qint64 time,
                                     const std::function<bool(qint64 event)> &counts) const;
    /// True if another call is open that was sent right before the cancel. Over HTTP, `noSession` is the exchange that
    /// reported the end of the session (0: none). Then a call after the cancel counts, too, except the one of that
    /// exchange.
    [[nodiscard]] bool areCalls(const Cancel &cancel, qint64 noSession) const;
    /// Returns the event in which a call failed right before `event`; -1 if none did.
    [[nodiscard]] qint64 failedBefore(qint64 event, qint64 time) const;
    /// Returns a call that the server was working on besides the cancelled one; null if there is none.
    [[nodiscard]] const RequestRecord *openBeside(const Cancel &cancel) const;

    /// Returns the longest duration, in ns, of an earlier request like that of `row` that succeeded on the same
    /// connection. None if there is none, so that the request itself may be at fault.
    [[nodiscard]] static std::optional<qint64> usualDuration(const Capture &capture, const RequestLog &log, qint64 row);

private:
    [[nodiscard]] bool isOther(const RequestRecord *record, qint64 row, const Cancel &cancel) const;
    [[nodiscard]] bool isProven(qint64 row) const;

    const RuleContext &m_context;
    const RequestLog &m_log;
};

} // namespace Pullcord
