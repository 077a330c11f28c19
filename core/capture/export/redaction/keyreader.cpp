// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/keyreader.h"

#include <QByteArrayList>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

const QByteArrayList KeyBegins{"-----BEGIN ", "---- BEGIN ", "PuTTY-User-Key-File-"};
const QByteArrayList KeyEnds{"-----END ", "---- END ", "Private-MAC:", "Private-Hash:"};
const QByteArrayList KeyHeaders{
    "Proc-Type:", "DEK-Info:",   "Version:",      "Comment:",       "Subject:",        "Hash:",  "Charset:",
    "MessageID:", "Encryption:", "Public-Lines:", "Private-Lines:", "Key-Derivation:", "Argon2-"};

bool hasAny(const QByteArray &text, const QByteArrayList &marks)
{
    return std::any_of(marks.begin(), marks.end(), [&text](const QByteArray &mark) { return text.contains(mark); });
}

/// Position of the last mark; -1 if there is none.
qsizetype lastOf(const QByteArrayList &marks, const QByteArray &text)
{
    qsizetype last = -1;
    for (const QByteArray &mark : marks)
        last = std::max(last, text.lastIndexOf(mark));
    return last;
}

/// Returns the text without terminal colors, and without surrounding blanks.
QByteArray uncoloured(const QByteArray &text)
{
    static const QRegularExpression Colour(u"\\x1b\\[[0-?]*+[ -/]*+[@-~]"_s);
    return text.contains('\x1b') ? QString::fromLatin1(text).remove(Colour).toLatin1().trimmed() : text.trimmed();
}

/// Returns the letters of Base64 at the end of the line, after a blank if there is other text before them; none if
/// there are other characters.
std::optional<QByteArray> base64In(const QByteArray &line)
{
    const auto isBase64 = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' ||
               c == '=';
    };
    const QByteArray word = line.sliced(std::max(line.lastIndexOf(' '), line.lastIndexOf('\t')) + 1);
    return std::all_of(word.begin(), word.end(), isBase64) ? std::optional(word) : std::nullopt;
}

} // namespace

bool KeyReader::mayOpen(const QByteArray &text)
{
    return text.contains("PuTTY-User-Key-File-") ||
           (text.contains("PRIVATE KEY") && hasAny(text, {"KEY-----", "BLOCK-----", "KEY ----"}));
}

bool KeyReader::opens(const QByteArray &text)
{
    return mayOpen(text) && lastOf(KeyBegins, text) > lastOf(KeyEnds, text);
}

/// True if the text continues the key. Right after the first line of a key, and after unrelated texts, a line must be
/// longer than a word.
bool KeyReader::continues(const QByteArray &text)
{
    constexpr qsizetype ShortestFirst = 16;
    constexpr qsizetype ShortestBehindOthers = 24;
    bool hasLines = m_hasLines;
    const QByteArrayList lines = text.split('\n');
    for (const QByteArray &each : lines) {
        const QByteArray line = each.trimmed();
        const bool isAlone = !line.contains(' ') && !line.contains('\t');
        const bool isUsual = m_foreign == 0 && isAlone && (hasLines || line.isEmpty());
        const qsizetype shortest = isUsual ? 0 : m_foreign == 0 ? ShortestFirst : ShortestBehindOthers;
        const auto word = base64In(line);
        const bool isPath = m_foreign > 0 && word && word->toLower() == *word;
        const bool isOfKey = hasAny(line, KeyEnds) || hasAny(line, KeyHeaders);
        if (!isOfKey && (!word || word->size() < shortest || isPath))
            return false;
        hasLines = hasLines || !line.isEmpty();
    }
    m_hasLines = hasLines;
    m_foreign = 0;
    m_left = hasAny(text, KeyEnds) ? 0 : std::max(m_left - int(lines.size()), 0);
    return true;
}

bool KeyReader::take(const QByteArray &text)
{
    const QByteArray plain = uncoloured(text);
    if (isOpen() && continues(plain))
        return true;
    if (opens(plain)) {
        *this = KeyReader();
        m_left = Most;
        m_hasLines = plain.contains('\n');
    } else if (++m_foreign > MostBetween) {
        m_left = 0;
    }
    return false;
}

} // namespace Pullcord
