// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "e2e/clirun.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>

#include <algorithm>

namespace Pullcord {

/// Gives the programs of this test a session of their own in `folder`, so that they find no other proxies.
[[nodiscard]] inline bool useOwnSession(const QString &folder)
{
    const QString run = folder + QStringLiteral("/run");
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(run));
    return QDir().mkdir(run) && QFile::setPermissions(run, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

/// A proxy: with --listen for clients over HTTP, otherwise for a client on stdio, which this object is.
class ProxyProcess
{
public:
    ProxyProcess(const QString &file, const QUrl &url, const QStringList &options = {})
        : ProxyProcess(QStringList{QStringLiteral("proxy"), file, QStringLiteral("--url"), url.toString()} + options)
    {}
    explicit ProxyProcess(const QStringList &words)
    {
        m_process.start(Peers::program(QStringLiteral("pullcord-cli")), words);
    }
    ~ProxyProcess() { static_cast<void>(end()); }

    void write(QByteArrayView line) { m_process.write(line.toByteArray() + '\n'); }
    /// Returns the next line of the proxy; empty if none came.
    [[nodiscard]] QByteArray read()
    {
        static_cast<void>(QTest::qWaitFor([this] { return m_process.canReadLine(); }, CliRun::Limit));
        return m_process.readLine();
    }
    [[nodiscard]] bool hasEnded()
    {
        return QTest::qWaitFor([this] { return m_process.state() == QProcess::NotRunning; }, CliRun::Limit);
    }
    /// Returns the address that a proxy with --listen prints.
    [[nodiscard]] QUrl address()
    {
        static const QRegularExpression sign(QStringLiteral("listening on (\\S+)\n"));
        QRegularExpressionMatch match;
        static_cast<void>(QTest::qWaitFor(
            [&] {
                m_errors += m_process.readAllStandardError();
                match = sign.match(QString::fromUtf8(m_errors));
                return match.hasMatch();
            },
            CliRun::Limit));
        return QUrl(match.captured(1));
    }
    /// Ends a proxy with --listen.
    [[nodiscard]] int interrupt()
    {
        m_process.terminate();
        return CliRun::finish(m_process).exitCode;
    }
    /// Runs `pullcord-cli control` for this proxy; see useOwnSession().
    [[nodiscard]] CliRun control(const QStringList &words) const
    {
        return CliRun::of(QStringList{QStringLiteral("control"), QString::number(m_process.processId())} + words);
    }
    /// Closes the client's end.
    [[nodiscard]] CliRun end()
    {
        m_process.closeWriteChannel();
        return CliRun::finish(m_process);
    }

private:
    QProcess m_process;
    QByteArray m_errors;
};

/// One request on a connection of its own, with what came back so far.
class RawClient
{
public:
    /// `path` is written as it is, instead of that of the URL.
    RawClient(const QUrl &url, const QByteArray &method, const QByteArray &body = {}, const QByteArray &headers = {},
              const QByteArray &path = {})
    {
        m_socket.connectToHost(url.host(), quint16(url.port()));
        ask(url, method, body, headers, path);
    }
    void ask(const QUrl &url, const QByteArray &method, const QByteArray &body = {}, const QByteArray &headers = {},
             const QByteArray &path = {})
    {
        const QByteArray target = path.isEmpty() ? url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority) : path;
        m_socket.write(method + ' ' + target + " HTTP/1.1\r\n" +
                       (headers.contains("Host:") ? QByteArray() : "Host: " + url.authority().toUtf8() + "\r\n") +
                       headers + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    }

    /// Limits what is read before something is awaited; 0: no limit.
    void setReadBufferSize(qint64 size) { m_socket.setReadBufferSize(size); }
    /// Waits until the text has come.
    [[nodiscard]] bool gets(QByteArrayView text)
    {
        return QTest::qWaitFor(
            [&] {
                m_received += m_socket.readAll();
                return m_received.contains(text);
            },
            CliRun::Limit);
    }
    /// Waits until that number of bytes has come.
    [[nodiscard]] bool getsBytes(qsizetype count)
    {
        return QTest::qWaitFor(
            [&] {
                m_received += m_socket.readAll();
                return m_received.size() >= count;
            },
            CliRun::Limit);
    }
    /// Waits until the response has a body, without the framing of chunks.
    [[nodiscard]] bool getsBody(const QByteArray &body)
    {
        return QTest::qWaitFor(
            [&] {
                m_received += m_socket.readAll();
                return this->body() == body;
            },
            CliRun::Limit);
    }
    /// Waits until the proxy has closed the connection.
    [[nodiscard]] bool isClosed()
    {
        return QTest::qWaitFor([&] { return m_socket.state() == QAbstractSocket::UnconnectedState; }, CliRun::Limit);
    }
    [[nodiscard]] bool isOpen() const { return m_socket.state() == QAbstractSocket::ConnectedState; }
    void close() { m_socket.abort(); }
    [[nodiscard]] const QByteArray &received() const { return m_received; }

private:
    /// Returns the body so far; empty if it is in chunks, and the last one has not come.
    [[nodiscard]] QByteArray body() const
    {
        const qsizetype head = m_received.indexOf("\r\n\r\n");
        QByteArray rest = head < 0 ? QByteArray() : m_received.sliced(head + 4);
        if (!m_received.contains("Transfer-Encoding: chunked"))
            return rest;
        QByteArray whole;
        while (!rest.isEmpty()) {
            const qsizetype line = rest.indexOf("\r\n");
            const qsizetype size = rest.first(std::max<qsizetype>(line, 0)).toLongLong(nullptr, 16);
            if (line < 0 || rest.size() < line + size + 4)
                return {};
            if (size == 0)
                return whole;
            whole += rest.sliced(line + 2, size);
            rest = rest.sliced(line + size + 4);
        }
        return {};
    }

    QTcpSocket m_socket;
    QByteArray m_received;
};

} // namespace Pullcord
