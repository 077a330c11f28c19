// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Every way to mishandle a cancel. Each is a bug of a real server.

#include "app/demoserver/demoserver.h"
#include "app/demoserver/toolcall.h"
#include "app/demoserver/tools.h"
#include "core/rpc/errorcodes.h"

#include <QDeadlineTimer>

#include <cstdlib>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

/// Works until its time is over, unless cancelled.
void workQuietly(ToolCall &call)
{
    call.after(call.integer("ms"), [&call] { call.answer(u"Done, not cancelled"_s); });
}

void deaf(ToolCall &call)
{
    call.beDeaf();
}

void late(ToolCall &call)
{
    const int ms = call.integer("ms");
    const auto answerLate = [&call] { call.answer(u"Done, late or not"_s); };
    call.beDeaf();
    if (call.flag("from_cancel"))
        call.onCancel([&call, ms, answerLate] { call.after(ms, answerLate); });
    else
        call.after(ms, answerLate);
}

void answers32800(ToolCall &call)
{
    workQuietly(call);
    call.onCancel([&call] {
        call.sendError(ErrorCode::RequestCancelled, u"Request cancelled"_s);
        call.end();
    });
}

void answersCode0(ToolCall &call)
{
    workQuietly(call);
    call.onCancel([&call] {
        call.sendError(0, u"Request cancelled"_s);
        call.end();
    });
}

void isErrorAfterCancel(ToolCall &call)
{
    workQuietly(call);
    call.onCancel([&call] { call.answer(u"context canceled"_s, true); });
}

void continueProgress(ToolCall &call, int step, int last)
{
    call.progress(step, 1000, u"Still working"_s);
    if (step < last)
        call.after(call.integer("interval"), [&call, step, last] { continueProgress(call, step + 1, last); });
    else
        call.end();
}

void progressAfterCancel(ToolCall &call)
{
    call.after(call.integer("ms"), [&call] {
        if (call.request()) // after a cancel it sends no response, only progress
            call.answer(u"Done, not cancelled"_s);
    });
    call.progress(1, 1000, u"Started"_s);
    call.onCancel([&call] {
        call.beDeaf();
        continueProgress(call, 2, 1 + call.integer("count"));
    });
}

void dieOnCancel(ToolCall &call)
{
    workQuietly(call);
    call.onCancel([] { std::_Exit(1); });
}

void cancelAll(ToolCall &call)
{
    workQuietly(call);
    call.onCancel([&call] { call.server().silenceAll(); });
}

void staleCancel(ToolCall &call)
{
    call.server().keepCancelsOf(call.id());
    call.answer(u"Now cancel this id, and use it again: that request will get no response"_s);
}

/// Works in slices of the event loop, so that the server can read.
void burnUntil(ToolCall &call, const QDeadlineTimer &end)
{
    constexpr qint64 SliceMs = 5;
    for (const QDeadlineTimer slice(SliceMs); !slice.hasExpired();)
        ;
    if (end.hasExpired())
        call.request() ? call.answer(u"Done, not cancelled"_s) : call.end();
    else
        call.after(0, [&call, end] { burnUntil(call, end); });
}

void burn(ToolCall &call)
{
    call.beDeaf();
    call.after(0, [&call, end = QDeadlineTimer(call.integer("ms"))] { burnUntil(call, end); });
}

} // namespace

QList<DemoTool> cancelTools()
{
    const QList<ToolParameter> forMs{{"ms", JsonType::Number, "10000", "Duration if not cancelled, in milliseconds"}};
    return {
        {"deaf", "Never responds, cancelled or not.", {}, deaf},
        {"late",
         "Ignores a cancellation: responds anyway, after its time.",
         {{"ms", JsonType::Number, "2000", "Time of the response, in milliseconds"},
          {"from_cancel", JsonType::Bool, "false", "Count from the cancellation, not from the call"}},
         late},
        {"answers_32800", "Stops when it is cancelled, but responds with error -32800.", forMs, answers32800},
        {"answers_code_0", "Stops when it is cancelled, but responds with error 0, \"Request cancelled\".", forMs,
         answersCode0},
        {"is_error_after_cancel", "Stops when it is cancelled, but responds with a result that has isError.", forMs,
         isErrorAfterCancel},
        {"progress_after_cancel", "Keeps sending progress after a cancellation, then stops without a response.",
         forMs + QList<ToolParameter>{{"count", JsonType::Number, "5", "Number of messages after the cancellation"},
                                      {"interval", JsonType::Number, "200", "Milliseconds between them"}},
         progressAfterCancel},
        {"die_on_cancel", "A cancellation ends the whole server, with exit code 1.", forMs, dieOnCancel, false},
        {"cancel_all", "A cancellation of this call also silences all other calls.", forMs, cancelAll, false},
        {"stale_cancel",
         "Responds at once. A cancellation received after that is kept, and swallows the next request with the same "
         "id.",
         {},
         staleCancel,
         false},
        {"burn",
         "Keeps a processor busy, cancelled or not, but sends nothing more once it is cancelled.",
         {{"ms", JsonType::Number, "8000", "Duration, in milliseconds"}},
         burn},
    };
}

} // namespace Pullcord
