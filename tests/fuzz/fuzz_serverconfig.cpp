// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Server configurations as JSON with comments, TOML, a command line, or a URL.
#include "core/config/jsoncomments.h"
#include "core/config/serverimport.h"
#include "core/config/wrapping/serverwrapping.h"
#include "fuzz/require.h"

using namespace Pullcord;

namespace {

void look(const Result<QList<ImportedServer>> &servers)
{
    REQUIRE(servers || !servers.error().detail.isEmpty());
    if (!servers)
        return;
    for (const ImportedServer &server : *servers)
        (void)server.target.title();
}

/// Each server is wrapped and unwrapped again, or refused with a reason.
void wrap(QByteArrayView text)
{
    const ServerWrapping::Wrapper proxy{
        .program = QStringLiteral("/a/pullcord-cli"), .folder = QStringLiteral("/b"), .host = QStringLiteral("c")};
    const auto servers = ServerImport::fromConfiguration(text);
    for (const ImportedServer &server : servers ? *servers : QList<ImportedServer>()) {
        const auto wrapped = ServerWrapping::wrap(text, server, proxy);
        REQUIRE(wrapped || !wrapped.error().detail.isEmpty());
        if (!wrapped)
            continue;
        const auto now = ServerImport::fromConfiguration(*wrapped);
        const auto former = ServerWrapping::formerOf(text, *wrapped, server.pointer);
        REQUIRE(now && former);
        for (const ImportedServer &made : *now) {
            if (made.pointer != server.pointer)
                continue;
            REQUIRE(ServerWrapping::isWrapped(made.target));
            const auto restored = ServerWrapping::unwrap(*wrapped, made, *former);
            REQUIRE(restored && *restored == text);
            (void)ServerWrapping::unwrap(*wrapped, made);
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArrayView bytes(data, qsizetype(size));
    const QByteArray blanked = JsonComments::blanked(bytes);
    REQUIRE(blanked.count('\n') == bytes.count('\n'));
    REQUIRE(JsonComments::blanked(bytes, JsonComments::Keep::Bytes).size() == bytes.size());
    look(ServerImport::fromConfiguration(bytes));
    wrap(bytes);
    look(ServerImport::fromText(QString::fromUtf8(bytes)));
    return 0;
}
