// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httptransport.h"
#include "e2e/democlient.h"
#include "e2e/peers.h"

#include <QJsonArray>
#include <QProcess>
#include <QTest>
#include <QUrl>

namespace Pullcord {

/// The demo server over HTTP, as a child process of this object.
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

    /// Returns the URL of the server; empty if it did not start.
    [[nodiscard]] QUrl url(const QString &path = QStringLiteral("/mcp"))
    {
        static const QByteArray sign = "listening on ";
        static_cast<void>(QTest::qWaitFor([this] { return output().contains("/mcp\n"); }, 20'000));
        const qsizetype begin = output().indexOf(sign) + sign.size();
        QUrl url = QUrl::fromEncoded(output().mid(begin, output().indexOf('\n', begin) - begin));
        url.setPath(path);
        return url;
    }
    const QByteArray &output() { return m_output += m_process.readAll(); }
    /// Restarts the server on the same port.
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

/// One transport and revision.
struct Way
{
    const char *name;
    Revision revision;
    HttpOptions::Kind kind = HttpOptions::Kind::Streamable;
};

inline constexpr Way Legacy{"legacy", Revision::R2025_11_25};
inline constexpr Way Modern{"modern", Revision::R2026_07_28};
inline constexpr Way Sse{"HTTP+SSE", Revision::R2024_11_05, HttpOptions::Kind::HttpSse};

/// A demo server and its client.
class HttpDemo
{
public:
    explicit HttpDemo(const Way &way, const QStringList &switches = {}, HttpOptions options = {})
        : m_server(switches)
        , m_client(clientOptions(way), transport(way, options))
    {}

    DemoHttp &server() { return m_server; }
    DemoClient &client() { return m_client; }
    [[nodiscard]] bool connectToServer() { return m_client.connectToServer(); }
    [[nodiscard]] QList<Event> steps(QLatin1StringView step) const
    {
        QList<Event> found;
        for (const Event &event : m_client.recorder().events()) {
            if (event.kind == EventKind::Http && event.details.value(QLatin1StringView("step")) == step)
                found.append(event);
        }
        return found;
    }
    /// Returns the values of that header in the requests so far.
    [[nodiscard]] QStringList sentHeaders(const QString &name) const
    {
        QStringList values;
        for (const Event &event : steps(QLatin1StringView("request"))) {
            for (const QJsonValue &header : event.details.value(QLatin1StringView("headers")).toArray()) {
                if (header[QLatin1StringView("name")].toString().compare(name, Qt::CaseInsensitive) == 0)
                    values.append(header[QLatin1StringView("value")].toString());
            }
        }
        return values;
    }
    /// Returns the number of the exchange that carried a message with those bytes; 0 if none did.
    [[nodiscard]] int exchangeOf(QByteArrayView part) const
    {
        for (const Event &event : m_client.recorder().events()) {
            if (event.isMessage() && event.bytes.contains(part))
                return event.details.value(QLatin1StringView("exchange")).toInt();
        }
        return 0;
    }
    /// Returns the details of the end of an exchange; empty while it is open.
    [[nodiscard]] QJsonObject endOf(int exchange) const
    {
        for (const Event &event : steps(QLatin1StringView("end"))) {
            if (event.details.value(QLatin1StringView("exchange")).toInt() == exchange)
                return event.details;
        }
        return {};
    }
    [[nodiscard]] qsizetype countOfSent(QByteArrayView method) const
    {
        const QList<Event> &all = m_client.recorder().events();
        return std::count_if(all.begin(), all.end(), [&](const Event &event) {
            return event.isMessage() && event.direction == Direction::ClientToServer && event.method() == method;
        });
    }
    /// Calls a tool, waits until the server works on it, and cancels.
    const RequestRecord *callAndCancel(const QString &tool, const QByteArray &arguments)
    {
        OutgoingRequest *request = m_client.client().callTool(tool, arguments);
        const bool serverIsAtWork = m_client.call(QStringLiteral("echo"), R"({"text":"x"})") == QStringLiteral("x");
        const quint64 serial = request->serial();
        if (!serverIsAtWork || request->cancel(QStringLiteral("enough")) != OutgoingRequest::CancelResult::Done)
            return nullptr;
        return m_client.rpc().tracker().record(serial);
    }

private:
    static ClientOptions clientOptions(const Way &way)
    {
        ClientOptions options;
        options.revision = way.revision;
        for (const QString &capability : {QStringLiteral("sampling"), QStringLiteral("elicitation")})
            options.capabilities.insert(capability, QJsonObject());
        options.modernCapabilities = options.capabilities;
        return options;
    }
    std::unique_ptr<Transport> transport(const Way &way, HttpOptions options)
    {
        options.url =
            m_server.url(way.kind == HttpOptions::Kind::HttpSse ? QStringLiteral("/sse") : QStringLiteral("/mcp"));
        options.kind = way.kind;
        options.reconnectDelay = std::chrono::milliseconds(50);
        return std::make_unique<HttpTransport>(options);
    }

    DemoHttp m_server;
    DemoClient m_client;
};

} // namespace Pullcord

Q_DECLARE_METATYPE(Pullcord::Way)
Q_DECLARE_METATYPE(Pullcord::Revision)
