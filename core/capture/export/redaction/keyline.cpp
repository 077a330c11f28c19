// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/keyline.h"

#include <QByteArrayList>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::KeyLine {

namespace {

constexpr qsizetype ShortestBehindOthers = 16; // of a line with other text of a log before it

const QByteArrayList Begins{"-----BEGIN ", "---- BEGIN ", "PuTTY-User-Key-File-"};
const QByteArrayList Ends{"-----END ", "---- END ", "Private-MAC:", "Private-Hash:"};

qsizetype lastOf(const QByteArrayList &marks, const QByteArray &text)
{
    qsizetype last = -1;
    for (const QByteArray &mark : marks)
        last = std::max(last, text.lastIndexOf(mark));
    return last;
}

bool hasAny(const QByteArray &line, const QByteArrayList &marks)
{
    return std::any_of(marks.begin(), marks.end(), [&line](const QByteArray &mark) { return line.contains(mark); });
}

/// Returns the part behind the text of a log, or behind a line number.
QByteArray lastWord(const QByteArray &line)
{
    return line.sliced(std::max(line.lastIndexOf(' '), line.lastIndexOf('\t')) + 1);
}

} // namespace

QByteArray plain(const QByteArray &line)
{
    static const QRegularExpression Colour(u"\\x1b\\[[0-?]*+[ -/]*+[@-~]"_s);
    return line.contains('\x1b') ? QString::fromLatin1(line).remove(Colour).toLatin1().trimmed() : line.trimmed();
}

bool mayOpen(const QByteArray &text)
{
    static const QByteArrayList Kinds{"PRIVATE KEY-----", "PRIVATE KEY BLOCK-----", "PRIVATE KEY ----",
                                      "PuTTY-User-Key-File-"};
    return hasAny(text, Kinds);
}

bool ends(const QByteArray &line)
{
    return hasAny(line, Ends);
}

bool opens(const QByteArray &line)
{
    return mayOpen(line) && lastOf(Begins, line) > lastOf(Ends, line);
}

bool mayBeOne(const QByteArray &line)
{
    static const QByteArrayList Headers{
        "Proc-Type:", "DEK-Info:",   "Version:",      "Comment:",       "Subject:",        "Hash:",  "Charset:",
        "MessageID:", "Encryption:", "Public-Lines:", "Private-Lines:", "Key-Derivation:", "Argon2-"};
    const auto isBase64 = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' ||
               c == '=';
    };
    const QByteArray word = lastWord(line);
    return hasAny(line, Headers) || ((word.size() == line.size() || word.size() >= ShortestBehindOthers) &&
                                     std::all_of(word.begin(), word.end(), isBase64));
}

bool isSurelyOne(const QByteArray &line)
{
    constexpr qsizetype Shortest = 24;
    const QByteArray word = lastWord(line);
    const auto hasOf = [&word](char from, char until) {
        return std::any_of(word.begin(), word.end(), [=](char c) { return c >= from && c <= until; });
    };
    return word.size() >= Shortest && mayBeOne(word) && hasOf('A', 'Z') && hasOf('a', 'z');
}

} // namespace Pullcord::KeyLine
