// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Tools that break the protocol, or the server.

#include "app/demoserver/demoserver.h"
#include "app/demoserver/toolcall.h"
#include "app/demoserver/tools.h"

#include <cstdlib>

#include <sys/prctl.h>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

void crash(ToolCall &call)
{
    call.after(call.integer("ms"), [] {
        prctl(PR_SET_DUMPABLE, 0); // a core dump is useless here
        std::abort();
    });
}

void leave(ToolCall &call)
{
    call.after(call.integer("ms"), [&call] { std::_Exit(call.integer("code") & 0xff); });
}

void garbage(ToolCall &call)
{
    call.server().sendGarbage();
    call.answer(u"The output before this was not all JSON"_s);
}

void answersTwice(ToolCall &call)
{
    call.send(u"The first response"_s);
    call.after(call.integer("ms"), [&call] { call.answer(u"The second response"_s); });
}

/// Sends invalid progress.
void sendProgress(ToolCall &call, QByteArrayView token, QByteArrayView value)
{
    call.server().rpc().notify("notifications/progress", R"({"progressToken":)" + token.toByteArray() +
                                                             R"(,"progress":)" + value.toByteArray() + '}');
}

void badProgress(ToolCall &call)
{
    const JsonValue token = call.params().pointer("/_meta/progressToken");
    if (token.isValid()) {
        for (const QByteArrayView value : {"1", "1", "0.5", "\"half\"", "2"})
            sendProgress(call, token.raw(), value);
        sendProgress(call, R"("no-such-token")", "3");
    }
    call.send(u"The progress before this breaks every rule, and more follows"_s);
    call.after(call.integer("ms"), [&call, token = token.raw().toByteArray()] {
        if (!token.isEmpty())
            sendProgress(call, token, "4");
        call.end();
    });
}

} // namespace

QList<DemoTool> breakingTools()
{
    const ToolParameter when{"ms", JsonType::Number, "0", "Time of the end, in milliseconds"};
    return {
        {"crash", "Ends the server with SIGABRT, without a response.", {when}, crash, false},
        {"exit",
         "Ends the server with an exit code, without a response.",
         {when, {"code", JsonType::Number, "3", "The exit code, 0 to 255"}},
         leave,
         false},
        {"garbage",
         "Writes what does not belong on standard output (text, an empty line, a byte order mark, half a message, "
         "bytes that are not UTF-8, a line that ends with CRLF), then responds.",
         {},
         garbage},
        {"answers_twice",
         "Responds, then responds again.",
         {{"ms", JsonType::Number, "200", "Milliseconds between them"}},
         answersTwice},
        {"bad_progress",
         "Sends progress that does not increase, is not a number, has an unknown token, and one more after the "
         "response.",
         {{"ms", JsonType::Number, "200", "Milliseconds from the response to the last"}},
         badProgress},
    };
}

} // namespace Pullcord
