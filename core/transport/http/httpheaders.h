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

struct HttpHeader
{
    QByteArray name;
    QByteArray value;
    bool isSecret = false; ///< masked under any name

    /// A header as a person writes it, "Name: value"; an error of kind Usage, which keeps the value to itself, if it is none
    /// or frames the message.
    [[nodiscard]] static Result<HttpHeader> fromLine(const QString &line);
};

/// The header fields of an HTTP message, in their order and spelling. Names are compared without regard to case.
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
    /// In the place of all that have this name.
    void set(const HttpHeader &header);
    void set(const QByteArray &name, const QByteArray &value) { set({name, value}); }
    void remove(QByteArrayView name);
    void markAllSecret();
    [[nodiscard]] bool contains(QByteArrayView name) const { return value(name).has_value(); }
    /// Of the first with that name.
    [[nodiscard]] std::optional<QByteArray> value(QByteArrayView name) const;
    /// The type in Content-Type without its parameters, in lower case.
    [[nodiscard]] QByteArray contentType() const;

    /// For an event: `[{"name":…,"value":…}]`, secrets masked.
    [[nodiscard]] QJsonArray describe() const;

    /// Whether it can stand in a message at all: a token, and a value without line breaks or NUL.
    [[nodiscard]] static bool isValid(const HttpHeader &header);
    /// Whether we write it ourselves in every message: Host, and what says where the message ends.
    [[nodiscard]] static bool isFraming(QByteArrayView name);
    /// A token of RFC 9110, section 5.6.2.
    [[nodiscard]] static bool isToken(QByteArrayView text);

private:
    QList<HttpHeader> m_list;
};

} // namespace Pullcord
