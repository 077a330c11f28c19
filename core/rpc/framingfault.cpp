// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/framingfault.h"

#include "core/json/jsonbytes.h"
#include "core/json/jsonchecker.h"
#include "core/rpc/envelope.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// True for a message with a method, a result or an error, and with the version.
bool isMessage(QByteArrayView text)
{
    if (JsonChecker().check(text))
        return false;
    const Envelope message = Envelope::of(text);
    return message.kind != MessageKind::None && (message.problems & NoVersion) == 0;
}

/// True if more than a third of the bytes are NUL, as in mostly ASCII text, or if the line begins with the mark of UTF-16.
bool isUtf16(QByteArrayView line)
{
    constexpr qsizetype MostCounted = 4096;
    const QByteArrayView head = line.first(std::min(line.size(), MostCounted));
    const qsizetype zeros = std::count(head.begin(), head.end(), '\0');
    return head.startsWith("\xFF\xFE") || head.startsWith("\xFE\xFF") || (head.size() > 1 && 3 * zeros > head.size());
}

/// True for a field of an event that carries JSON, or that names an event of MCP over HTTP.
bool isEventField(QByteArrayView line)
{
    const QByteArrayView rest = line.startsWith("data:") ? line.sliced(5).trimmed() : QByteArrayView();
    if (!rest.isEmpty())
        return rest.startsWith('{') || rest.startsWith('[');
    return line.startsWith("event:") &&
           (line.sliced(6).trimmed() == "message" || line.sliced(6).trimmed() == "endpoint");
}

/// True for a header of the Language Server Protocol. It may follow the previous body, which has no newline.
bool isHeader(QByteArrayView line)
{
    constexpr qsizetype MostRead = 256; ///< bytes at the end of the line
    static const QRegularExpression header(uR"(^\s*Content-(Length|Type)\s*:|Content-Length\s*:\s*\d+\s*$)"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    return header.match(QString::fromUtf8(line.last(std::min(line.size(), MostRead)))).hasMatch();
}

/// True for a short text that ends like a question to the user.
bool isPrompt(QByteArrayView line)
{
    constexpr qsizetype Longest = 200;
    const char last = line.isEmpty() ? '\0' : line.back();
    return line.size() <= Longest && (last == ':' || last == '?' || last == '>') && !line.contains('{');
}

/// True for a message that is followed by another object or array.
bool areTogether(QByteArrayView line)
{
    const auto error = JsonChecker().check(line);
    return error && error->offset > 0 && error->offset < line.size() &&
           (line[error->offset] == '{' || line[error->offset] == '[') && isMessage(line.first(error->offset));
}

struct FaultTexts
{
    FramingFault::Kind kind;
    const char *sentence; ///< "%1" is the prefix
    const char *change;   ///< that mends it
};
constexpr FaultTexts AllTexts[] = {
    {FramingFault::Kind::Headers,
     QT_TRANSLATE_NOOP("TranslatableText",
                       "Messages are framed by Content-Length headers, as in the Language Server Protocol: "
                       "over stdio each message is one line, and hosts cannot read these"),
     QT_TRANSLATE_NOOP("TranslatableText",
                       "The server should write each message as one line, without headers before it")},
    {FramingFault::Kind::Split,
     QT_TRANSLATE_NOOP("TranslatableText", "A message seems to span several lines: over stdio each message is one "
                                           "line, and hosts read each line by itself"),
     QT_TRANSLATE_NOOP("TranslatableText", "The server should write its JSON without line breaks and indentation")},
    {FramingFault::Kind::Together,
     QT_TRANSLATE_NOOP("TranslatableText", "Several messages share one line: over stdio each message is one line, and "
                                           "hosts read each line as one message"),
     QT_TRANSLATE_NOOP("TranslatableText", "The server should write a newline after each message")},
    {FramingFault::Kind::EventStream,
     QT_TRANSLATE_NOOP("TranslatableText", "Messages are framed as server-sent events (data: …), as over HTTP: over "
                                           "stdio each message is one line, and hosts cannot read these"),
     QT_TRANSLATE_NOOP("TranslatableText", "Look for its option for stdio, or connect to its URL if it serves HTTP")},
    {FramingFault::Kind::Prefixed,
     QT_TRANSLATE_NOOP("TranslatableText",
                       "Messages follow other text in their lines, so hosts cannot read them, found \"%1\""),
     QT_TRANSLATE_NOOP("TranslatableText", "The server should write its messages to standard output directly, not with "
                                           "the functions of its logger")},
    {FramingFault::Kind::Echo,
     QT_TRANSLATE_NOOP("TranslatableText",
                       "Standard output repeats messages after other text, as a logger does: it must "
                       "contain only the messages of the server, found \"%1\""),
     QT_TRANSLATE_NOOP("TranslatableText", "The server should write its log to standard error")},
    {FramingFault::Kind::Utf16,
     QT_TRANSLATE_NOOP("TranslatableText", "Standard output is in UTF-16: over stdio messages are in UTF-8, and hosts "
                                           "cannot read these"),
     QT_TRANSLATE_NOOP("TranslatableText", "Set the encoding of its output to UTF-8 (PowerShell: "
                                           "[Console]::OutputEncoding; .NET: new UTF8Encoding(false))")},
    {FramingFault::Kind::Unended,
     QT_TRANSLATE_NOOP("TranslatableText",
                       "No newline follows its messages: hosts wait for the end of the line, and never read them"),
     QT_TRANSLATE_NOOP("TranslatableText", "The server should write a newline after each message, and then flush")},
    {FramingFault::Kind::Prompt,
     QT_TRANSLATE_NOOP("TranslatableText", "It asks for input, as in a terminal: over stdio its input consists of "
                                           "messages, so no user can answer"),
     QT_TRANSLATE_NOOP("TranslatableText", "Give it keys and other settings in environment variables or arguments")},
};

const FaultTexts &textsOf(FramingFault::Kind kind)
{
    const auto *texts = std::ranges::find(AllTexts, kind, &FaultTexts::kind);
    Q_ASSERT(texts != std::end(AllTexts));
    return *texts;
}

} // namespace

FramingFault FramingFault::of(QByteArrayView line, bool isEnded)
{
    if (isUtf16(line))
        return {Kind::Utf16, {}};
    if (isHeader(line))
        return {Kind::Headers, {}};
    line = JsonBytes::trimmed(line);
    if (isEventField(line))
        return {Kind::EventStream, {}};
    if (line == "{" || line == "[")
        return {Kind::Split, {}};
    if (!isEnded && isPrompt(line))
        return {Kind::Prompt, {}};
    if (line.startsWith('{'))
        return {areTogether(line) ? Kind::Together : Kind::None, {}};
    const qsizetype named = line.indexOf("{\"jsonrpc\"");
    const qsizetype at = named < 0 ? line.indexOf('{') : named;
    const bool isMark = line.first(std::max<qsizetype>(at, 0)) == "\xEF\xBB\xBF";
    if (at <= 0 || at > LongestPrefix || isMark || !isMessage(line.sliced(at)))
        return {};
    return {Kind::Prefixed, QString::fromUtf8(line.first(at)), at};
}

bool FramingFault::repeats(QByteArrayView line, QByteArrayView message) const
{
    if (kind != Kind::Prefixed)
        return false;
    line = JsonBytes::trimmed(line).sliced(begin);
    const Envelope found = Envelope::of(line);
    const Envelope passed = Envelope::of(message);
    return found.kind == passed.kind && found.methodName(line) == passed.methodName(message) &&
           found.requestId(line) == passed.requestId(message);
}

TranslatableText FramingFault::sentence() const
{
    const char *sentence = textsOf(kind).sentence;
    const bool namesPrefix = kind == Kind::Prefixed || kind == Kind::Echo;
    return namesPrefix ? TranslatableText::of(sentence, prefix) : TranslatableText::of(sentence);
}

TranslatableText FramingFault::advice() const
{
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1. %2"), sentence(),
                                TranslatableText::of(textsOf(kind).change));
}

} // namespace Pullcord
