// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonbytes.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace Pullcord {

/// Sixty-four bytes, examined at once. Bit i of a result stands for byte i.
class JsonBlock
{
public:
    static constexpr int Size = 64;

    /// Loads the first Size bytes at `bytes`.
    explicit JsonBlock(const char *bytes);

    [[nodiscard]] quint64 equalTo(char c) const;
    /// Like equalTo(), for the bytes with bit 0x20 set: `{` also finds `[`, and `}` also `]`.
    [[nodiscard]] quint64 foldedEqualTo(char c) const;

private:
#ifdef __SSE2__
    using Part = __m128i;
#else
    using Part = quint64;
#endif
    static constexpr int PartSize = int(sizeof(Part));
    static Part load(const char *bytes);
    static Part fold(Part part);
    static quint64 equalBits(Part part, char c);

    Part m_parts[Size / PartSize]; // std::array would drop the alignment that __m128i requires
};

inline JsonBlock::JsonBlock(const char *bytes)
{
    for (Part &part : m_parts) {
        part = load(bytes);
        bytes += PartSize;
    }
}

inline quint64 JsonBlock::equalTo(char c) const
{
    quint64 bits = 0;
    for (int i = 0; i < Size / PartSize; ++i)
        bits |= equalBits(m_parts[i], c) << (i * PartSize);
    return bits;
}

inline quint64 JsonBlock::foldedEqualTo(char c) const
{
    quint64 bits = 0;
    for (int i = 0; i < Size / PartSize; ++i)
        bits |= equalBits(fold(m_parts[i]), c) << (i * PartSize);
    return bits;
}

#ifdef __SSE2__

inline JsonBlock::Part JsonBlock::load(const char *bytes)
{
    return _mm_loadu_si128(reinterpret_cast<const Part *>(bytes));
}

inline JsonBlock::Part JsonBlock::fold(Part part)
{
    return _mm_or_si128(part, _mm_set1_epi8(0x20));
}

inline quint64 JsonBlock::equalBits(Part part, char c)
{
    return quint32(_mm_movemask_epi8(_mm_cmpeq_epi8(part, _mm_set1_epi8(c))));
}

#else

inline JsonBlock::Part JsonBlock::load(const char *bytes)
{
    return qFromLittleEndian<Part>(bytes);
}

inline JsonBlock::Part JsonBlock::fold(Part part)
{
    return part | 0x2020202020202020;
}

inline quint64 JsonBlock::equalBits(Part part, char c)
{
    constexpr quint64 Low7 = 0x7F7F7F7F7F7F7F7F;
    const quint64 difference = part ^ (0x0101010101010101 * quint8(c));
    const quint64 equal = ~(((difference & Low7) + Low7) | difference | Low7); // 0x80 in each equal byte
    return ((equal >> 7) * 0x0102040810204080) >> 56;
}

#endif

namespace JsonBytes {

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

} // namespace JsonBytes

} // namespace Pullcord
