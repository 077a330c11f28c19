// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/splitmessage.h"

#include "core/json/jsonchecker.h"
#include "core/rpc/envelope.h"

namespace Pullcord {

void SplitMessage::clear()
{
    m_text.clear();
    m_lines = 0;
    m_depth = 0;
}

/// Appends a line. Returns false if the text cannot become JSON: strings cannot continue on the next line.
bool SplitMessage::feed(QByteArrayView line)
{
    bool isInText = false;
    for (qsizetype at = 0; at < line.size(); ++at) {
        const char c = line[at];
        if (c == '"') {
            isInText = !isInText;
        } else if (isInText) {
            at += c == '\\' ? 1 : 0;
        } else if (c == '{' || c == '[') {
            ++m_depth;
        } else if (c == '}' || c == ']') {
            --m_depth;
        }
        if (m_depth < 0)
            return false; // closes more than is open
    }
    return !isInText;
}

bool SplitMessage::isMessage() const
{
    JsonChecker checker;
    return !checker.check(m_text) && (Envelope::of(m_text).problems & (NoVersion | NotAnObject)) == 0;
}

/// True if the line may begin a message over several lines. JSON printers break lines after an opening bracket or a
/// comma; any other line is cut short.
bool SplitMessage::mayBegin(QByteArrayView line)
{
    const QByteArrayView text = line.trimmed();
    return (text.startsWith('{') || text.startsWith('[')) &&
           (text.endsWith('{') || text.endsWith('[') || text.endsWith(','));
}

SplitMessage::State SplitMessage::take(QByteArrayView line)
{
    if (!isOpen()) {
        clear();
        if (!mayBegin(line))
            return State::None;
    }
    const bool isTooLong = m_text.size() + line.size() > MostBytes || m_lines >= MostLines;
    if (isTooLong || !feed(line)) {
        clear();
        return State::None;
    }
    m_text += line;
    m_text += '\n';
    ++m_lines;
    if (isOpen())
        return State::Open;
    const bool isWhole = isMessage();
    m_text.clear();
    if (!isWhole)
        clear();
    return isWhole ? State::Whole : State::None;
}

} // namespace Pullcord
