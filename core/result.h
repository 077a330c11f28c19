// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QByteArray>

#include <utility>
#include <variant>

namespace Pullcord {

/// Kind of a failure. The window turns it into a sentence, the command line into an exit code.
enum class ErrorKind : quint8 {
    Json,      ///< text that is not JSON
    Protocol,  ///< JSON that violates the protocol
    Peer,      ///< a JSON-RPC error response; `code` and `data` are the peer's
    Transport, ///< the connection could not be made, or was lost
    Timeout,   ///< our deadline passed
    Cancelled, ///< our side cancelled
    Io,        ///< a file could not be read or written
    Usage,     ///< an invalid call or input
};

/// A failure as a value. `detail` describes the fault and its place.
struct Error
{
    ErrorKind kind = ErrorKind::Usage;
    TranslatableText detail = {};
    qint64 code = 0; ///< the peer's JSON-RPC code, for ErrorKind::Peer
    QByteArray data =
        {}; ///< verbatim: for ErrorKind::Peer the peer's error, for Protocol the faulty response, if there is one
    /// The peer refused the request unprocessed because it no longer has our HTTP session. The request may be repeated.
    bool sessionEnded = false;
};

/// A value or an Error, with the member names of std::expected (C++23).
template<typename T>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_content(std::in_place_index<0>, std::move(value))
    {}
    Result(Error error)
        : m_content(std::in_place_index<1>, std::move(error))
    {}

    [[nodiscard]] bool has_value() const { return m_content.index() == 0; }
    explicit operator bool() const { return has_value(); }

    [[nodiscard]] const T &value() const & { return std::get<0>(m_content); }
    [[nodiscard]] T &value() & { return std::get<0>(m_content); }
    [[nodiscard]] T &&value() && { return std::get<0>(std::move(m_content)); }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }

    [[nodiscard]] const Error &error() const { return std::get<1>(m_content); }

private:
    std::variant<T, Error> m_content;
};

/// Success without a value.
using Outcome = Result<std::monostate>;

} // namespace Pullcord
