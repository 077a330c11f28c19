// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QUrl>

namespace Pullcord {

/// The server behind a URL: its scheme, host and port, in any spelling. User headers and sessions belong to one origin and
/// never go to another. Specification: RFC 6454, section 4.
struct Origin
{
    QString scheme;
    QString host;
    int port = -1; ///< never the scheme's own: that one is -1

    [[nodiscard]] static Origin of(const QUrl &url);
    /// True if the host, by its name or address, is this machine: localhost, 127.0.0.0/8, ::1, 0.0.0.0. No name is resolved.
    [[nodiscard]] bool isLoopback() const;
    /// "https://example.com", "http://[::1]:3000".
    [[nodiscard]] QString toString() const;
    friend bool operator==(const Origin &, const Origin &) = default;
};

} // namespace Pullcord
