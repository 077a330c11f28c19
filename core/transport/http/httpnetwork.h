// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QNetworkProxy>
#include <QSslConfiguration>
#include <QString>

#include <optional>

namespace Pullcord {

/// The way through a corporate network to one server: certificates and a proxy, as the user named them.
///
/// A value. Files are PEM and are read when a connection is opened. `passphrase` and the password in `proxy` are secrets:
/// neither is stored or recorded.
struct HttpNetwork
{
    QString caFile;          ///< authorities that are trusted beside those of the system
    QString certificateFile; ///< of the client, with the certificates between it and its authority
    QString keyFile;         ///< its private key; empty: it stands in certificateFile
    QString passphrase;      ///< of the key
    QString proxy;           ///< a URL, "none", or empty: the proxy of the system

    static constexpr QLatin1StringView NoProxy{"none"};
    static constexpr QLatin1StringView SystemProxy{"system"};

    /// The configuration of TLS; none if no file is named. An error of kind Usage names the file and its fault: it cannot be
    /// read, is not PEM, needs a passphrase. A key that does not belong to its certificate fails the connection.
    [[nodiscard]] Result<std::optional<QSslConfiguration>> tls() const;
    /// The proxy of a URL or of "none"; none for that of the system. An error of kind Usage says what is wrong with it.
    [[nodiscard]] Result<std::optional<QNetworkProxy>> networkProxy() const;
    /// Both are in order.
    [[nodiscard]] Outcome check() const;
    /// True if the key is encrypted and `passphrase` does not open it.
    [[nodiscard]] bool isKeyLocked() const;
    /// The file that holds the key; empty without one.
    [[nodiscard]] QString keyPath() const { return keyFile.isEmpty() ? certificateFile : keyFile; }
    /// The user name in `proxy`; empty without one.
    [[nodiscard]] QString proxyUser() const;
    void setProxyPassword(const QString &password);
    /// `proxy` without its password.
    [[nodiscard]] QString shownProxy() const;

    friend bool operator==(const HttpNetwork &, const HttpNetwork &) = default;
};

} // namespace Pullcord
