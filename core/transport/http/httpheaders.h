// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QJsonArray>
#include <QList>

#include <optional>

namespace Pullcord {

/// One header field: a value.
struct HttpHeader
{
    QByteArray name;
    QByteArray value;
    bool isSecret = false; ///< masked whatever its name

    /// Parses a header as typed, "Name: value". The error (Usage) does not quote the value. Fails for an invalid
    /// header, and for one that frames the message.
    [[nodiscard]] static Result<HttpHeader> fromLine(const QString &line);
};

/// Header fields of an HTTP message, in their order and spelling. A value; names are case-insensitive.
/// Specification: RFC 9110, section 5.
class HttpHeaders
{
public:
    HttpHeaders() = default;
    HttpHeaders(std::initializer_list<HttpHeader> headers)
        : m_list(headers)
    {}

    [[nodiscard]] bool isEmpty() const { return m_list.isEmpty(); }
    [[nodiscard]] auto begin() const { return m_list.begin(); }
    [[nodiscard]] auto end() const { return m_list.end(); }

    void add(const HttpHeader &header) { m_list.append(header); }
    void add(const QByteArray &name, const QByteArray &value) { add({name, value}); }
    /// Replaces all headers with this name.
    void set(const HttpHeader &header);
    void set(const QByteArray &name, const QByteArray &value) { set({name, value}); }
    void remove(QByteArrayView name);
    void markAllSecret();
    [[nodiscard]] bool contains(QByteArrayView name) const { return value(name).has_value(); }
    /// Value of the first header with that name.
    [[nodiscard]] std::optional<QByteArray> value(QByteArrayView name) const;
    /// Media type in Content-Type, without parameters, in lower case.
    [[nodiscard]] QByteArray contentType() const;

    /// Description for an event: `[{"name":…,"value":…}]`, secrets masked.
    [[nodiscard]] QJsonArray describe() const;

    /// True if the header may occur in a message: its name is a token, and its value has no line break or NUL.
    [[nodiscard]] static bool isValid(const HttpHeader &header);
    /// True for headers that every message gets automatically: Host, and those that delimit the message.
    [[nodiscard]] static bool isFraming(QByteArrayView name);
    /// True for a token of RFC 9110, section 5.6.2.
    [[nodiscard]] static bool isToken(QByteArrayView text);

private:
    QList<HttpHeader> m_list;
};

} // namespace Pullcord
