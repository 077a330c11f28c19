// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/scriptexporter.h"

#include "core/json/jsontext.h"
#include "core/transport/secrets.h"
#include "core/transport/shellwords.h"

#include <QJsonArray>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using ShellWords::quoted;

constexpr double NsInSecond = 1e9;

constexpr QByteArrayView
    CannotRepeat("echo 'HTTP+SSE (2024-11-05) cannot be repeated: its address is another each time' >&2\nexit 2\n");

QByteArray seconds(double value)
{
    return QByteArray::number(value, 'f', 3);
}

/// As a name of a variable of the shell.
QByteArray variableOf(const QString &name)
{
    QByteArray variable = name.toUpper().toLatin1();
    std::ranges::replace_if(
        variable, [](char c) { return !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9'); }, '_');
    return variable;
}

/// What curl does by itself.
bool isOwn(const QString &name)
{
    static const QStringList own{u"host"_s, u"content-length"_s, u"connection"_s, u"accept-encoding"_s,
                                 u"user-agent"_s};
    return own.contains(name.toLower());
}

bool isSession(const QString &name)
{
    return name.compare("mcp-session-id"_L1, Qt::CaseInsensitive) == 0;
}

/// It is to be had from a variable.
bool isSecret(const QString &name, const QString &value)
{
    return value.contains(Secrets::Mask) && !isSession(name);
}

QByteArray header(const QString &name, const QString &value)
{
    if (isSession(name))
        return "-H \"Mcp-Session-Id: $session\"";
    if (isSecret(name, value))
        return "-H \"" + name.toLatin1() + ": $" + variableOf(name) + '"';
    return "-H " + quoted((name + u": "_s + value).toUtf8());
}

} // namespace

ScriptExporter::ScriptExporter(ExportSource from)
    : Exporter(std::move(from))
{
    for (qsizetype index = 0; index < source().count() && !m_isHttp; ++index)
        m_isHttp = source().entry(index).kind == EventKind::Http;
    if (!selection().isEverything())
        choose();
}

/// What is selected, and without what no server would listen.
void ScriptExporter::choose()
{
    constexpr qsizetype Soon = 50; // events, within which a client says that it is ready
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

void ScriptExporter::takeStep(const Event &event)
{
    const Exchange exchange(event.connection, event.details.value("exchange"_L1).toInt());
    const QString step = event.details.value("step"_L1).toString();
    if (step == "request"_L1)
        m_requests[exchange] = event.details;
    else if (step == "end"_L1)
        m_requests.erase(exchange);
}

/// For how long its sender has waited for the answer before it closed the stream, in seconds.
double ScriptExporter::patience(qsizetype index) const
{
    constexpr double Patience = 30;
    constexpr double Least = 0.001;
    const qsizetype row = source().entry(index).row;
    if (row == CaptureEntry::NoRow)
        return Patience;
    const RequestRecord record = source().record(row);
    const qint64 gone = record.state == RequestState::Lost ? record.end : record.streamClosed;
    return gone == 0 ? Patience : std::max(double(gone - record.start) / NsInSecond, Least);
}

QByteArray ScriptExporter::head() const
{
    QByteArray text = "#!/bin/sh\n"
                      "# What the client sent in a conversation, once more, with the pauses of then.\n"
                      "# It prints what the server answers. Where *** stands, there was a secret: put it in.\n";
    if (m_isHttp) {
        text += "# Wants curl. The URL may be given as an argument.\n"
                "headers=$(mktemp)\ntrap 'rm -f \"$headers\"' EXIT\nsession=\n";
    } else {
        text += "# The command of the server may be given as arguments.\n";
    }
    return text;
}

QByteArray ScriptExporter::opening(const Event &event)
{
    QByteArray text = closing();
    m_last.reset();
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

/// So long after what was sent before as then.
QByteArray ScriptExporter::pause(const Event &event)
{
    constexpr double Least = 0.005;
    constexpr double ForQuestion = 1; // which the server may ask later than then
    double gap = m_last ? double(event.time - *m_last) / NsInSecond : 0;
    if (event.envelope.isResponse())
        gap = std::max(gap, ForQuestion);
    m_last = event.time;
    return gap < Least ? QByteArray() : "sleep " + seconds(std::min(gap, LongestPause)) + '\n';
}

QByteArray ScriptExporter::piece(qsizetype number)
{
    const qsizetype index = selection().isEverything() ? number : m_events[size_t(number)];
    const CaptureEntry &entry = source().entry(index);
    const bool isSent = (entry.kind == EventKind::Message || entry.kind == EventKind::Malformed) &&
                        entry.direction == Direction::ClientToServer;
    if (!isSent && entry.kind != EventKind::Opening && entry.kind != EventKind::Http)
        return {};
    const Event event = source().eventAt(index);
    if (event.kind == EventKind::Opening)
        return opening(event);
    if (event.kind == EventKind::Http) {
        takeStep(event);
        return {};
    }
    if (event.details.value("again"_L1).toBool()) // sent as HTTP+SSE wants it, since the server takes nothing else
        return CannotRepeat.toByteArray();
    if (!event.isMessage() && event.kind != EventKind::Malformed) // the file claimed it, and it is neither
        return {};
    const QByteArray message = event.isMessage() ? JsonText::compact(event.bytes) : event.bytes;
    if (m_isHttp)
        return pause(event) + posted(event, message, patience(index));
    QByteArray text;
    if (!m_isOpen) {
        text = "[ $# -gt 0 ] || { echo 'The command of the server is missing.' >&2; exit 2; }\n{\n";
        m_isOpen = true;
    }
    return text + pause(event) + "printf '%s\\n' " + quoted(message) + '\n';
}

QByteArray ScriptExporter::posted(const Event &event, const QByteArray &message, double patience)
{
    const Exchange exchange(event.connection, event.details.value("exchange"_L1).toInt());
    const auto found = m_requests.find(exchange);
    if (found == m_requests.end())
        return {};
    const QString url = found->second.value("url"_L1).toString();
    const bool isFirst = event.method() == "initialize";
    QByteArray text = "curl -sS -N --max-time " + seconds(patience) + " -X POST \"${1:-$url}\"";
    if (url.contains(Secrets::Mask))
        text =
            ": \"${1:?its address holds a secret, which this script does not: give it as an argument}\"\nurl=\n" + text;
    else
        text = "url=" + quoted(url.toUtf8()) + '\n' + text;
    for (const auto &each : found->second.value("headers"_L1).toArray()) {
        const QString name = each.toObject().value("name"_L1).toString();
        const QString value = each.toObject().value("value"_L1).toString();
        if (isOwn(name))
            continue;
        if (isSecret(name, value)) // before curl runs beside the script, which would not end for it
            text.prepend(": \"${" + variableOf(name) + ":?is a secret, which this script does not hold}\"\n");
        text += " \\\n    " + header(name, value);
    }
    text += (isFirst ? " -D \"$headers\" --data-binary @- <<'MESSAGE'\n" : " --data-binary @- <<'MESSAGE' &\n") +
            message + "\nMESSAGE\n";
    if (isFirst)
        text += "session=$(grep -i '^mcp-session-id:' \"$headers\" | tr -d '\\r' | sed 's/^[^:]*: *//')\n";
    return text;
}

/// Waits for what a server may still say.
QByteArray ScriptExporter::closing()
{
    if (!m_isOpen)
        return {};
    constexpr double Grace = 1;
    const qint64 end = source().lastTime();
    const double rest = double(end - m_last.value_or(end)) / NsInSecond;
    m_isOpen = false;
    return "sleep " + seconds(std::clamp(rest, 0.0, LongestPause) + Grace) + "\n} | \"$@\"\n";
}

QByteArray ScriptExporter::tail()
{
    return m_isHttp ? QByteArray("wait\n") : closing();
}

} // namespace Pullcord
