// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Headers made from a message are valid, whatever the message and its tool's schema. The input is a schema, a zero byte
// and the message.
#include "core/json/jsonchecker.h"
#include "core/transport/http/mcpheaders.h"
#include "fuzz/require.h"

using namespace Pullcord;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArrayView input(data, qsizetype(size));
    const qsizetype zero = input.indexOf('\0');
    const QByteArray schema = input.first(zero < 0 ? input.size() : zero).toByteArray();
    const QByteArray message = zero < 0 ? QByteArray() : input.sliced(zero + 1).toByteArray();
    JsonChecker checker;
    if (checker.check(schema))
        return 0;
    const auto wanted = ParameterHeaders::inSchema(JsonValue(schema));
    REQUIRE(wanted || !wanted.error().detail.isEmpty());
    if (wanted) {
        for (const ParameterHeader &header : *wanted)
            REQUIRE(HttpHeaders::isToken(header.name) && !header.path.isEmpty());
    }
    if (checker.check(message))
        return 0;
    McpHeaders headers;
    const QByteArray tools = R"({"tools":[{"name":"t","inputSchema":)" + schema + "}]}";
    headers.learn("tools/list", JsonValue(tools));
    const Envelope envelope = Envelope::of(message);
    const bool mayBeSent = bool(headers.check(message, envelope));
    const HttpHeaders all = headers.forMessage(message, envelope);
    for (const HttpHeader &header : all)
        REQUIRE(!mayBeSent || HttpHeaders::isValid(header));
    (void)headers.absentIn(message, envelope);
    (void)headers.forTyped(message, envelope);
    return 0;
}
