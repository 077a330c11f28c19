// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/jsoncomments.h"

namespace Pullcord::JsonComments {
namespace {

/// Appends a blank per byte or per character, which may have several bytes.
void appendBlanks(QByteArray &result, QByteArrayView comment, Keep keep)
{
    for (const char byte : comment) {
        const bool continues = (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
        if (!continues || keep == Keep::Bytes)
            result += byte == '\n' || byte == '\r' ? byte : ' ';
    }
}

qsizetype endOfString(QByteArrayView text, qsizetype at)
{
    for (++at; at < text.size() && text.at(at) != '"' && text.at(at) != '\n'; ++at) {
        if (text.at(at) == '\\')
            ++at;
    }
    return qMin(at + 1, text.size());
}

/// Returns the end of the comment at `at`; `at` if there is none, or it is not closed.
qsizetype endOfComment(QByteArrayView text, qsizetype at)
{
    const QByteArrayView rest = text.sliced(at);
    if (rest.startsWith("//")) {
        const qsizetype end = rest.indexOf('\n');
        return end < 0 ? text.size() : at + end;
    }
    const qsizetype end = rest.startsWith("/*") ? rest.indexOf("*/", 2) : -1;
    return end < 0 ? at : at + end + 2;
}

} // namespace

QByteArray blanked(QByteArrayView text, Keep keep)
{
    constexpr QByteArrayView Mark("\xEF\xBB\xBF");
    QByteArray result;
    result.reserve(text.size());
    if (text.startsWith(Mark)) {
        if (keep == Keep::Bytes)
            appendBlanks(result, text.first(Mark.size()), keep);
        text = text.sliced(Mark.size());
    }
    qsizetype comma = -1; // position of a comma in the result that only blanks follow
    for (qsizetype at = 0; at < text.size();) {
        const char c = text.at(at);
        const qsizetype comment = c == '/' ? endOfComment(text, at) : at;
        if (comment > at) {
            appendBlanks(result, text.sliced(at, comment - at), keep);
            at = comment;
            continue;
        }
        if ((c == '}' || c == ']') && comma >= 0)
            result[comma] = ' ';
        if (c == ',')
            comma = result.size();
        else if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
            comma = -1;
        const qsizetype end = c == '"' ? endOfString(text, at) : at + 1;
        result += text.sliced(at, end - at);
        at = end;
    }
    return result;
}

} // namespace Pullcord::JsonComments
