// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Tools whose results have every kind of content, valid and broken, and tools with output schemas.

#include "app/demoserver/toolcall.h"
#include "app/demoserver/tools.h"

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr char Picture[] = // 48 × 32 pixels, partly transparent
    "iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAYAAABU1PscAAAAZ0lEQVR42u3YyQ0AIAwDQTqiKnqjS2gBKReYtZS/55ekNULuSR9z"
    "nc6zxa+DWMqXIzzKlyE8y6cjIsqnISLLpyCeBmSUD0UAAAAAAAAAAH5YJ1jmpO8BiYtM4iaW+EpI/IUkPnPEkA0HXE6ni3+mWwAA"
    "AABJRU5ErkJggg==";
constexpr char Sound[] = // a short tone of 440 Hz
    "UklGRmAAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YTwAAACAlKazuru0p5aBblxORkVLV2l9kKOxuru2qpmFcl9Q"
    "R0VJVWV5jaCvubu3rZyJdWJSSERIUmJ1iZytt7s=";
constexpr QByteArrayView Icons =
    R"([{"src":"data:image/png;base64,)"
    "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAN0lEQVR42mNgoAW4GSz3HxumSDNRhhDSjNcQYjVjNYRUzRiGjBpA"
    "BQMojkaqJCSqJGWqZCZSAQA3xmSMjiImrgAAAABJRU5ErkJggg=="
    R"(","mimeType":"image/png","sizes":["16x16"]}])";

constexpr QByteArrayView WeatherSchema =
    R"({"type":"object","required":["place","temperature","wind"],"properties":{"place":{"type":"string"},)"
    R"("temperature":{"type":"number","minimum":-90,"maximum":60},)"
    R"("wind":{"type":"object","required":["speed"],"properties":{"speed":{"type":"number"}}}}})";
constexpr QByteArrayView Weather = R"({"place":"Lisbon","temperature":21.5,"wind":{"speed":4}})";
constexpr QByteArrayView ImpossibleWeather = R"({"place":7,"temperature":210,"wind":{}})";

QByteArray result(const QByteArray &blocks, QByteArrayView structured = {})
{
    return R"({"content":[)" + blocks + ']' +
           (structured.isEmpty() ? QByteArray() : R"(,"structuredContent":)" + structured.toByteArray()) + '}';
}

void content(ToolCall &call)
{
    const QByteArrayList blocks{
        R"({"type":"text","text":"A text.\nIts <b>marks</b> and **stars** are shown as they came.",)"
        R"("annotations":{"audience":["user"],"priority":0.9}})",
        R"({"type":"text","text":"{\"place\":\"Lisbon\",\"temperature\":21.5,\"wind\":{\"speed\":4}}",)"
        R"("annotations":{"audience":["assistant"]}})",
        R"({"type":"image","mimeType":"image/png","data":")"_ba + Picture + "\"}",
        R"({"type":"audio","mimeType":"audio/wav","data":")"_ba + Sound + "\"}",
        R"({"type":"resource_link","uri":"demo:///counter","name":"counter","title":"Counter",)"
        R"("mimeType":"text/plain","description":"A number that the tool change makes larger."})",
        R"({"type":"resource","resource":{"uri":"demo:///made/settings.json","mimeType":"application/json",)"
        R"("text":"{\"color\": \"blue\", \"sizes\": [1, 2, 3]}"}})",
        R"({"type":"resource","resource":{"uri":"demo:///made/picture.png","mimeType":"image/png","blob":")"_ba +
            Picture + "\"}}",
        R"({"type":"resource","resource":{"uri":"demo:///made/data.bin","mimeType":"application/octet-stream",)"
        R"("blob":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9QdWxsY29yZA=="}})",
        R"({"type":"hologram","depth":3,"note":"No revision defines this kind."})",
    };
    call.send(result(blocks.join(','), Weather));
    call.end();
}

void brokenContent(ToolCall &call)
{
    const QByteArray cutPicture = QByteArrayView(Picture).first(96).toByteArray();
    const QByteArrayList blocks{
        R"({"type":"image","mimeType":"image/png","data":"no base64 at all!"})",
        R"({"type":"image","mimeType":"image/png","data":")"_ba + cutPicture + "\"}",
        R"({"type":"image","mimeType":"image/jpeg","data":")"_ba + Picture + "\"}",
        R"({"type":"audio","mimeType":"audio/mpeg","data":"I2Rlc2t0b3A="})",
        R"({"type":"resource","resource":{"uri":"demo:///made/nothing"}})",
        R"({"type":"resource_link","name":"to nowhere"})",
        R"({"type":"text"})",
        R"({"text":"without a type"})",
    };
    call.send(result(blocks.join(',')));
    call.end();
}

void structured(ToolCall &call)
{
    const QByteArray text = R"({"type":"text","text":"It is warm in Lisbon."})";
    call.send(result(text, call.flag("valid") ? Weather : ImpossibleWeather));
    call.end();
}

void unstructured(ToolCall &call)
{
    call.answer(u"It is warm in Lisbon."_s);
}

} // namespace

QList<DemoTool> contentTools()
{
    return {
        {.name = "content",
         .description = "Returns every kind of content, and structured content that matches its output schema.",
         .parameters = {},
         .run = content,
         .outputSchema = WeatherSchema,
         .icons = Icons},
        {.name = "broken_content",
         .description = "Returns content that is not of the declared type.",
         .parameters = {},
         .run = brokenContent},
        {.name = "structured",
         .description = "Returns structured content that matches its output schema, or not.",
         .parameters = {{"valid", JsonType::Bool, "false", "True to match the schema"}},
         .run = structured,
         .outputSchema = WeatherSchema},
        {.name = "unstructured",
         .description = "Declares an output schema, but returns no structured content.",
         .parameters = {},
         .run = unstructured,
         .outputSchema = WeatherSchema},
    };
}

} // namespace Pullcord
