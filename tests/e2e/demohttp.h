// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "e2e/peers.h"

#include <QProcess>
#include <QTest>
#include <QUrl>

namespace Pullcord {

/// The demo server over HTTP as a child process; ended with this object.
class DemoHttp
{
public:
    explicit DemoHttp(const QStringList &switches = {})
        : m_switches(switches)
    {
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        start(0);
    }
    ~DemoHttp() { stop(); }

    /// Its address; empty if it did not start.
    [[nodiscard]] QUrl url(const QString &path = QStringLiteral("/mcp"))
    {
        static const QByteArray sign = "listening on ";
        static_cast<void>(QTest::qWaitFor([this] { return output().contains("/mcp\n"); }, 20'000));
        const qsizetype begin = output().indexOf(sign) + sign.size();
        QUrl url = QUrl::fromEncoded(output().mid(begin, output().indexOf('\n', begin) - begin));
        url.setPath(path);
        return url;
    }
    /// All that it has written so far.
    const QByteArray &output() { return m_output += m_process.readAll(); }
    /// Ends it and starts it anew on the same port.
    [[nodiscard]] bool restart()
    {
        const int port = url().port();
        stop();
        start(port);
        return url().port() == port;
    }

private:
    void start(int port)
    {
        m_output.clear();
        QStringList arguments = m_switches;
        m_process.start(Peers::demoServer().program, arguments << QStringLiteral("--http") << QString::number(port));
    }
    void stop()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    QStringList m_switches;
    QProcess m_process;
    QByteArray m_output;
};

} // namespace Pullcord
