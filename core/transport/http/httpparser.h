// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "core/transport/http/httpheaders.h"

#include <memory>

namespace Pullcord {

/// The start line and the headers of an HTTP message.
struct HttpHead
{
    QByteArray method; ///< of a request
    QByteArray target; ///< of a request
    int status = 0;    ///< of a response
    QByteArray reason; ///< of a response
    int version = 11;  ///< 10 or 11
    HttpHeaders headers;
};

/// Reads one HTTP/1 message, fed in chunks split anywhere. Wraps Boost.Beast's parser with Qt's types.
///
/// A plain class. The body is returned decoded (chunks joined), piece by piece as it arrives, so that an event stream
/// is visible at once. Memory is bounded: a head, a chunk extension or a trailer section longer than 256 KB is an error
/// that names it. Specification: RFC 9112.
class HttpParser
{
public:
    enum class Kind : quint8 {
        Request,
        Response,
        HeadResponse, ///< of HEAD: no body follows, whatever the headers announce
    };

    explicit HttpParser(Kind kind);
    ~HttpParser();
    HttpParser(HttpParser &&) noexcept;
    HttpParser &operator=(HttpParser &&) noexcept;

    /// Reads more bytes. An error (Protocol) ends the message for good. Its `data` holds the faulty bytes, unless they
    /// were too long.
    Outcome feed(QByteArrayView bytes);
    /// Reports that the peer has closed. An error if the message is incomplete.
    Outcome finish();

    [[nodiscard]] bool hasHead() const;
    [[nodiscard]] bool isDone() const;
    [[nodiscard]] bool keepsAlive() const; ///< valid once hasHead()
    [[nodiscard]] const HttpHead &head() const;
    /// Fields after a chunked body, complete once isDone(). Never part of the head. RFC 9110, section 6.5.
    [[nodiscard]] const HttpHeaders &trailers() const;
    /// Returns the part of the body that came since the last call.
    [[nodiscard]] QByteArray takeBody();
    /// Returns the bytes after the end of the message: the beginning of the next one.
    [[nodiscard]] QByteArray takeRest();

private:
    class Reader;
    template<bool isRequest>
    class BeastReader;
    std::unique_ptr<Reader> m_reader;
};

} // namespace Pullcord
