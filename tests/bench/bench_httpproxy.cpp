// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/probe.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QUrl>

#include <algorithm>
#include <array>
#include <cstdio>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

/// Exchanges over HTTP: with the server alone, through a relay that only copies bytes, and through the proxy, which
/// records and checks. They alternate, to run under equal conditions; each client keeps its connection. The large
/// response is a stream of events, as memory for one message would be memory for its record. Usage: bench_httpproxy
/// EXCHANGES BYTES

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

constexpr int Turns = 20;
constexpr int WarmUp = 50; ///< exchanges before the measurement
constexpr size_t BlockSize = 65536;
constexpr qint64 EventSize = qint64(64) << 10;
constexpr QByteArrayView LastChunk = "0\r\n\r\n";

void setNoDelay(int socket)
{
    const int yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

bool writeAll(int socket, const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t written = ::send(socket, bytes, count, MSG_NOSIGNAL);
        if (written <= 0)
            return false;
        bytes += written;
        count -= size_t(written);
    }
    return true;
}

/// Returns a socket connected to that port of this machine; negative if that failed.
int connected(quint16 port)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
        return ::close(socket), -1;
    setNoDelay(socket);
    return socket;
}

/// Calls `serve` for each connection, in a thread of its own, as long as the program runs. Returns the port.
template<typename Serve>
quint16 listening(Serve serve)
{
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    if (::bind(listener, reinterpret_cast<sockaddr *>(&address), length) != 0 || ::listen(listener, 128) != 0 ||
        ::getsockname(listener, reinterpret_cast<sockaddr *>(&address), &length) != 0)
        return 0;
    std::thread([listener, serve] {
        for (int socket = ::accept(listener, nullptr, nullptr); socket >= 0;
             socket = ::accept(listener, nullptr, nullptr)) {
            setNoDelay(socket);
            std::thread([socket, serve] {
                serve(socket);
                ::close(socket);
            }).detach();
        }
    }).detach();
    return ntohs(address.sin_port);
}

/// Reads requests, and responds with their id; to the tool "large" with a stream of events of that size.
void serve(int socket, qint64 largeSize)
{
    QByteArray received;
    std::vector<char> block(BlockSize);
    for (;;) {
        qsizetype head = -1;
        qsizetype end = -1;
        while (end < 0 || received.size() < end) {
            const ssize_t count = ::read(socket, block.data(), block.size());
            if (count <= 0)
                return;
            received.append(block.data(), count);
            head = received.indexOf("\r\n\r\n");
            const qsizetype length = received.indexOf("Content-Length: ");
            if (head >= 0 && length >= 0)
                end = head + 4 + received.mid(length + 16, received.indexOf('\r', length) - length - 16).toLongLong();
        }
        const QByteArray body = received.mid(head + 4, end - head - 4);
        received.remove(0, end);
        if (body.contains("large")) {
            const QByteArray event = R"(data: {"jsonrpc":"2.0","method":"notifications/message","params":{"data":")" +
                                     QByteArray(EventSize, 'x') + "\"}}\n\n";
            const QByteArray start =
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
            const QByteArray chunk = QByteArray::number(event.size(), 16) + "\r\n" + event + "\r\n";
            bool good = writeAll(socket, start.constData(), size_t(start.size()));
            for (qint64 i = 0; i < largeSize / EventSize && good; ++i)
                good = writeAll(socket, chunk.constData(), size_t(chunk.size()));
            if (!good || !writeAll(socket, LastChunk.data(), size_t(LastChunk.size())))
                return;
            continue;
        }
        const qsizetype id = body.indexOf("\"id\":") + 5;
        const QByteArray result = R"({"jsonrpc":"2.0","id":)" + body.mid(id, body.indexOf(',', id) - id) +
                                  R"(,"result":{"content":[{"type":"text","text":"12:00"}]}})";
        const QByteArray response = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
                                    QByteArray::number(result.size()) + "\r\n\r\n" + result;
        if (!writeAll(socket, response.constData(), size_t(response.size())))
            return;
    }
}

/// Copies bytes between a client and the server, in both directions, until one of them closes.
void relay(int client, quint16 server)
{
    std::array<pollfd, 2> ends{pollfd{client, POLLIN, 0}, pollfd{connected(server), POLLIN, 0}};
    std::vector<char> block(BlockSize);
    while (::poll(ends.data(), ends.size(), -1) > 0) {
        for (size_t i = 0; i < ends.size(); ++i) {
            if (ends.at(i).revents == 0)
                continue;
            const ssize_t count = ::read(ends.at(i).fd, block.data(), block.size());
            if (count <= 0 || !writeAll(ends.at(1 - i).fd, block.data(), size_t(count))) {
                ::close(ends.at(1).fd);
                return;
            }
        }
    }
}

/// A client that keeps its connection, and waits for each response.
class HttpPeer
{
public:
    explicit HttpPeer(const QUrl &url)
        : m_url(url)
        , m_socket(connected(quint16(url.port())))
    {}
    ~HttpPeer() { ::close(m_socket); }
    Q_DISABLE_COPY_MOVE(HttpPeer)

    /// Returns the microseconds from the request to the end of the response; negative without one.
    [[nodiscard]] double exchange(const QByteArray &tool)
    {
        const QByteArray body = R"({"jsonrpc":"2.0","id":)" + QByteArray::number(++m_id) +
                                R"(,"method":"tools/call","params":{"name":")" + tool + R"(","arguments":{}}})";
        const QByteArray request = "POST " + m_url.path().toLatin1() +
                                   " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(m_url.port()) +
                                   "\r\nContent-Type: application/json\r\nAccept: application/json, "
                                   "text/event-stream\r\nContent-Length: " +
                                   QByteArray::number(body.size()) + "\r\n\r\n" + body;
        QElapsedTimer clock;
        clock.start();
        if (!writeAll(m_socket, request.constData(), size_t(request.size())))
            return -1;
        QByteArray received;
        bool hasHead = false;
        qsizetype end = -1; // of a response that has a length
        do {
            const ssize_t count = ::read(m_socket, m_block.data(), m_block.size());
            if (count <= 0)
                return -1;
            received.append(m_block.data(), count);
            const qsizetype head = hasHead ? -1 : received.indexOf("\r\n\r\n");
            if (head >= 0) {
                hasHead = true;
                const qsizetype length = received.first(head).indexOf("Content-Length: ");
                if (length >= 0)
                    end =
                        head + 4 + received.mid(length + 16, received.indexOf('\r', length) - length - 16).toLongLong();
            }
            if (hasHead && end < 0)
                received = received.last(std::min(received.size(), LastChunk.size()));
        } while (!hasHead || (end < 0 ? !received.endsWith(LastChunk) : received.size() < end));
        return double(clock.nsecsElapsed()) / 1000;
    }
    /// Appends the times of `count` exchanges; returns false if one fails.
    [[nodiscard]] bool exchange(int count, std::vector<double> *times)
    {
        for (int i = 0; i < count; ++i) {
            const double time = exchange("clock"_ba);
            if (time < 0)
                return false;
            if (times)
                times->push_back(time);
        }
        return true;
    }

private:
    QUrl m_url;
    int m_socket;
    int m_id = 0;
    std::vector<char> m_block = std::vector<char>(BlockSize);
};

QUrl urlAt(quint16 port)
{
    return QUrl(u"http://127.0.0.1:%1/mcp"_s.arg(port));
}

/// One of the ways to the server, with its measurements.
struct Way
{
    const char *median;
    const char *rate;
    HttpPeer peer;
    std::vector<double> times = {};
    std::vector<double> rates = {}; ///< MB/s of the large response
};

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.at(values.size() / 2);
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    const int count = QCoreApplication::arguments().value(1).toInt() / Turns;
    const qint64 largeSize = QCoreApplication::arguments().value(2).toLongLong();
    if (count <= 0 || largeSize < EventSize)
        return std::fputs("Usage: bench_httpproxy EXCHANGES BYTES\n", stderr), 2;
    const QTemporaryDir folder;
    const quint16 server = listening([largeSize](int socket) { serve(socket, largeSize); });
    const quint16 relayed = listening([server](int socket) { relay(socket, server); });
    QProcess proxy;
    proxy.start(Probe::program(u"pullcord-cli"_s), {u"proxy"_s, folder.filePath(u"a.pullcord"_s), u"--listen"_s, u"0"_s,
                                                    u"--url"_s, urlAt(server).toString()});
    static const QRegularExpression sign(u"listening on (\\S+)\n"_s);
    QByteArray errors;
    proxy.setReadChannel(QProcess::StandardError);
    while (!errors.contains("listening on ") && proxy.waitForReadyRead(10'000))
        errors += proxy.readAllStandardError();
    const QUrl address(sign.match(QString::fromUtf8(errors)).captured(1));

    std::array<Way, 3> ways{Way{"http.direct.median", "http.direct.rate", HttpPeer(urlAt(server))},
                            Way{"http.relay.median", "http.relay.rate", HttpPeer(urlAt(relayed))},
                            Way{"http.proxy.median", "http.proxy.rate", HttpPeer(address)}};
    bool good = address.isValid();
    for (Way &way : ways)
        good = good && way.peer.exchange(WarmUp, nullptr);
    for (int turn = 0; turn < Turns && good; ++turn) {
        for (Way &way : ways)
            good = good && way.peer.exchange(count, &way.times);
    }
    const qint64 before = Probe::memoryOf(proxy.processId()).anonymous;
    for (int turn = 0; turn < 3 && good; ++turn) {
        for (Way &way : ways) {
            const double microseconds = way.peer.exchange("large"_ba);
            good = good && microseconds > 0;
            way.rates.push_back(double(largeSize) / microseconds);
        }
    }
    if (good) {
        for (const Way &way : ways) {
            Probe::report(way.median, medianOf(way.times));
            Probe::report(way.rate, medianOf(way.rates));
        }
        Probe::report("http.proxy.growth", double(Probe::memoryOf(proxy.processId()).anonymous - before) / 1e6);
    }
    proxy.terminate();
    proxy.waitForFinished();
    return good ? 0 : (std::fputs("bench_httpproxy: there was no response\n", stderr), 1);
}
