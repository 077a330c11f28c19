// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Changes, their subscriptions, and log messages.

#include "app/demoserver/demoserver.h"
#include "app/demoserver/toolcall.h"
#include "app/demoserver/tools.h"
#include "core/json/jsontext.h"
#include "core/mcp/loglevel.h"

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

void change(ToolCall &call)
{
    using Tag = DemoWorld::Tag;
    static const QHash<QString, Tag> tags{
        {u"right"_s, Tag::Right}, {u"missing"_s, Tag::Missing}, {u"wrong"_s, Tag::Wrong}};
    const Tag tag = tags.value(call.text("tag"), Tag::Right);
    DemoWorld &world = call.server().world();
    const QString what = call.text("what");
    if (what == "tools"_L1) {
        world.toggleTools();
        world.notify("notifications/tools/list_changed", {}, tag);
    } else if (what == "prompts"_L1 || what == "resources"_L1) {
        world.notify("notifications/" + what.toUtf8() + "/list_changed", {}, tag);
    } else {
        world.count();
        world.notify("notifications/resources/updated", JsonText::withMember({}, "uri", JsonText::quoted(what)), tag);
    }
    call.answer(u"The subscribers were notified"_s);
}

void endSubscriptions(ToolCall &call)
{
    using End = DemoWorld::End;
    static const QHash<QString, End> ends{
        {u"result"_s, End::Result}, {u"cancel"_s, End::Cancel}, {u"both"_s, End::Both}, {u"close"_s, End::Close}};
    emit call.server().world().subscriptionsEnd(ends.value(call.text("how"), End::Both));
    call.answer(u"All subscriptions were ended"_s);
}

void log(ToolCall &call)
{
    for (const LogLevel level : allLogLevels())
        call.log(level, u"A message of level %1"_s.arg(nameOf(level)));
    call.answer(u"Sent a message of each requested level"_s);
}

} // namespace

QList<DemoTool> changeTools()
{
    return {
        {"change",
         "Changes something, and notifies its subscribers.",
         {{"what", JsonType::String, "\"demo:///counter\"", "tools, prompts, resources, or the uri of a resource"},
          {"tag", JsonType::String, "\"right\"", "2026-07-28: the subscription's id in it is right, missing or wrong"}},
         change,
         false},
        {.name = "now_and_then",
         .description = "Listed only while the tool change shows it.",
         .parameters = {},
         .run = [](ToolCall &call) { call.answer(u"Here I am"_s); },
         .hidden = true},
        {"end_subscriptions",
         "2026-07-28: ends every subscription, of all clients.",
         {{"how", JsonType::String, "\"both\"",
           "With its result, with a cancellation, with both, or (close) without notice"}},
         endSubscriptions,
         false},
        {"log", "Sends a log message of each requested level.", {}, log},
    };
}

} // namespace Pullcord
