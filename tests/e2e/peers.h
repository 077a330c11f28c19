// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/stdiotransport.h"

#include <QStringList>
#include <QUrl>

/// The real servers of tests/peers, and our own programs, as commands. See tests/peers/README.md for what they do.
namespace Pullcord::Peers {

[[nodiscard]] StdioCommand everything();
[[nodiscard]] StdioCommand filesystem(const QString &folder);
[[nodiscard]] StdioCommand memory(const QString &file);
[[nodiscard]] StdioCommand sdkV1();
[[nodiscard]] StdioCommand sdkV2();
/// On stdio; with PORT, as HttpPeer has it, over HTTP.
[[nodiscard]] StdioCommand sdkV2Changes();

/// Those that listen on the port in the variable PORT, or in the argument $PORT (see HttpPeer).
[[nodiscard]] StdioCommand everythingHttp();
[[nodiscard]] StdioCommand everythingSse();
[[nodiscard]] StdioCommand sdkV1Http();
[[nodiscard]] StdioCommand sdkV2Http(const QStringList &switches = {});
[[nodiscard]] StdioCommand kubernetes(const QString &kubeconfig);

/// Azure MCP Server on stdio, with the tools about subscriptions alone. It asks for its tokens at `tokens` and nobody else,
/// and writes its files into that folder. Without a program: the package is not there for this machine.
[[nodiscard]] StdioCommand azure(const QUrl &tokens, const QString &home);

/// A client of ours on an SDK, which plays a scene of client-scenes.mjs with a server and ends; what the two say goes into that file.
[[nodiscard]] StdioCommand client(const QString &sdk, const QString &scene, const QString &file,
                                  const StdioCommand &server);

/// One of our own programs, e.g. "pullcord-cli".
[[nodiscard]] QString program(const QString &name);
[[nodiscard]] StdioCommand demoServer(const QStringList &switches = {});

} // namespace Pullcord::Peers
