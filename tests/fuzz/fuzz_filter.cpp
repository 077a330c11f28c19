// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Any text is a filter, or gives an error with a position. A quoted text is always a filter.
#include "core/capture/filter/filter.h"
#include "fuzz/require.h"

using namespace Pullcord;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QString text = QString::fromUtf8(QByteArrayView(data, qsizetype(size)));
    const auto parsed = Filter::parse(text);
    if (const auto *problem = std::get_if<Filter::Problem>(&parsed)) {
        REQUIRE(!problem->message.isEmpty());
        REQUIRE(problem->position >= 0 && problem->length >= 0 && problem->position + problem->length <= text.size());
    } else {
        const Filter &filter = std::get<Filter>(parsed);
        REQUIRE(filter.isEmpty() || filter.text() == text);
        REQUIRE(filter.includes(filter));
        (void)filter.asksForTime();
        const auto again = Filter::parse(filter.text());
        REQUIRE(filter.isEmpty() || *std::get<Filter>(again).root() == *filter.root());
    }
    if (!text.isEmpty()) {
        const auto quoted = Filter::parse(Filter::quoted(text));
        REQUIRE(std::holds_alternative<Filter>(quoted) && !std::get<Filter>(quoted).isEmpty());
        REQUIRE(std::get<Filter>(quoted).root()->term.value == text);
    }
    return 0;
}
