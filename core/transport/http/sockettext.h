// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractSocket>
#include <QRegularExpression>

namespace Pullcord {

/// Text of a socket's last error, without the codes of OpenSSL ("error:0A00045C:SSL routines::").
[[nodiscard]] inline QString errorTextOf(const QAbstractSocket &socket)
{
    static const QRegularExpression codes(QStringLiteral("error:[0-9A-Fa-f]{8}:[^:]*:[^:]*:\\s*"));
    return socket.errorString().remove(codes);
}

} // namespace Pullcord
