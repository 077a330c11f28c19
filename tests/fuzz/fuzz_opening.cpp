// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Message of a second instance: it is refused, or contains no command and is unchanged on one line of the socket.
#include "fuzz/require.h"
#include "ui/program/opening.h"

using namespace Pullcord;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArray message(reinterpret_cast<const char *>(data), qsizetype(size));
    const auto opening = Opening::fromJson(message);
    if (!opening)
        return 0;
    REQUIRE(!opening->hasCommand());
    REQUIRE(!opening->files.contains(QString()));
    if (opening->server) {
        REQUIRE(opening->server->isHttp());
        (void)opening->server->title();
        for (const HttpHeader &header : opening->server->http.headers)
            REQUIRE(HttpHeaders::isValid(header));
    }

    const QByteArray line = opening->toJson(QStringLiteral("/home/me"));
    REQUIRE(!line.contains('\n'));
    const auto again = Opening::fromJson(line);
    REQUIRE(again && again->files.size() == opening->files.size() && again->saved == opening->saved);
    REQUIRE(again->demo == opening->demo && again->newWindow == opening->newWindow);
    REQUIRE(again->activation == opening->activation && again->revision == opening->revision);
    REQUIRE(again->server.has_value() == opening->server.has_value());
    REQUIRE(!again->server || again->server->isHttp());
    // Paths are absolute now. A malformed proxy is handed on masked, and may then be read differently.
    const auto kept = Opening::fromJson(again->toJson(QStringLiteral("/")));
    REQUIRE(kept && kept->files == again->files);
    const QByteArray settled = kept->toJson({});
    REQUIRE(Opening::fromJson(settled) && Opening::fromJson(settled)->toJson({}) == settled);
    return 0;
}
