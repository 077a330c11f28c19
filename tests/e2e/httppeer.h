// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/stdiotransport.h"

#include <QProcess>
#include <QUrl>

namespace Pullcord {

/// A real server over HTTP on a free loopback port, as a child process of this object.
class HttpPeer
{
public:
    /// `command` gets its port in the variable PORT or in its argument $PORT. It must print `readySign` when it
    /// listens.
    HttpPeer(const StdioCommand &command, const QByteArray &readySign, const QString &path);
    ~HttpPeer();

    /// Waits for the sign; false if it did not come.
    [[nodiscard]] bool isReady();
    [[nodiscard]] QUrl url() const { return m_url; }
    [[nodiscard]] QByteArray output();
    /// Restarts the server on the same port.
    [[nodiscard]] bool restart();

private:
    void start();

    StdioCommand m_command;
    QByteArray m_readySign;
    QUrl m_url;
    QProcess m_process;
    QByteArray m_output;
};

} // namespace Pullcord
