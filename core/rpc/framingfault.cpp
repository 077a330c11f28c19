// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/framingfault.h"

#include "core/json/jsonbytes.h"
#include "core/json/jsonchecker.h"
#include "core/rpc/envelope.h"

#include <algorithm>
#include <iterator>

namespace Pullcord {

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
};

const FaultTexts &textsOf(FramingFault::Kind kind)
{
    const auto *texts = std::ranges::find(AllTexts, kind, &FaultTexts::kind);
    Q_ASSERT(texts != std::end(AllTexts));
    return *texts;
}

} // namespace

FramingFault FramingFault::of(QByteArrayView line)
{
    if (isUtf16(line))
        return {Kind::Utf16, {}};
    line = JsonBytes::trimmed(line);
    if (isEventField(line))
        return {Kind::EventStream, {}};
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
