// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QNetworkProxy>
#include <QSslConfiguration>
#include <QString>

#include <optional>

namespace Pullcord {

/// Certificates and proxy for one server in a corporate network, as entered by the user.
///
/// A value. Files are PEM, and are read when a connection is opened. `passphrase` and the password in `proxy` are
/// secrets: neither is stored or recorded.
struct HttpNetwork
{
    QString caFile;          ///< authorities trusted in addition to the system's
    QString certificateFile; ///< certificate of the client, with intermediate certificates
    QString keyFile;         ///< its private key; empty: in certificateFile
    QString passphrase;      ///< passphrase of the key
    QString proxy;           ///< a URL, "none", or empty for the system's proxy

    static constexpr QLatin1StringView NoProxy{"none"};
    static constexpr QLatin1StringView SystemProxy{"system"};

    /// Returns the TLS configuration; none if no file is named. The error (Usage) names the file and its fault:
    /// unreadable, not PEM, or in need of a passphrase. A key that does not match its certificate fails the connection
    /// instead.
    [[nodiscard]] Result<std::optional<QSslConfiguration>> tls() const;
    /// Returns the proxy that `proxy` describes; no value for the system's proxy. The error (Usage) names the fault.
    [[nodiscard]] Result<std::optional<QNetworkProxy>> networkProxy() const;
    /// Checks tls() and networkProxy().
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
