// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QUrl>

namespace Pullcord {

/// The server behind a URL: its scheme, host and port, however they are spelled. User headers and sessions belong to
/// one origin and never go to another. A value. Specification: RFC 6454, section 4.
struct Origin
{
    QString scheme;
    QString host;
    int port = -1; ///< -1 for the default port of the scheme

    [[nodiscard]] static Origin of(const QUrl &url);
    /// True if the host is this machine, by its name or address: localhost, 127.0.0.0/8, ::1, 0.0.0.0. Resolves no
    /// name.
    [[nodiscard]] bool isLoopback() const;
    /// Text form: "https://example.com", "http://[::1]:3000".
    [[nodiscard]] QString toString() const;
    friend bool operator==(const Origin &, const Origin &) = default;
};

} // namespace Pullcord
