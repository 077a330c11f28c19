// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QUrl>

namespace Pullcord {

/// Who stands behind a URL: its scheme, host and port, however they are written. What is meant for one origin (headers of
/// the user's, a session) never goes to another. Specification: RFC 6454, section 4.
struct Origin
{
    QString scheme;
    QString host;
    int port = -1; ///< never the scheme's own: that one is -1

    [[nodiscard]] static Origin of(const QUrl &url);
    /// "https://example.com", "http://[::1]:3000".
    [[nodiscard]] QString toString() const;
    friend bool operator==(const Origin &, const Origin &) = default;
};

} // namespace Pullcord
