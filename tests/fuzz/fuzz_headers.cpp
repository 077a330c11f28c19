// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Header lines, URLs, and texts in headers.
#include "core/secrets/secrets.h"
#include "core/transport/http/httpheaders.h"
#include "core/transport/http/origin.h"
#include "core/transport/http/parameterheaders.h"
#include "fuzz/require.h"

using namespace Pullcord;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const QString text = QString::fromUtf8(bytes);

    const Result<HttpHeader> header = HttpHeader::fromLine(text);
    REQUIRE(header || !header.error().detail.isEmpty());
    if (header) {
        REQUIRE(HttpHeaders::isValid(*header) && !HttpHeaders::isFraming(header->name));
        HttpHeaders headers{*header};
        REQUIRE(headers.value(header->name.toUpper()) == header->value);
        REQUIRE(headers.describe().size() == 1);
        headers.remove(header->name);
        REQUIRE(headers.isEmpty());
    }
    const HttpHeaders content{{"Content-Type", bytes}};
    REQUIRE(content.contentType() == content.contentType().toLower());

    const QByteArray encoded = ParameterHeaders::encoded(bytes);
    REQUIRE(HttpHeaders::isValid({"X", encoded}));
    REQUIRE(ParameterHeaders::decoded(encoded) == bytes);
    (void)ParameterHeaders::decoded(bytes);

    const Origin origin = Origin::of(QUrl(text));
    REQUIRE(origin == Origin::of(QUrl(text)));
    (void)origin.toString();
    (void)Secrets::maskedQuery(text);
    return 0;
}
