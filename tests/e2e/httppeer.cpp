// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/httppeer.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr int StartLimit = 20'000; // a cold Node on a busy machine

quint16 freePort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

bool accepts(const QUrl &url)
{
    QTcpSocket socket;
    socket.connectToHost(url.host(), quint16(url.port()));
    return socket.waitForConnected(1000);
}

} // namespace

HttpPeer::HttpPeer(const StdioCommand &command, const QByteArray &readySign, const QString &path)
    : m_command(command)
    , m_readySign(readySign)
{
    m_url.setScheme(u"http"_s);
    m_url.setHost(u"127.0.0.1"_s);
    m_url.setPort(freePort());
    m_url.setPath(path);
    m_command.setVariables.insert(u"PORT"_s, QString::number(m_url.port()));
    m_command.arguments.replaceInStrings(u"$PORT"_s, QString::number(m_url.port()));
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    start();
}

HttpPeer::~HttpPeer()
{
    m_process.kill();
    m_process.waitForFinished();
}

void HttpPeer::start()
{
    m_output.clear();
    m_process.setProcessEnvironment(m_command.environment());
    m_process.start(m_command.program, m_command.arguments);
}

QByteArray HttpPeer::output()
{
    return m_output += m_process.readAll();
}

bool HttpPeer::isReady()
{
    // Some servers print the sign before they listen.
    return QTest::qWaitFor([this] { return output().contains(m_readySign); }, StartLimit) &&
           QTest::qWaitFor([this] { return accepts(m_url); }, StartLimit);
}

bool HttpPeer::restart()
{
    m_process.kill();
    m_process.waitForFinished();
    start();
    return isReady();
}

} // namespace Pullcord
