// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/textmatcher.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

namespace {

constexpr std::array<uchar, 256> makeLower()
{
    std::array<uchar, 256> table = {};
    for (size_t byte = 0; byte < table.size(); ++byte)
        table[byte] = uchar(byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte);
    return table;
}

constexpr std::array<uchar, 256> Lower = makeLower();

uchar lower(char c)
{
    return Lower[uchar(c)];
}

bool isAscii(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x80; });
}

} // namespace

TextMatcher::TextMatcher(const QString &text)
    : m_text(text)
{
    // U+212A (Kelvin) and U+017F (long s) also fold to ASCII letters; this is ignored.
    if (!isAscii(text))
        return;
    m_lower = text.toLower().toLatin1();
    if (m_lower.isEmpty())
        return;
    const qsizetype last = m_lower.size() - 1;
    std::array<qsizetype, 256> shift; // by the lower case byte
    shift.fill(m_lower.size());
    for (qsizetype i = 0; i < last; ++i)
        shift[lower(m_lower[i])] = last - i;
    m_lastShift = std::exchange(shift[lower(m_lower[last])], 0);
    for (size_t byte = 0; byte < m_shift.size(); ++byte)
        m_shift[byte] = shift[Lower[byte]];
}

// Horspool's algorithm: tests the byte at the end of the current position, and usually skips the length of the text.
bool TextMatcher::isIn(QByteArrayView utf8) const
{
    if (m_text.isEmpty())
        return true;
    if (m_lower.isEmpty())
        return isIn(QString::fromUtf8(utf8));
    const auto same = [](char wanted, char found) { return uchar(wanted) == lower(found); };
    const qsizetype last = m_lower.size() - 1;
    for (qsizetype end = last; end < utf8.size();) {
        const qsizetype shift = m_shift[uchar(utf8.data()[end])];
        if (shift == 0 && std::equal(m_lower.begin(), m_lower.end() - 1, utf8.data() + (end - last), same))
            return true;
        end += shift == 0 ? m_lastShift : shift;
    }
    return false;
}

bool TextMatcher::isIn(QStringView text) const
{
    return text.contains(m_text, Qt::CaseInsensitive);
}

} // namespace Pullcord
