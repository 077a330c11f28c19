// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/curlscript.h"

#include "core/capture/export/exportsource.h"
#include "core/secrets/secrets.h"
#include "core/transport/shellwords.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace ShellText {

namespace {

constexpr double NsInSecond = 1e9;

/// True if no editor or shell alters the bytes, and no terminal executes them.
bool isPlainText(const QByteArray &bytes)
{
    const auto isControl = [](char c) { return (uchar(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f; };
    return std::ranges::none_of(bytes, isControl) && QUtf8StringView(bytes).isValidUtf8();
}

/// Escapes bytes as a format of printf, which takes a leading - for an option.
QByteArray asFormat(const QByteArray &bytes)
{
    QByteArray text;
    for (const char c : bytes) {
        if (c == '%' || c == '\\')
            text += c;
        if (c >= 0x20 && c < 0x7f && c != '-')
            text += c;
        else
            text += '\\' + QByteArray::number(uchar(c), 8).rightJustified(3, '0');
    }
    return text;
}

} // namespace

QByteArray seconds(double value)
{
    return QByteArray::number(value, 'f', 3);
}

QByteArray comment(const QString &text)
{
    QString line = text.simplified();
    std::ranges::replace_if(
        line, [](QChar c) { return c.category() == QChar::Other_Control; }, u' ');
    return "# " + line.toUtf8() + '\n';
}

QByteArray printing(const QByteArray &bytes, const QByteArray &end)
{
    if (isPlainText(bytes))
        return "printf '%s" + QByteArray(end).replace('\r', "\\r").replace('\n', "\\n") + "' " +
               ShellWords::quoted(bytes);
    return "printf " + ShellWords::quoted(asFormat(bytes + end));
}

QByteArray variable(const QString &name)
{
    QByteArray variable = "HEADER_" + name.toUpper().toLatin1();
    std::ranges::replace_if(
        variable, [](char c) { return !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9'); }, '_');
    return variable;
}

void Clock::reach(qint64 time)
{
    m_reached = std::max(m_reached.value_or(time), time);
}

QByteArray Clock::pause(qint64 time, double least)
{
    constexpr double Shortest = 0.005;
    const double gap = std::max(m_reached ? double(time - *m_reached) / NsInSecond : 0, least);
    reach(time);
    return gap < Shortest ? QByteArray() : "sleep " + seconds(std::min(gap, LongestPause)) + '\n';
}

} // namespace ShellText

using ShellText::variable;
using ShellWords::quoted;

namespace {

constexpr QByteArrayView Functions = R"sh(given=$1
folder=$(mktemp -d) || exit
trap 'exit 1' HUP INT TERM
trap finish EXIT

finish() {
    for pid in "$folder"/*.pid; do
        [ -e "${pid%.pid}.end" ] || kill "$(cat "$pid")"
    done 2>/dev/null
    rm -rf "$folder"
}

# post NUMBER SECONDS OPTION...: posts what stands in $folder/body, and comes back when it has left.
# The answer is printed beside the script, and waited for so long.
post() {
    number=$1
    limit=$2
    shift 2
    : >"$folder/$number.trace"
    : >"$folder/$number.answer"
    {
        sh -c 'echo $$ >"$0.pid"; exec curl "$@"' "$folder/$number" -sS -N --max-time "$limit" "$@" \
            --trace-ascii "$folder/$number.trace" -X POST --data-binary "@$folder/body" "${given:-$url}" 2>&3 |
            tee "$folder/$number.answer" | cut -b 1- # which ends the last line
        touch "$folder/$number.end"
    } 3>&2 2>/dev/null & # some shells report what close ends
    until_soon "$number" sent "$number"
}

# Whether curl has given all of it to the system.
sent() {
    awk -v size="$(wc -c <"$folder/body")" '/^=> Send header/ { begun = 1 } /^=> Send data/ { done += $4 }
        END { exit !(begun && done >= size) }' "$folder/$1.trace"
}

# Until a command succeeds, ten seconds at most; or there is no more to come.
until_soon() {
    awaited=$1
    shift
    tries=0
    until [ -e "$folder/$awaited.end" ] || "$@" || [ "$((tries += 1))" -gt 1000 ]; do sleep 0.01; done
}

# Until a message with this id has come, as the answer or beside it.
came() {
    until_soon "$1" grep -Eq "\"id\"[[:space:]]*:[[:space:]]*$2([],}[:space:]]|\$)" "$folder/$1.answer"
}

# Until no more can come.
ended() {
    until [ -e "$folder/$1.end" ]; do sleep 0.01; done
}

# Closes the stream.
close() {
    kill "$(cat "$folder/$1.pid")" 2>/dev/null
    ended "$1"
}

# The end of the script: it fails if no server accepted a message.
finished() {
    wait
    for trace in "$folder"/*.trace; do
        [ ! -e "$trace" ] || grep -q '^=> Send header' "$trace" || exit 1
    done
}

# The id that the server gave to the session of a connection.
session() {
    grep -i '^mcp-session-id:' "$folder/$1.session" 2>/dev/null | tr -d '\r' | sed 's/^[^:]*: *//'
}
)sh";

/// True for headers that curl sets itself.
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

/// True for a token of RFC 9110. curl cannot send other names, or reads them as the name of a file of headers.
bool isToken(const QString &name)
{
    static const QRegularExpression form(u"\\A[-!#$%&'*+.^_`|~0-9A-Za-z]+\\z"_s);
    return form.match(name).hasMatch();
}

bool hasSecret(const QString &text)
{
    return text.contains(Secrets::Mask);
}

/// Escapes a text as an extended regular expression of POSIX.
QByteArray asPattern(const QByteArray &text)
{
    QByteArray pattern;
    for (const char c : text) {
        if (QByteArrayView("\\.[]{}()*+?^$|").contains(c))
            pattern += '\\';
        pattern += c;
    }
    return pattern;
}

/// Returns the header with its name, quoted for the shell.
QByteArray header(const QString &name, const QString &value, quint32 connection)
{
    if (isSession(name))
        return "\"Mcp-Session-Id: $(session " + QByteArray::number(connection) + ")\"";
    if (hasSecret(value)) // the name may come from a peer
        return quoted((name + u": "_s).toUtf8()) + "\"$" + variable(name) + '"';
    return quoted((name + u": "_s + value).toUtf8());
}

QByteArray call(const char *function, int number)
{
    return function + (' ' + QByteArray::number(number)) + '\n';
}

} // namespace

CurlScript::CurlScript(const ExportSource &source, ShellText::Clock &clock)
    : m_source(source)
    , m_clock(clock)
{}

QByteArray CurlScript::functions()
{
    return Functions.toByteArray();
}

CurlScript::Key CurlScript::keyOf(const Event &event)
{
    return {event.connection, event.details.value("exchange"_L1).toInt()};
}

QByteArray CurlScript::step(const Event &event, qsizetype index)
{
    const Key key = keyOf(event);
    const QString step = event.details.value("step"_L1).toString();
    if (step == "request"_L1) {
        m_exchanges[key] = {.request = event.details, .begin = index};
        const QString method = event.details.value("method"_L1).toString(u"POST"_s);
        return method == "POST"_L1 ? QByteArray()
                                   : ShellText::comment(u"Not repeated, as it posts nothing: "_s + method);
    }
    const auto found = m_exchanges.find(key);
    if (found == m_exchanges.end())
        return {};
    Exchange &exchange = found->second;
    exchange.time = event.time;
    if (step == "response"_L1)
        exchange.status = index;
    if (step != "end"_L1)
        return {};
    exchange.end = index;
    const bool weClosed = event.details.value("how"_L1) == "closed"_L1 || event.details.value("gaveUp"_L1).toBool();
    if (exchange.number == 0) { // none of it is repeated
        m_exchanges.erase(found);
        return {};
    }
    if (!weClosed)
        return {};
    const QByteArray text = waits(index) + m_clock.pause(event.time) + call("close", exchange.number);
    m_exchanges.erase(found);
    return text;
}

QByteArray CurlScript::waits(qsizetype before)
{
    const auto isBefore = [before](const std::optional<qsizetype> &event) { return event && *event < before; };
    QByteArray text;
    for (auto it = m_exchanges.begin(); it != m_exchanges.end();) {
        const Exchange &exchange = it->second;
        const bool hasEnded = isBefore(exchange.end) || (!exchange.isRequest && isBefore(exchange.status));
        if (exchange.number == 0 || !hasEnded) {
            text += answerOf(it->first, it->second, before);
            ++it;
            continue;
        }
        text += call("ended", exchange.number);
        m_clock.reach(exchange.time);
        it = m_exchanges.erase(it);
    }
    return text;
}

/// Waits for a response in a stream that stays open.
QByteArray CurlScript::answerOf(const Key &key, Exchange &exchange, qsizetype before)
{
    if (exchange.row < 0 || exchange.number == 0 || exchange.isAnswered)
        return {};
    const RequestRecord record = m_source.record(exchange.row);
    if (record.responseEvent == RequestRecord::NoEvent || record.responseEvent >= before)
        return {};
    exchange.isAnswered = true;
    return came(key.first, qsizetype(record.responseEvent), record.id);
}

/// Waits for a message of the server, unless its stream is unknown, or has ended.
QByteArray CurlScript::came(quint32 connection, qsizetype index, const RequestId &id)
{
    const Event event = m_source.eventAt(index);
    const auto found = m_exchanges.find(Key(connection, event.details.value("exchange"_L1).toInt()));
    if (found == m_exchanges.end() || found->second.number == 0)
        return {};
    m_clock.reach(event.time);
    return "came " + QByteArray::number(found->second.number) + ' ' + quoted(asPattern(id.toJson())) + '\n';
}

QByteArray CurlScript::before(const Event &event, qsizetype index)
{
    const auto found = m_exchanges.find(keyOf(event));
    if (found == m_exchanges.end())
        return {};
    QByteArray text = waits(found->second.begin);
    const qint32 row = m_source.entry(index).row;
    if (event.envelope.isResponse() && row != CaptureEntry::NoRow) {
        const RequestRecord question = m_source.record(row);
        if (question.requestEvent != RequestRecord::NoEvent)
            text += came(event.connection, qsizetype(question.requestEvent), question.id);
    }
    return text;
}

QByteArray CurlScript::posted(const Event &event, qsizetype index)
{
    const auto found = m_exchanges.find(keyOf(event));
    if (found == m_exchanges.end())
        return ShellText::comment(u"Not repeated: a message whose URL is not recorded."_s);
    Exchange &exchange = found->second;
    exchange.number = ++m_posts;
    exchange.isRequest = event.envelope.kind == MessageKind::Request || event.envelope.kind == MessageKind::Batch;
    if (event.envelope.kind == MessageKind::Request)
        exchange.row = m_source.entry(index).row;
    QByteArray text = address(exchange.request.value("url"_L1).toString());
    QByteArray options;
    if (event.method() == "initialize")
        options = " -D \"$folder/" + QByteArray::number(event.connection) + ".session\"";
    for (const auto &each : exchange.request.value("headers"_L1).toArray()) {
        const QString name = each.toObject().value("name"_L1).toString();
        if (isOwn(name))
            continue;
        if (!isToken(name)) {
            text += ShellText::comment(u"Not repeated: not a valid header: "_s + name);
            continue;
        }
        const QString value = each.toObject().value("value"_L1).toString();
        if (!isSession(name) && hasSecret(value)) // in the script itself: a failure in the background would not end it
            text += ask(variable(name), "is a secret, which this script does not contain");
        options += " \\\n    -H " + header(name, value, event.connection);
    }
    return text + ShellText::printing(event.bytes) + " >\"$folder/body\"\npost " + QByteArray::number(exchange.number) +
           ' ' + ShellText::seconds(limit(exchange)) + options + '\n';
}

/// Returns the time that the script waits for the end of the stream, in seconds: longer than it took originally.
double CurlScript::limit(const Exchange &exchange) const
{
    constexpr double Patience = 30;
    constexpr double NsInSecond = 1e9;
    if (exchange.row < 0)
        return Patience;
    const RequestRecord record = m_source.record(exchange.row);
    return Patience + double(std::max({record.end, record.streamClosed, record.start}) - record.start) / NsInSecond;
}

QByteArray CurlScript::address(const QString &url)
{
    if (std::exchange(m_url, url) == url)
        return {};
    if (hasSecret(url))
        return ": \"${1:?its address contains a secret, which this script does not: give it as an argument}\"\nurl=\n";
    return "url=" + quoted(url.toUtf8()) + '\n';
}

/// Returns a line that ends the script if the variable is unset.
QByteArray CurlScript::ask(const QByteArray &variable, const char *why)
{
    return m_asked.insert(variable).second ? ": \"${" + variable + ":?" + why + "}\"\n" : QByteArray();
}

} // namespace Pullcord
