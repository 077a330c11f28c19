// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QHashFunctions>
#include <QList>
#include <QMetaType>
#include <QString>

namespace Pullcord {

/// A JSON-RPC id or a progress token, exactly as it was on the wire. A value.
///
/// Type and text both count: `1`, `"1"` and `1.0` are three ids, and an integer of any size keeps its digits. Strings
/// compare by content, so `"a"` equals `"\u0061"`; everything else by its text. Specification: JSON-RPC 2.0 section 4;
/// MCP basic "Requests".
class RequestId
{
public:
    enum class Kind : quint8 {
        None,   ///< there is no id
        Null,   ///< `null`
        Number, ///< any number, even `1.0`, which MCP forbids
        String,
        Other, ///< true, false, an array or an object: never legal
    };

    RequestId() = default;
    explicit RequestId(qint64 number);
    /// Reads the raw JSON value, which must be well-formed. An empty value gives None.
    [[nodiscard]] static RequestId fromJson(QByteArrayView raw);
    [[nodiscard]] static RequestId fromString(QStringView text);

    [[nodiscard]] Kind kind() const { return m_kind; }
    /// True for an integer or a string, which MCP allows as an id and as a token.
    [[nodiscard]] bool isLegal() const;
    /// The id `null`, for responses to a request whose id is unknown or invalid (JSON-RPC 2.0 section 5).
    [[nodiscard]] static const RequestId &null();
    /// True if a response can carry the id: it is a string or a number.
    [[nodiscard]] bool canBeAnswered() const { return m_kind == Kind::Number || m_kind == Kind::String; }

    /// The same text as the other JSON type: `"1"` for `1`, and vice versa. None if there is no such id.
    [[nodiscard]] RequestId asOtherType() const;

    /// Returns the other ids that a lenient peer treats as equal: another type or spelling (`5.0` and `"5"` for `5`).
    [[nodiscard]] QList<RequestId> alike() const;

    /// JSON text for the wire: the received bytes, unchanged.
    [[nodiscard]] const QByteArray &toJson() const { return m_raw; }
    /// Text for display. Strings keep their quotes, so that 1 and "1" look different.
    [[nodiscard]] QString display() const { return QString::fromUtf8(m_raw); }

    friend bool operator==(const RequestId &a, const RequestId &b)
    {
        return a.m_kind == b.m_kind &&
               (a.m_raw == b.m_raw || ((a.m_escapes || b.m_escapes) && a.comparable() == b.comparable()));
    }
    friend size_t qHash(const RequestId &id, size_t seed = 0)
    {
        return id.m_escapes ? qHash(id.comparable(), seed) : qHash(id.m_raw, seed);
    }

private:
    /// Decoded text in quotes for strings with an escape, else the raw bytes.
    [[nodiscard]] QByteArray comparable() const;

    Kind m_kind = Kind::None;
    bool m_escapes = false; ///< a string that contains an escape
    QByteArray m_raw;
};

} // namespace Pullcord

Q_DECLARE_METATYPE(Pullcord::RequestId)
