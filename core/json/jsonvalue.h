// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <iterator>
#include <optional>

namespace Pullcord {

enum class JsonType : quint8 { Invalid, Null, Bool, Number, String, Array, Object };

struct JsonMember;

/// A value inside a JSON text: a view on its raw bytes, from its first to its last byte.
///
/// Nothing is converted until it is asked for, so order, duplicate keys, escapes and the text of
/// numbers stay what they were. The text must outlive the view, and should have passed JsonChecker;
/// in other text no query leaves its bytes, but what it answers means nothing. A
/// default-constructed value is Invalid; every query on it answers emptily.
class JsonValue
{
public:
    JsonValue() = default;
    /// The value in `text`; white space around it is skipped. Takes time for that white space only.
    explicit JsonValue(QByteArrayView text);

    [[nodiscard]] JsonType type() const;
    [[nodiscard]] bool isValid() const { return !m_raw.isEmpty(); }
    [[nodiscard]] bool isObject() const { return type() == JsonType::Object; }
    [[nodiscard]] bool isArray() const { return type() == JsonType::Array; }
    [[nodiscard]] bool isString() const { return type() == JsonType::String; }
    [[nodiscard]] bool isNumber() const { return type() == JsonType::Number; }

    /// The bytes as they stand in the text, quotes and brackets included.
    [[nodiscard]] QByteArrayView raw() const { return m_raw; }

    /// The decoded string; lone surrogate escapes become U+FFFD. Null unless a string.
    [[nodiscard]] QString toString() const;
    /// The decoded string as UTF-8. Empty unless a string.
    [[nodiscard]] QByteArray toUtf8() const;
    /// A number without fraction and exponent, of any size.
    [[nodiscard]] bool isInteger() const;
    /// The number, if it isInteger() and fits.
    [[nodiscard]] std::optional<qint64> toInteger() const;
    /// The nearest double; no value beyond its range (1e400, 1e-400).
    [[nodiscard]] std::optional<double> toDouble() const;
    [[nodiscard]] std::optional<bool> toBool() const;

    /// The member with that name; of several, the last, as most parsers have it.
    [[nodiscard]] JsonValue member(QByteArrayView name) const;
    /// The index-th element of an array.
    [[nodiscard]] JsonValue element(qsizetype index) const;
    /// The value at a JSON Pointer (RFC 6901); Invalid if there is none.
    [[nodiscard]] JsonValue pointer(QByteArrayView jsonPointer) const;

    /// Walks the children of an array or object in the order of the text, each in one pass over its
    /// bytes.
    class Iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = JsonMember;
        using difference_type = std::ptrdiff_t;
        using pointer = const JsonMember *;
        using reference = JsonMember;

        Iterator() = default;
        JsonMember operator*() const;
        Iterator &operator++();
        bool operator==(const Iterator &other) const { return m_key == other.m_key; }

    private:
        friend class JsonValue;
        Iterator(const char *at, const char *end, bool object);
        void readChild(const char *at);

        const char *m_key = nullptr; ///< first byte of the child (its key in an object); null at the end
        const char *m_keyEnd = nullptr;
        const char *m_value = nullptr;
        const char *m_valueEnd = nullptr;
        const char *m_end = nullptr; ///< the closing bracket
        bool m_object = false;
    };
    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const { return {}; }

private:
    friend class Iterator;
    QByteArrayView m_raw;
};

/// A child of an object (key and value) or of an array (value; the key is empty).
struct JsonMember
{
    QByteArrayView rawKey; ///< with its quotes and escapes; empty in an array
    JsonValue value;

    [[nodiscard]] QString key() const { return JsonValue(rawKey).toString(); }
    [[nodiscard]] bool keyEquals(QByteArrayView name) const; ///< compares decoded names
};

} // namespace Pullcord
