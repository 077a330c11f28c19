// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestid.h"

#include <QString>
#include <QVarLengthArray>

#include <algorithm>
#include <cstring>

namespace Pullcord {

/// Writes values in as few bytes as possible, for PackReader to read in the same order.
///
/// Both classes have the same functions, so that one list of members serves both directions. Numbers are written with
/// seven bits per byte, lowest first; the eighth bit means that more follow. Signed numbers keep the sign in the lowest
/// bit.
class PackWriter
{
public:
    /// Values that are usually close to `near` take few bytes: times, positions in a capture.
    void number(const qint64 &value, qint64 near = 0)
    {
        const auto distance = qint64(quint64(value) - quint64(near));
        bits(quint64(distance) << 1 ^ quint64(distance >> 63));
    }
    /// Writes a serial; the largest value means none.
    void serial(const quint64 &value) { bits(value + 1); }
    void real(const double &value) { raw(reinterpret_cast<const char *>(&value), sizeof value); }
    template<typename Enum>
    void value(const Enum &value)
    {
        bits(quint64(value));
    }
    template<typename... Bools>
    void flags(const Bools &...values)
    {
        quint64 all = 0;
        int place = 0;
        ((all |= quint64(values) << place++), ...);
        bits(all);
    }
    /// Keeps null as null, and lone surrogates unchanged.
    void text(const QString &text)
    {
        const bool isNarrow = std::all_of(text.cbegin(), text.cend(), [](QChar c) { return c.unicode() < 0x100; });
        bits(text.isNull() ? 0 : (quint64(text.size()) << 1 | quint64(isNarrow)) + 1);
        if (isNarrow)
            std::for_each(text.cbegin(), text.cend(), [this](QChar c) { m_bytes.append(char(c.unicode())); });
        else
            raw(reinterpret_cast<const char *>(text.utf16()), text.size() * qsizetype(sizeof(QChar)));
    }
    void id(const RequestId &id)
    {
        bits(quint64(id.toJson().size()));
        raw(id.toJson().constData(), id.toJson().size());
    }

    [[nodiscard]] QByteArrayView bytes() const { return {m_bytes.constData(), m_bytes.size()}; }

private:
    void bits(quint64 value)
    {
        for (; value >= 0x80; value >>= 7)
            m_bytes.append(char(value | 0x80));
        m_bytes.append(char(value));
    }
    void raw(const char *bytes, qsizetype size) { m_bytes.append(bytes, size); }

    QVarLengthArray<char, 256> m_bytes;
};

/// Reads the output of a PackWriter, which is trusted.
class PackReader
{
public:
    explicit PackReader(const char *bytes)
        : m_next(bytes)
    {}

    void number(qint64 &value, qint64 near = 0)
    {
        const quint64 distance = bits();
        value = qint64(quint64(near) + (distance >> 1 ^ (0 - (distance & 1))));
    }
    void serial(quint64 &value) { value = bits() - 1; }
    void real(double &value) { raw(&value, sizeof value); }
    template<typename Enum>
    void value(Enum &value)
    {
        value = Enum(bits());
    }
    template<typename... Bools>
    void flags(Bools &...values)
    {
        const quint64 all = bits();
        int place = 0;
        ((values = (all >> place++ & 1) != 0), ...);
    }
    void text(QString &text)
    {
        const quint64 head = bits();
        if (head == 0)
            return;
        const auto size = qsizetype((head - 1) >> 1);
        if (((head - 1) & 1) != 0) {
            text = QString::fromLatin1(m_next, size);
            m_next += size;
        } else {
            text = QString(size, Qt::Uninitialized);
            raw(text.data(), size_t(size) * sizeof(QChar));
        }
    }
    void id(RequestId &id)
    {
        const auto size = qsizetype(bits());
        id = RequestId::fromJson({m_next, size});
        m_next += size;
    }

private:
    quint64 bits()
    {
        quint64 value = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = quint8(*m_next++);
            value |= quint64(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
    }
    void raw(void *to, size_t size)
    {
        std::memcpy(to, m_next, size);
        m_next += size;
    }

    const char *m_next;
};

} // namespace Pullcord
