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

/// How to reach a server over HTTP, and how patient to be with it.
struct HttpOptions
{
    enum class Kind : quint8 {
        Automatic,  ///< Streamable HTTP, and HTTP+SSE if the server refuses it as the specification describes
        Streamable, ///< since 2025-03-26
        HttpSse,    ///< of 2024-11-05
    };

    QUrl url;               ///< credentials in it go into an Authorization header (Basic), unless `headers` has one
    QStringList urlSecrets; ///< values of environment variables in the path and query of `url`
    Kind kind = Kind::Automatic;
    HttpHeaders headers; ///< of the user's, for every request to this origin; secrets all of them
    JsonLimits json;
    /// Redirects (and the address for messages of HTTP+SSE) may lead to another origin; never from https to http, nor from
    /// elsewhere to this machine. Set by the user alone: what is sent there includes the arguments of tools.
    bool followRedirects = false;
    HttpNetwork network; ///< for every connection; the certificate of the client for this origin alone
    HttpExchange::Options exchange;
    std::chrono::milliseconds cancelGrace{5000};    ///< from a cancel (legacy) until we close the stream of its answer
    std::chrono::milliseconds reconnectDelay{1000}; ///< of a stream, unless the server has asked for another
    std::chrono::milliseconds unfinishedWait{1000}; ///< until an event that lacks only its blank line is reported
    std::chrono::milliseconds closeWait{2000};      ///< for the answer to DELETE when we leave

    /// Whether a person who types this means a server behind a URL, not a program to start.
    [[nodiscard]] static bool isAddress(const QString &typed);
    /// The URL that was typed; an error of kind Usage if it is none of http or https with a host.
    [[nodiscard]] static Result<QUrl> urlFrom(const QString &typed);
    /// The URL encoded, but for placeholders such as ${NAME} that configurations have: those stand as they were written.
    [[nodiscard]] QString address() const;
    /// A URL of this server as it may be shown and recorded: secrets masked, `urlSecrets` among them.
    [[nodiscard]] QString shown(QString address) const;
};

/// As settings and command lines call it: "auto", "streamable-http", "http+sse". None for other names.
[[nodiscard]] QString nameOf(HttpOptions::Kind kind);
[[nodiscard]] std::optional<HttpOptions::Kind> httpKindFromName(QStringView name);

} // namespace Pullcord
