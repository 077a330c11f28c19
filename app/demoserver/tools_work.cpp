// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Well-behaved tools: fast, slow, and with much output.

#include "app/demoserver/demoserver.h"
#include "app/demoserver/toolcall.h"
#include "app/demoserver/tools.h"
#include "core/json/jsontext.h"

#include <memory>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

void echo(ToolCall &call)
{
    call.answer(call.text("text"));
}

void work(ToolCall &call, int step)
{
    const int steps = std::max(call.integer("steps"), 1);
    if (step > 0)
        call.progress(step, steps, u"Step %1 of %2"_s.arg(step).arg(steps));
    if (step == steps) {
        call.answer(u"Done in %1 steps"_s.arg(steps));
        return;
    }
    call.after(call.integer("ms") / steps, [&call, step] { work(call, step + 1); });
}

void slow(ToolCall &call)
{
    work(call, 0);
}

void big(ToolCall &call)
{
    constexpr QByteArrayView Phrase = "All work and no play makes a dull server. ";
    constexpr qsizetype MostMegabytes = 1024;
    const qsizetype size = std::min<qsizetype>(call.integer("mb"), MostMegabytes) << 20;
    QByteArray text;
    text.reserve(size + Phrase.size());
    while (text.size() < size)
        text += Phrase;
    text.truncate(size);
    call.send(QByteArray(R"({"content":[{"type":"text","text":")" + text + "\"}]}"));
    call.end();
}

/// Returns a block of notifications of the given size each, numbered from `first`.
QByteArray floodBlock(int first, int last, int size)
{
    constexpr QByteArrayView Head =
        R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"flood","data":{"n":)";
    constexpr QByteArrayView Middle = R"(,"pad":")";
    constexpr QByteArrayView Tail = R"("}}})";
    QByteArray block;
    block.reserve(qsizetype(last - first + 1) * std::max<qsizetype>(size + 1, Head.size() + 40));
    for (int number = first; number <= last; ++number) {
        const qsizetype start = block.size();
        block += Head;
        block += QByteArray::number(number);
        block += Middle;
        const qsizetype padding = size - (block.size() - start) - Tail.size();
        block.append(std::max<qsizetype>(padding, 0), 'x');
        block += Tail;
        if (number < last)
            block += '\n'; // the transport ends the last line
    }
    return block;
}

/// Sends ready-made blocks, so that composing messages does not slow the flood. The next block is made when the client
/// has read the last one, so memory stays bounded.
void flood(ToolCall &call)
{
    constexpr int BlockBytes = 256 << 10;
    const auto sendBlock = [&call, sent = std::make_shared<int>(0)] {
        const int count = call.integer("count");
        const int size = call.integer("size");
        if (*sent == count) {
            call.answer(u"%1 notifications sent"_s.arg(count));
            return;
        }
        const int last = std::min(count, *sent + std::max(1, BlockBytes / std::max(size, 1)));
        call.server().transport().send(floodBlock(*sent + 1, last, size));
        *sent = last;
    };
    call.wheneverDrained(sendBlock);
    call.after(0, sendBlock);
}

void mirrored(ToolCall &call)
{
    call.answer(u"%1, %2, %3"_s.arg(call.text("region"), QString::number(call.integer("count")),
                                    call.flag("urgent") ? u"urgent"_s : u"not urgent"_s));
}

} // namespace

QList<DemoTool> workTools()
{
    return {
        {"echo", "Returns the text at once.", {{"text", JsonType::String, {}, "Text to return"}}, echo},
        {"slow",
         "Works for some time, reports progress, and stops without a response when it is cancelled: the good case.",
         {{"ms", JsonType::Number, "5000", "Duration, in milliseconds"},
          {"steps", JsonType::Number, "10", "Number of progress notifications"}},
         slow},
        {"flood",
         "Sends log notifications as fast as the client takes them, requested or not, then responds. Stops when it is "
         "cancelled.",
         {{"count", JsonType::Number, "10000", "Number of notifications"},
          {"size", JsonType::Number, "235", "Bytes of each, without the newline; about 130 at least"}},
         flood},
        {"big",
         "Returns one text of this many megabytes (at most 1024).",
         {{"mb", JsonType::Number, "1", "Megabytes (2^20 bytes) of text"}},
         big},
        {"mirrored",
         "Returns its arguments. Over HTTP in 2026-07-28 they have to be repeated in headers.",
         {{"region", JsonType::String, {}, "Repeated in Mcp-Param-Region", "Region"},
          {"count", JsonType::Number, "1", "Repeated in Mcp-Param-Count", "Count"},
          {"urgent", JsonType::Bool, "false", "Repeated in Mcp-Param-Urgent", "Urgent"}},
         mirrored},
        {"mirrored_badly",
         "Its argument has to be repeated in a header with an invalid name: a client must omit this tool over HTTP.",
         {{"text", JsonType::String, {}, "Text to return", "not a name"}},
         echo},
    };
}

} // namespace Pullcord
