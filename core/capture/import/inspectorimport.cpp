// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/importformat.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

void takeEntry(const JsonValue &entry, ImportSink::Place place, ImportSink &sink)
{
    place.time = ImportFormats::timeIn(entry.member("timestamp"));
    const JsonValue message = entry.member("message");
    if (!message.isObject()) {
        const bool isOfNetwork = entry.member("url").isString() && entry.member("requestHeaders").isObject();
        sink.unreadable(entry.raw(),
                        isOfNetwork
                            ? u"an entry of the Network screen; the export of the Protocol screen has the messages"_s
                            : u"an entry without a message"_s,
                        place);
        return;
    }
    const QByteArray origin = entry.member("origin").toUtf8();
    const Direction way = origin == "client"   ? Direction::ClientToServer
                          : origin == "server" ? Direction::ServerToClient
                                               : Direction::None;
    sink.message(JsonText::compact(message.raw()), way, place);
    const std::optional<double> duration = entry.member("duration").toDouble();
    ImportSink::Place later = place;
    if (place.time && duration)
        later.time = *place.time + qint64(qBound(0.0, *duration, 1e12) * double(ImportSink::NsInMs));
    if (const JsonValue response = entry.member("response"); response.isObject())
        sink.message(JsonText::compact(response.raw()), opposite(way), later);
    if (const JsonValue error = entry.member("clientError"); error.isString())
        sink.happened(EventKind::Note,
                      {{u"text"_s, u"The Inspector did not accept the response: "_s + error.toString()}}, {}, later);
}

} // namespace

bool InspectorImport::fits(QByteArrayView head)
{
    const QByteArrayView begin = head.trimmed();
    const bool isList = begin.startsWith('[') && begin.sliced(1).trimmed().startsWith('{');
    return isList && begin.contains("\"timestamp\"");
}

/// Reads the entries before the place where the file is cut or broken.
void InspectorImport::read(QByteArrayView text, ImportSink &sink)
{
    JsonChecker checker;
    const auto problem = checker.check(text);
    sink.happened(
        EventKind::Note,
        {{u"text"_s,
          u"The messages are shown as the Inspector wrote them, which may differ from the bytes on the wire"_s}},
        {}, {});
    qsizetype line = 1;
    const char *before = text.data();
    const char *read = text.data();
    for (const JsonMember &entry : JsonValue(text)) {
        const QByteArrayView raw = entry.value.raw();
        if (problem && (raw.end() > text.data() + problem->offset || checker.check(raw)))
            break;
        line += ImportFormats::lineAt({before, raw.data() - before}, raw.data()) - 1;
        before = raw.data();
        read = raw.end();
        takeEntry(entry.value, {.line = line, .time = {}, .connection = 0}, sink);
    }
    if (problem)
        sink.unreadable({read, text.end()}, problem->reason, {.line = problem->line, .time = {}, .connection = 0});
}

} // namespace Pullcord
