// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/logline.h"

#include "core/capture/import/importformat.h"
#include "core/json/jsonvalue.h"

#include <QRegularExpression>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype MostHead = 400; ///< bytes before a message that are searched for a time and a direction
constexpr int MostCandidates = 32;  ///< brackets of a line at which a message may begin

struct Mark
{
    QRegularExpression form;
    Direction way;
    bool isRelative;
};

QRegularExpression form(const QString &pattern)
{
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption);
}

/// Marks of a direction. The first match counts, so marks that name both sides come before those with one; "sent" comes
/// last.
const QList<Mark> &marks()
{
    static const QString client = u"(?:client|editor|host)"_s;
    static const QString to = u"['\"\\]]?\\s*(?:-+>+|=+>|>|\u2192|\u21d2|2|to)\\s*['\"\\[]?"_s;
    static const QString from = u"['\"\\]]?\\s*(?:<+-+|<=+|<|\u2190|\u21d0|from)\\s*['\"\\[]?"_s;
    constexpr Direction C2S = Direction::ClientToServer;
    constexpr Direction S2C = Direction::ServerToClient;
    static const QList<Mark> all{
        {form(u"\\b%1%2server\\b|\\bserver%3%1\\b|\\bc2s\\b"_s.arg(client, to, from)), C2S, false},
        {form(u"\\bserver%2%1\\b|\\b%1%3server\\b|\\bs2c\\b"_s.arg(client, to, from)), S2C, false},
        {form(u"\\b%1 says\\b|\\bfrom (?:the )?%1\\b|\\bto (?:the )?(?:mcp )?server\\b|\\bstdin\\b"_s.arg(client)), C2S,
         false},
        {form(u"\\bserver says\\b|\\bfrom (?:the )?(?:mcp )?server\\b|\\bto (?:the )?%1\\b|\\bstdout\\b"_s.arg(client)),
         S2C, false},
        {form(u"\\b(?:send|sending|sent|outgoing|outbound|tx)\\b|[\\[(]out[\\])]"_s), C2S, true},
        {form(u"\\b(?:receive|receiving|received|recv|incoming|inbound|rx)\\b|[\\[(]in[\\])]"_s), S2C, true},
        {form(u"-+>|=+>|>>|\u2192|\u21d2|^\\W*>\\s"_s), C2S, true},
        {form(u"<-+|<=+|<<|\u2190|\u21d0|^\\W*<\\s"_s), S2C, true},
    };
    return all;
}

/// Reads the time at the start, and the text after it.
void takeTime(LogLine &line, QByteArrayView whole)
{
    static const QRegularExpression form(
        u"\\A([^0-9{}]{0,24}?)(?:(\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: "
        u"?(?:Z|UTC|[+-]\\d\\d:?\\d\\d))?)|"
        "(\\d{10}(?:\\.\\d+)?|\\d{13}|\\d{16}|\\d{19})|(\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?))(?![0-9:])\\]?[ \\t]*"_s);
    const QString begin = QString::fromLatin1(whole.first(std::min(whole.size(), MostHead))); // a character per byte
    const QRegularExpressionMatch match = form.match(begin);
    line.whole = whole;
    line.text = whole;
    if (!match.hasMatch())
        return;
    if (QString date = match.captured(2); !date.isEmpty()) {
        date.replace(u'/', u'-').replace("UTC"_L1, "Z"_L1);
        static const QRegularExpression beforeZone(u" (?=Z|[+-]\\d)"_s);
        line.time = ImportFormats::timeIn(date.remove(beforeZone));
    } else if (const QString number = match.captured(3); !number.isEmpty()) {
        const QByteArray digits = number.toLatin1();
        line.time = ImportFormats::timeIn(JsonValue(digits));
        line.form = LogLine::TimeForm::Number;
    } else {
        line.time = ImportFormats::timeIn(u"1970-01-01T%1Z"_s.arg(match.captured(4)));
        line.form = LogLine::TimeForm::Clock;
    }
    const bool hasWordsBefore = match.captured(1).contains(QRegularExpression(u"\\w"_s));
    if (line.time && !hasWordsBefore) // otherwise the words belong to the text
        line.text = whole.sliced(match.capturedEnd());
}

void takeMessage(LogLine &line, JsonChecker &checker)
{
    const QByteArrayView text = line.text;
    line.head = text;
    if (!text.contains("jsonrpc"))
        return;
    int candidates = 0;
    for (qsizetype at = 0; at < text.size() && candidates < MostCandidates; ++at) {
        const QByteArrayView tail = text.sliced(at);
        const char first = tail.front();
        const bool isQuoted = tail.startsWith("\"{\\\"") || tail.startsWith("\"[{\\\"");
        if (first != '{' && first != '[' && !isQuoted)
            continue;
        ++candidates;
        const qsizetype size = LogLine::valueSize(tail);
        const QByteArrayView value = tail.first(size);
        if (size == 0 || !value.contains("jsonrpc") || checker.check(value))
            continue;
        const QByteArray decoded = isQuoted ? JsonValue(value).toUtf8() : value.toByteArray();
        if ((isQuoted && checker.check(decoded)) || !LogLine::isRpc(decoded))
            continue;
        line.message = decoded;
        line.head = text.first(at);
        line.rest = text.sliced(at + size);
        return;
    }
}

void takeMarks(LogLine &line)
{
    static const QRegularExpression errors(u"\\A(?:\\[\\w+\\]\\s*)?(?:\\[[^\\]]*stderr\\]|stderr)\\s*[:|]?\\s*"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    const QByteArrayView begin = line.head.first(std::min(line.head.size(), MostHead));
    if (const QRegularExpressionMatch match = errors.match(QString::fromLatin1(begin)); match.hasMatch()) {
        line.isStderr = true;
        line.text = line.text.sliced(match.capturedEnd());
        line.message.clear();
        return;
    }
    const QString head = QString::fromUtf8(begin);
    const auto mark =
        std::ranges::find_if(marks(), [&head](const Mark &each) { return each.form.match(head).hasMatch(); });
    if (mark == marks().end())
        return;
    line.way = mark->way;
    line.isRelative = mark->isRelative;
}

} // namespace

LogLine LogLine::of(QByteArrayView whole, JsonChecker &checker)
{
    LogLine line;
    takeTime(line, whole);
    takeMessage(line, checker);
    takeMarks(line);
    return line;
}

bool LogLine::isRpc(QByteArrayView json)
{
    const JsonValue value(json);
    const JsonValue one = value.isArray() ? value.element(0) : value;
    return one.isObject() && one.member("jsonrpc").isString();
}

qsizetype LogLine::valueSize(QByteArrayView text)
{
    bool isInString = false;
    qsizetype depth = 0;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const char c = text.at(at);
        if (isInString && c == '\\')
            ++at;
        else if (c == '"')
            isInString = !isInString;
        else if (!isInString && (c == '{' || c == '['))
            ++depth;
        else if (!isInString && (c == '}' || c == ']'))
            --depth;
        if (depth <= 0 && !isInString)
            return std::min(at + 1, text.size());
    }
    return 0;
}

} // namespace Pullcord
