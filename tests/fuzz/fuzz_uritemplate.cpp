// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Any text is a URI template or gives an error. Expansions contain URI characters only.
#include "core/mcp/catalog/uritemplate.h"
#include "fuzz/require.h"

#include <algorithm>

using namespace Pullcord;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QString text = QString::fromUtf8(QByteArrayView(data, qsizetype(size)));
    const Result<UriTemplate> parsed = UriTemplate::parse(text);
    REQUIRE(parsed || !parsed.error().detail.isEmpty());
    if (!parsed)
        return 0;
    UriTemplate::Values values;
    const QStringList names = parsed->variables();
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (i % 4 == 0)
            values.insert(names[i], text);
        else if (i % 4 == 1)
            values.insert(names[i], QStringList{text, QString(), QStringLiteral("b c")});
        else if (i % 4 == 2)
            values.insert(names[i], UriTemplate::Pairs{{text, QStringLiteral("%")}, {QString(), text}});
    }
    for (const QString &uri : {parsed->expand(values), parsed->expand({})})
        REQUIRE(std::all_of(uri.begin(), uri.end(), [](QChar c) { return c > u' ' && c < u'\x7f'; }));
    return 0;
}
