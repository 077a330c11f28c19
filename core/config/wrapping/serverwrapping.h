// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"
#include "core/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

/// Edits the entry of a server so that its host starts it through `pullcord-cli proxy`, and takes that back. Only the
/// text of members that change is replaced. A server behind a URL becomes a command; values of its headers move to
/// variables of the entry, so that they never stand in arguments.
namespace Pullcord::ServerWrapping {

/// The command that stands between a host and its server.
struct Wrapper
{
    static constexpr int UsualKeptSize = 1024;

    QString program;              ///< absolute path of pullcord-cli
    QString folder;               ///< of the captures, absolute
    QString host;                 ///< name of the host, for the names of captures
    int keptSize = UsualKeptSize; ///< of all captures in the folder, in MiB; older ones are deleted
    QString rules = {};           ///< absolute path of a file of rules; empty: none
};

/// An entry before it was wrapped.
struct Former
{
    QByteArray text;    ///< of the entry
    QByteArray wrapped; ///< the text that replaced it
    QByteArray json;    ///< its value
};

/// True if the entry runs through the proxy, whatever the path of the program.
[[nodiscard]] bool isWrapped(const ServerTarget &server);
/// True for a wrapped entry whose program no longer exists: Pullcord was moved or removed.
[[nodiscard]] bool isBroken(const ServerTarget &server);
/// Returns the server behind the proxy: command, or URL without headers. `server` must be wrapped.
[[nodiscard]] ServerTarget inner(const ServerTarget &server);
/// Returns the title of the proxy: "Claude Desktop: files". `server` must be wrapped.
[[nodiscard]] QString title(const ServerTarget &server);

/// Returns the configuration with the server wrapped; in a broken entry only the program changes. The server must come
/// from that text. Errors (kind Protocol) say why the entry cannot be edited, with the line.
[[nodiscard]] Result<QByteArray> wrap(QByteArrayView text, const ImportedServer &server, const Wrapper &wrapper);
/// Returns the configuration with the server as before: byte for byte if the entry is still `former.wrapped`, else
/// without the proxy in its present command.
[[nodiscard]] Result<QByteArray> unwrap(QByteArrayView text, const ImportedServer &server, const Former &former = {});

/// Returns the entry in both texts.
[[nodiscard]] Result<Former> formerOf(QByteArrayView text, QByteArrayView wrappedText, const QString &pointer);
/// A warning about a server that is to be wrapped; empty if there is none.
[[nodiscard]] TranslatableText caution(const ImportedServer &server);

} // namespace Pullcord::ServerWrapping
