// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The time at which a message leaves for a server, and its report.

#include "core/connection/rpcconnection.h"
#include "core/transport/stdiotransport.h"
#include "support/eventrecorder.h"

#include <QElapsedTimer>
#include <QFile>
#include <QPointer>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr int Limit = 20'000;

} // namespace

class TestStdioDeparture : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void cancellationIsSentAtOnce();
    void reportsSendingBeforeTheResponse();
};

// The bytes reach the server before the caller returns to the event loop.
void TestStdioDeparture::cancellationIsSentAtOnce()
{
    const QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.filePath(u"heard"_s));
    QCOMPARE(mkfifo(path.constData(), 0600), 0);
    const int heard = ::open(path.constData(), O_RDWR | O_CLOEXEC);
    QVERIFY(heard >= 0);
    const auto closeIt = qScopeGuard([heard] { ::close(heard); });
    const StdioCommand command{.program = u"sh"_s,
                               .arguments = {u"-c"_s, u"exec cat > \"$0\""_s, QFile::decodeName(path)}};
    RpcConnection rpc(std::make_unique<StdioTransport>(command), RpcConnection::Role::Client);
    QList<Event> events;
    connect(&rpc, &RpcConnection::eventOccurred, this, [&](const Event &event) { events.append(event); });
    rpc.open();
    QTRY_COMPARE_WITH_TIMEOUT(rpc.state(), Transport::State::Open, Limit);
    const QPointer<OutgoingRequest> request = rpc.request("tools/call", R"({"name":"slow"})");
    QTRY_COMPARE_WITH_TIMEOUT(request->state(), RequestState::InFlight, Limit);

    QByteArray said;
    const auto hear = [&said, heard](int lines) { // blocks the event loop
        while (said.count('\n') < lines) {
            pollfd wait{heard, POLLIN, 0};
            QCOMPARE(::poll(&wait, 1, Limit), 1);
            QByteArray bytes(4096, '\0');
            const ssize_t got = ::read(heard, bytes.data(), size_t(bytes.size()));
            said += bytes.first(std::max<ssize_t>(got, 0));
        }
    };
    hear(1);
    QElapsedTimer elapsed;
    elapsed.start();
    QCOMPARE(request->cancel(u"enough"_s), OutgoingRequest::CancelResult::Done);
    const qint64 called = elapsed.nsecsElapsed();
    const qint64 back = monotonicNow();
    hear(2);
    qInfo("cancel() took %lld µs, the server had passed it on after %lld µs", called / 1000,
          elapsed.nsecsElapsed() / 1000);
    QVERIFY(said.contains(R"("method":"notifications/cancelled")"));
    QVERIFY(said.contains(R"("reason":"enough")"));
    QCOMPARE(events.last().kind, EventKind::Cancel);
    // Reported later, the event has the time of departure, and no event is older than its predecessor.
    const auto isSignal = [](const Event &event) { return event.method() == "notifications/cancelled"; };
    QTRY_VERIFY_WITH_TIMEOUT(std::any_of(events.cbegin(), events.cend(), isSignal), Limit);
    QVERIFY(std::find_if(events.cbegin(), events.cend(), isSignal)->time <= back);
    QVERIFY(std::is_sorted(events.begin(), events.end(),
                           [](const Event &left, const Event &right) { return left.time < right.time; }));
}

// The server responds before the next turn of the event loop. The request is still recorded first, with the time of its
// departure.
void TestStdioDeparture::reportsSendingBeforeTheResponse()
{
    StdioTransport transport({.program = u"cat"_s});
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_COMPARE_WITH_TIMEOUT(transport.state(), Transport::State::Open, Limit);
    const qint64 before = monotonicNow();
    transport.send("1");
    const qint64 after = monotonicNow();
    QCOMPARE(recorder.count(EventKind::Message), 0);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 2, Limit);
    QCOMPARE(recorder.kinds(), "opening opened message:c2s message:s2c");
    const qint64 left = recorder.of(EventKind::Message).time;
    QVERIFY(before <= left && left <= after);
}

QTEST_GUILESS_MAIN(TestStdioDeparture)
#include "tst_stdiodeparture.moc"
