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

/// A value inside a JSON text: a view of its raw bytes.
///
/// Nothing is converted before it is requested, so order, duplicate keys, escapes and the text of numbers are kept. The
/// text must outlive the view, and should have passed JsonChecker; on any other text no query leaves its bytes, but the
/// results are meaningless. A default-constructed value is Invalid; queries on it return empty results.
class JsonValue
{
public:
    JsonValue() = default;
    /// Views the value in `text`, without the white space around it. The time depends only on that white space.
    explicit JsonValue(QByteArrayView text);

    [[nodiscard]] JsonType type() const;
    [[nodiscard]] bool isValid() const { return !m_raw.isEmpty(); }
    [[nodiscard]] bool isObject() const { return type() == JsonType::Object; }
    [[nodiscard]] bool isArray() const { return type() == JsonType::Array; }
    [[nodiscard]] bool isString() const { return type() == JsonType::String; }
    [[nodiscard]] bool isNumber() const { return type() == JsonType::Number; }

    /// Bytes as in the text, including quotes and brackets.
    [[nodiscard]] QByteArrayView raw() const { return m_raw; }

    /// Decoded string; lone surrogate escapes become U+FFFD. Null for any other type.
    [[nodiscard]] QString toString() const;
    /// Decoded string as UTF-8. Empty for any other type.
    [[nodiscard]] QByteArray toUtf8() const;
    /// True for a number without fraction and exponent, of any size.
    [[nodiscard]] bool isInteger() const;
    /// The number, if it isInteger() and fits in 64 bits.
    [[nodiscard]] std::optional<qint64> toInteger() const;
    /// The nearest double; none outside its range (1e400, 1e-400).
    [[nodiscard]] std::optional<double> toDouble() const;
    [[nodiscard]] std::optional<bool> toBool() const;

    /// Member with that name; the last of several, as in most parsers.
    [[nodiscard]] JsonValue member(QByteArrayView name) const;
    /// Element of an array.
    [[nodiscard]] JsonValue element(qsizetype index) const;
    /// Value at a JSON Pointer (RFC 6901); Invalid if there is none.
    [[nodiscard]] JsonValue pointer(QByteArrayView jsonPointer) const;

    /// Iterates over the children of an array or object in the order of the text, in one pass over its bytes.
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

        const char *m_key = nullptr; ///< first byte of the child, or of its key in an object; null at the end
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
