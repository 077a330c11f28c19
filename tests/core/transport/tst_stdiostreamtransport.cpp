// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The server's end of stdio, with the test as the client on two pipes.

#include "core/transport/stdiostreamtransport.h"
#include "support/eventrecorder.h"

#include <QSignalSpy>
#include <QTest>

#include <array>

#include <fcntl.h>
#include <unistd.h>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr int Limit = 20'000;

/// Two pipes; the test holds `toServer` and `fromServer`.
struct Wires
{
    Wires()
    {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) == 0) {
            input = ends[0];
            toServer = ends[1];
        }
        if (pipe2(ends.data(), O_CLOEXEC) == 0) {
            fromServer = ends[0];
            output = ends[1];
        }
        fcntl(fromServer, F_SETFL, O_NONBLOCK);
    }
    ~Wires()
    {
        for (const int descriptor : {input, output, toServer, fromServer})
            ::close(descriptor);
    }
    Q_DISABLE_COPY_MOVE(Wires)

    void say(const QByteArray &bytes) const
    {
        QCOMPARE(::write(toServer, bytes.constData(), size_t(bytes.size())), bytes.size());
    }
    QByteArray hear() const
    {
        QByteArray heard(1 << 20, '\0');
        const ssize_t got = ::read(fromServer, heard.data(), size_t(heard.size()));
        return heard.first(std::max<ssize_t>(got, 0));
    }
    void hangUp(int &descriptor) const
    {
        ::close(descriptor);
        descriptor = -1;
    }

    int input = -1;
    int output = -1;
    int toServer = -1;
    int fromServer = -1;
};

} // namespace

class TestStdioStreamTransport : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void exchangesMessages();
    void respondsBeforeClosing();
    void waitsForRoom();
    void pausesReading();
    void clientCloses();
    void closesAndOpensAgain();
};

void TestStdioStreamTransport::exchangesMessages()
{
    const Wires wires;
    StdioStreamTransport transport(wires.input, wires.output);
    const EventRecorder recorder(transport);
    const int flags = fcntl(wires.input, F_GETFL);
    transport.open();
    QCOMPARE(recorder.kinds(), "opening");
    QTRY_COMPARE_WITH_TIMEOUT(transport.state(), Transport::State::Open, Limit);
    QCOMPARE(fcntl(wires.input, F_GETFL), flags | O_NONBLOCK);

    wires.say("{\"a\"");
    wires.say(":1}\n[]\nnonsense\n");
    QTRY_COMPARE_WITH_TIMEOUT(recorder.kinds(), "opening opened message:c2s message:c2s malformed:c2s"_ba, Limit);
    QCOMPARE(recorder.of(EventKind::Message).bytes, "{\"a\":1}"_ba);
    transport.send("{}");
    QCOMPARE(wires.hear(), "{}\n"_ba); // at once
    QVERIFY(recorder.messages(Direction::ServerToClient).isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(recorder.messages(Direction::ServerToClient), QByteArrayList{"{}"_ba}, Limit);
}

// Bytes in the pipe at its end are still read, and their responses leave.
void TestStdioStreamTransport::respondsBeforeClosing()
{
    Wires wires;
    StdioStreamTransport transport(wires.input, wires.output);
    const EventRecorder recorder(transport);
    connect(&transport, &Transport::eventOccurred, this, [&](const Event &event) {
        if (event.isMessage() && event.direction == Direction::ClientToServer)
            transport.send('"' + QByteArray(300'000, 'x') + '"');
    });
    wires.say("1\n2");
    wires.hangUp(wires.toServer);
    const int flags = fcntl(wires.output, F_GETFL);
    transport.open();
    qsizetype heard = 0;
    QTRY_COMPARE_WITH_TIMEOUT(heard += wires.hear().size(), 600'006, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.of(EventKind::Closed).details.value(u"reason"_s).toString(),
             u"the client closed standard input"_s);
    QCOMPARE(recorder.count(EventKind::Unsent), 0);
    QCOMPARE(fcntl(wires.output, F_GETFL), flags);
    QCOMPARE(transport.state(), Transport::State::Idle);
}

void TestStdioStreamTransport::waitsForRoom()
{
    const Wires wires;
    StdioStreamTransport transport(wires.input, wires.output);
    const EventRecorder recorder(transport);
    QSignalSpy drained(&transport, &StdioStreamTransport::drained);
    transport.open();
    for (int i = 0; i < 300; ++i)
        transport.send('"' + QByteArray(1'000, 'x') + '"');
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Queued), Limit);
    QVERIFY(transport.pendingBytes() > 0);
    QVERIFY(drained.isEmpty());
    wires.say("1\n"); // still reads
    QTRY_COMPARE_WITH_TIMEOUT(recorder.messages(Direction::ClientToServer).size(), 1, Limit);

    qsizetype heard = 0;
    QTRY_COMPARE_WITH_TIMEOUT(heard += wires.hear().size(), 300 * 1'003, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(drained.size(), 1, Limit);
    QCOMPARE(transport.pendingBytes(), 0);
    QCOMPARE(recorder.messages(Direction::ServerToClient).size(), 300);
}

void TestStdioStreamTransport::pausesReading()
{
    const Wires wires;
    StdioStreamTransport transport(wires.input, wires.output);
    const EventRecorder recorder(transport);
    transport.open();
    connect(&transport, &Transport::eventOccurred, this, [&](const Event &event) {
        if (event.isMessage() && event.direction == Direction::ClientToServer)
            transport.setReading(false);
    });
    wires.say("1\n");
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 1, Limit);
    wires.say("2\n");
    QByteArray heard;
    transport.send("9"); // takes turns of the event loop in which nothing is read
    QTRY_COMPARE_WITH_TIMEOUT(heard += wires.hear(), "9\n"_ba, Limit);
    QCOMPARE(recorder.messages(Direction::ClientToServer), QByteArrayList{"1"_ba});
    transport.setReading(true);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.messages(Direction::ClientToServer), (QByteArrayList{"1"_ba, "2"_ba}), Limit);
}

void TestStdioStreamTransport::clientCloses()
{
    Wires wires;
    StdioStreamTransport transport(wires.input, wires.output);
    const EventRecorder recorder(transport);
    transport.open();
    wires.hangUp(wires.fromServer);
    transport.send("1");
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.kinds(), "opening opened unsent:s2c closed");
    QCOMPARE(recorder.of(EventKind::Closed).details.value(u"reason"_s).toString(),
             u"the client closed standard output"_s);
}

void TestStdioStreamTransport::closesAndOpensAgain()
{
    const Wires wires;
    StdioStreamTransport transport(wires.input, wires.output);
    EventRecorder recorder(transport);
    for (int round = 0; round < 2; ++round) {
        recorder.clear();
        transport.open();
        transport.send("1");
        QTRY_COMPARE_WITH_TIMEOUT(transport.state(), Transport::State::Open, Limit);
        transport.close();
        transport.send("2");
        QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
        QVERIFY(recorder.kinds().startsWith("opening opened "));
        QCOMPARE(recorder.count(EventKind::Closing), 1);
        QCOMPARE(recorder.messages(Direction::ServerToClient), QByteArrayList{"1"_ba});
        QCOMPARE(recorder.of(EventKind::Unsent).bytes, "2"_ba);
        QCOMPARE(wires.hear(), "1\n"_ba);
    }
}

QTEST_GUILESS_MAIN(TestStdioStreamTransport)
#include "tst_stdiostreamtransport.moc"
