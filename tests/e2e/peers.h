// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/stdiotransport.h"

#include <QStringList>
#include <QUrl>

/// Commands for the real servers of tests/peers (see the README there) and for the programs of this project.
namespace Pullcord::Peers {

[[nodiscard]] StdioCommand everything();
[[nodiscard]] StdioCommand filesystem(const QString &folder);
[[nodiscard]] StdioCommand memory(const QString &file);
[[nodiscard]] StdioCommand sdkV1();
[[nodiscard]] StdioCommand sdkV2();
/// Uses stdio, or HTTP if PORT is set (see HttpPeer).
[[nodiscard]] StdioCommand sdkV2Changes();

/// These listen on the port in the variable PORT or in the argument $PORT (see HttpPeer).
[[nodiscard]] StdioCommand everythingHttp();
[[nodiscard]] StdioCommand everythingSse();
[[nodiscard]] StdioCommand sdkV1Http();
[[nodiscard]] StdioCommand sdkV2Http(const QStringList &switches = {});
[[nodiscard]] StdioCommand kubernetes(const QString &kubeconfig);

/// Azure MCP Server on stdio, with only its tools for subscriptions. It requests tokens only at `tokens`, and writes
/// its files into `home`. The program is empty if the package does not exist for this machine.
[[nodiscard]] StdioCommand azure(const QUrl &tokens, const QString &home);

/// A client built on an SDK. It plays a scene of client-scenes.mjs with a server, writes both sides into `file`, and
/// exits.
[[nodiscard]] StdioCommand client(const QString &sdk, const QString &scene, const QString &file,
                                  const StdioCommand &server);

/// The same client over HTTP, without a record. `way`: "sse" for HTTP+SSE, "modern" for 2026-07-28; empty for Streamable
/// HTTP before that.
[[nodiscard]] StdioCommand httpClient(const QString &sdk, const QString &scene, const QUrl &url, const QString &way);

/// Returns the command for a program of this project, e.g. "pullcord-cli".
[[nodiscard]] QString program(const QString &name);
[[nodiscard]] StdioCommand demoServer(const QStringList &switches = {});

} // namespace Pullcord::Peers
