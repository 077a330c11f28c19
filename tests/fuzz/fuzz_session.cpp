// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Session file of an earlier run: a damaged file gives fewer tabs. A session that was read survives writing and reading
// unchanged.
#include "fuzz/require.h"
#include "ui/opentabs.h"

#include <limits>

using namespace Pullcord;

namespace {

void checkServer(const ServerTarget &server)
{
    REQUIRE(server.isHttp() || !server.command.program.isEmpty());
    (void)server.title();
    (void)server.shownAddress();
    (void)server.shortAddress();
    (void)server.forgottenValues();
    REQUIRE(server.isSameAs(server));
    constexpr std::chrono::milliseconds Longest{std::numeric_limits<int>::max()}; // limit of a timer
    for (const std::chrono::seconds time : {server.timeouts.limit, server.timeouts.cap})
        REQUIRE(time.count() >= 0 && time.count() <= Longest.count() / 1000);
    for (const std::chrono::milliseconds time :
         {server.http.cancelGrace, server.http.exchange.connectTimeout, server.http.exchange.idleTimeout})
        REQUIRE(time.count() >= 0 && time <= Longest);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArray file(reinterpret_cast<const char *>(data), qsizetype(size));
    const OpenTabs openTabs = OpenTabs::fromJson(file);
    for (const OpenWindow &window : openTabs.windows) {
        REQUIRE(!window.tabs.isEmpty());
        REQUIRE(window.current >= 0 && window.current < window.tabs.size());
        for (const OpenTab &tab : window.tabs) {
            REQUIRE(!tab.isEmpty());
            if (tab.server)
                checkServer(*tab.server);
        }
    }
    (void)openTabs.titles();
    // A malformed proxy is stored masked, and may then be read differently.
    const OpenTabs kept = OpenTabs::fromJson(OpenTabs::fromJson(openTabs.toJson()).toJson());
    REQUIRE(kept.windows.size() == openTabs.windows.size() && kept.hasEnded == openTabs.hasEnded);
    REQUIRE(OpenTabs::fromJson(kept.toJson()).windows == kept.windows);
    return 0;
}
