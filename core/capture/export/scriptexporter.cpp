// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/scriptexporter.h"

#include "core/json/jsontext.h"
#include "core/transport/shellwords.h"

#include <QJsonArray>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using ShellWords::quoted;

constexpr QByteArrayView
    CannotRepeat("echo 'HTTP+SSE (2024-11-05) cannot be repeated: its address changes each time' >&2\nexit 2\n");

/// Pause before a response to a server request, since the server may send the request later than in the capture.
constexpr double ForQuestion = 1; // seconds

} // namespace

ScriptExporter::ScriptExporter(ExportSource from)
    : Exporter(std::move(from))
    , m_curl(source(), m_clock)
{
    for (qsizetype index = 0; index < source().count() && !m_isHttp; ++index)
        m_isHttp = source().entry(index).kind == EventKind::Http;
    if (!selection().isEverything())
        choose();
}

/// Adds the handshake to the selection, which servers require.
void ScriptExporter::choose()
{
    constexpr qsizetype Soon = 50; // events within which a client sends its notification that it is ready
    for (qsizetype i = 0; i < selection().count(); ++i)
        m_events.push_back(selection().at(i));
    for (qsizetype index = 0; index < source().count(); ++index) {
        const EventKind kind = source().entry(index).kind;
        if (kind == EventKind::Opening || kind == EventKind::Http)
            m_events.push_back(index);
    }
    const std::vector<qsizetype> handshakes = source().handshakes();
    for (const qsizetype row : handshakes) {
        const RequestRecord record = source().record(row);
        m_events.push_back(qsizetype(record.requestEvent));
        const qsizetype answer = qsizetype(record.responseEvent);
        for (qsizetype next = answer + 1; answer >= 0 && next < std::min(answer + Soon, source().count()); ++next) {
            const Event event = source().eventAt(next);
            if (event.isMessage() && event.method() == "notifications/initialized")
                m_events.push_back(next);
        }
    }
    std::ranges::sort(m_events);
    m_events.erase(std::unique(m_events.begin(), m_events.end()), m_events.end());
}

QByteArray ScriptExporter::head() const
{
    QByteArray text = "#!/bin/sh\n"
                      "# Repeats what the client sent in a conversation, in the same order and with the same pauses.\n"
                      "# Prints what the server sends. Replace each *** with the secret that was redacted.\n";
    if (!m_isHttp)
        return text + "# The command of the server can be given as arguments.\n";
    return text +
           "# Each message waits for the messages that had come before it was sent. Messages that cannot be repeated "
           "are named.\n"
           "# Requires curl. The URL can be given as an argument.\n" +
           CurlScript::functions();
}

QByteArray ScriptExporter::opening(const Event &event)
{
    QByteArray text = closing();
    m_clock.restart();
    const QJsonObject &details = event.details;
    if (details.value("transport"_L1) == "http+sse"_L1)
        return text + CannotRepeat.toByteArray();
    if (m_isHttp)
        return text;
    const QString folder = details.value("workingDirectory"_L1).toString();
    text += '\n';
    for (const auto &variable : details.value("environment"_L1).toArray())
        text += "# It ran with the variable " + variable.toString().section(u'=', 0, 0).toUtf8() + ".\n";
    if (!folder.isEmpty())
        text += "# It ran in the folder " + QByteArray(folder.toUtf8()).replace('\n', ' ') + ".\n";
    if (const QString program = details.value("program"_L1).toString(); !program.isEmpty()) {
        text += "[ $# -gt 0 ] || set -- " + quoted(program.toUtf8());
        for (const auto &argument : details.value("arguments"_L1).toArray())
            text += ' ' + quoted(argument.toString().toUtf8());
        text += '\n';
    }
    return text;
}

QByteArray ScriptExporter::piece(qsizetype number)
{
    const qsizetype index = selection().isEverything() ? number : m_events[size_t(number)];
    const CaptureEntry &entry = source().entry(index);
    const bool mayBeSent = (entry.kind == EventKind::Message || entry.kind == EventKind::Malformed) &&
                           entry.direction != Direction::ServerToClient;
    if (!mayBeSent && entry.kind != EventKind::Opening && entry.kind != EventKind::Http)
        return {};
    const Event event = source().eventAt(index);
    if (event.kind == EventKind::Opening)
        return opening(event);
    if (event.kind == EventKind::Http)
        return m_curl.step(event, index);
    if (event.details.value("again"_L1).toBool()) // sent again over HTTP+SSE, which the script does not repeat
        return CannotRepeat.toByteArray();
    if (event.direction != Direction::ClientToServer || (!event.isMessage() && event.kind != EventKind::Malformed))
        return ShellText::comment(u"Not repeated, if the client sent it: "_s +
                                  event.details.value("reason"_L1).toString(u"unreadable data"_s));
    if (const qint64 length = event.details.value("length"_L1).toInteger(); length > event.bytes.size())
        return ShellText::comment(
            u"Not repeated: %1 bytes, of which only the first %2 are recorded"_s.arg(length).arg(event.bytes.size()));
    return m_isHttp ? posted(event, index) : written(event);
}

QByteArray ScriptExporter::posted(const Event &event, qsizetype index)
{
    const QByteArray waits = m_curl.before(event, index);
    return waits + pause(event) + m_curl.posted(event, index);
}

QByteArray ScriptExporter::written(const Event &event)
{
    QByteArray text;
    if (!m_isOpen)
        text = "[ $# -gt 0 ] || { echo 'The command of the server is missing.' >&2; exit 2; }\n{\n";
    m_isOpen = true;
    text += pause(event);
    QByteArray bytes = event.bytes;
    // The program that wrote the file has indented it.
    if (event.isMessage() && source().isImported() && bytes.contains('\n')) {
        bytes = JsonText::compact(bytes);
        text += ShellText::comment(u"In the file that this was read from, it spans several lines."_s);
    }
    return text + ShellText::printing(bytes, event.details.value("eol"_L1).toString(u"\n"_s).toLatin1()) + '\n';
}

/// Waits as long as the client did between the previous message and this one.
QByteArray ScriptExporter::pause(const Event &event)
{
    return m_clock.pause(event.time, event.envelope.isResponse() ? ForQuestion : 0);
}

/// Waits for the last messages of the server.
QByteArray ScriptExporter::closing()
{
    if (!m_isOpen)
        return {};
    constexpr double Grace = 1;
    m_isOpen = false;
    return m_clock.pause(source().lastTime()) + "sleep " + ShellText::seconds(Grace) + "\n} | \"$@\"\n";
}

QByteArray ScriptExporter::tail()
{
    return m_isHttp ? QByteArray("finished\n") : closing();
}

} // namespace Pullcord
