// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"
#include "core/result.h"
#include "core/transport/http/httpexchange.h"
#include "core/transport/http/httpnetwork.h"

#include <QStringList>
#include <QUrl>

#include <chrono>
#include <optional>

namespace Pullcord {

/// Options of a connection to a server over HTTP: address, headers, network, timeouts. A value.
struct HttpOptions
{
    enum class Kind : quint8 {
        Automatic,  ///< Streamable HTTP, or HTTP+SSE if the server refuses that as the specification describes
        Streamable, ///< since 2025-03-26
        HttpSse,    ///< of 2024-11-05
    };

    QUrl url;               ///< credentials in it become an Authorization header (Basic), unless `headers` has one
    QStringList urlSecrets; ///< values of environment variables in the path and query of `url`
    Kind kind = Kind::Automatic;
    HttpHeaders headers; ///< the user's headers for every request to this origin; all secret
    JsonLimits json;
    /// Redirects, and the message address of HTTP+SSE, may lead to another origin; never from https to http, nor from
    /// elsewhere to this machine. Only the user sets it: messages sent there include the arguments of tools.
    bool followRedirects = false;
    HttpNetwork network; ///< for every connection; the client's certificate for this origin alone
    HttpExchange::Options exchange;
    std::chrono::milliseconds cancelGrace{5000}; ///< from a cancel (legacy) to the closing of its stream by the client
    /// Pause before a stream is requested again, unless the server asks for another.
    std::chrono::milliseconds reconnectDelay{1000};
    std::chrono::milliseconds unfinishedWait{1000}; ///< until an event that lacks only its blank line is reported
    std::chrono::milliseconds closeWait{2000};      ///< for the response to DELETE on closing

    /// True if the typed text is the address of a server rather than a command.
    [[nodiscard]] static bool isAddress(const QString &typed);
    /// Parses a typed URL. The error (Usage) reports a text that is not http or https with a host.
    [[nodiscard]] static Result<QUrl> urlFrom(const QString &typed);
    /// URL in encoded form, except placeholders of configurations such as ${NAME}, which stay as written.
    [[nodiscard]] QString address() const;
    /// Returns a URL of this server fit to be shown and recorded, with secrets and `urlSecrets` masked.
    [[nodiscard]] QString shown(QString address) const;
    /// Details of the Opening event of a connection with these options, secrets masked.
    [[nodiscard]] QJsonObject description() const;
};

/// Name of a kind in settings and command lines: "auto", "streamable-http", "http+sse". The reverse returns none for
/// other names.
[[nodiscard]] QString nameOf(HttpOptions::Kind kind);
[[nodiscard]] std::optional<HttpOptions::Kind> httpKindFromName(QStringView name);

} // namespace Pullcord
