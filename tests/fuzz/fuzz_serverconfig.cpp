// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Server configurations as JSON with comments, TOML, a command line, or a URL.
#include "core/config/jsoncomments.h"
#include "core/config/serverimport.h"
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

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArrayView bytes(data, qsizetype(size));
    const QByteArray blanked = JsonComments::blanked(bytes);
    REQUIRE(blanked.count('\n') == bytes.count('\n'));
    look(ServerImport::fromConfiguration(bytes));
    look(ServerImport::fromText(QString::fromUtf8(bytes)));
    return 0;
}
