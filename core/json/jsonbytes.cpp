// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonbytes.h"

#include "core/json/jsonblock.h"

namespace Pullcord::JsonBytes {
namespace {

/// Counts brackets outside strings, block by block.
class BracketCounter
{
public:
    /// Returns the number of bytes up to and including the bracket that closes the first one; 0 if it is not in the
    /// block.
    int feed(const JsonBlock &block)
    {
        const quint64 quotes = block.equalTo('"') & ~escaped(block.equalTo('\\'));
        const quint64 outside = ~inStrings(quotes);
        const quint64 openers = block.foldedEqualTo('{') & outside;
        quint64 brackets = openers | (block.foldedEqualTo('}') & outside);
        for (; brackets != 0; brackets &= brackets - 1) {
            const int index = std::countr_zero(brackets);
            m_depth += ((openers >> index) & 1) != 0 ? 1 : -1;
            if (m_depth == 0)
                return index + 1;
        }
        return 0;
    }

private:
    /// Mask of the escaped bytes: those after a backslash that is not escaped itself.
    quint64 escaped(quint64 backslashes)
    {
        quint64 result = m_escaped;
        backslashes &= ~m_escaped;
        m_escaped = 0;
        while (backslashes != 0) {
            const quint64 backslash = backslashes & (~backslashes + 1); // the lowest bit
            const quint64 behind = backslash << 1;
            result |= behind;
            if (behind == 0)
                m_escaped = 1;
            backslashes &= ~(backslash | behind);
        }
        return result;
    }

    /// Mask of the bytes from each opening quote to the one before the closing quote.
    quint64 inStrings(quint64 quotes)
    {
        quint64 result = quotes;
        for (int shift = 1; shift < JsonBlock::Size; shift *= 2)
            result ^= result << shift;
        result ^= m_inString;
        m_inString = (result >> 63) != 0 ? ~quint64(0) : 0;
        return result;
    }

    qsizetype m_depth = 0;
    quint64 m_escaped = 0;  ///< 1 if the first byte of the next block is escaped
    quint64 m_inString = 0; ///< all ones if the next block begins in a string
};

} // namespace

const char *skipContainer(const char *at, const char *end)
{
    BracketCounter counter;
    for (; end - at >= JsonBlock::Size; at += JsonBlock::Size) {
        if (const int length = counter.feed(JsonBlock(at)))
            return at + length;
    }
    char tail[JsonBlock::Size] = {};
    std::memcpy(tail, at, size_t(end - at));
    const int length = counter.feed(JsonBlock(tail));
    return length != 0 ? at + length : end;
}

} // namespace Pullcord::JsonBytes
