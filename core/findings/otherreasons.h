// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingcontext.h"

#include <functional>

namespace Pullcord {

class RequestLog;
struct RequestRecord;

/// What else than a cancel may have been the reason of what a server did then: what was sent right before, calls that it was at
/// work on, one that had failed.
///
/// Plain class, for one look.
class OtherReasons
{
public:
    static constexpr qint64 Complaint = 1'000'000'000; ///< ns in which a traceback may be about what was sent
    static constexpr qint64 Together =
        100'000'000;                          ///< ns: a call that left so shortly before may have been read with it
    static constexpr qint64 MostLooked = 256; ///< events

    /// A cancel of the client's that was sent.
    struct Cancel
    {
        qint64 row; ///< of the request that it is for, or NoRow
        qint64 time;
        qint64 event;
    };

    OtherReasons(const FindingContext &context, const RequestLog &log)
        : m_context(context)
        , m_log(log)
    {}

    /// Nobody ends of being asked whether he is there.
    [[nodiscard]] static bool isProbe(const QByteArray &method);

    /// Something that is no request was sent right before, and need not have been read by then; another cancel is that where
    /// `counts` says so of its event. What happened then happened at `time`.
    [[nodiscard]] bool areSentBefore(const Cancel &cancel, qint64 time,
                                     const std::function<bool(qint64 event)> &counts) const;
    /// Another call had left right before, and nothing has come to it. Over HTTP the end comes to light by the call that is told
    /// so: `noSession` is the exchange of that; 0: there is none.
    [[nodiscard]] bool areCalls(const Cancel &cancel, qint64 noSession) const;
    /// The event in which a call failed right before that one; -1 if none did.
    [[nodiscard]] qint64 failedBefore(qint64 event, qint64 time) const;
    /// A call that the server was at work on beside the cancelled one; null if there is none.
    [[nodiscard]] const RequestRecord *openBeside(const Cancel &cancel) const;

private:
    [[nodiscard]] bool isOther(const RequestRecord *record, qint64 row, const Cancel &cancel) const;

    const FindingContext &m_context;
    const RequestLog &m_log;
};

} // namespace Pullcord
