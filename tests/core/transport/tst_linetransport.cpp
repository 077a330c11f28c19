// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/linetransport.h"

#include "core/connection/rpcconnection.h"
#include "core/transport/corked.h"

#include <QSignalSpy>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// A stream that accepts everything at once.
class Stream final : public LineTransport
{
public:
    Stream()
        : LineTransport(Direction::ClientToServer, {}, nullptr)
    {}
    [[nodiscard]] QString name() const override { return u"stream"_s; }
    [[nodiscard]] QJsonObject description() const override { return {}; }
    void open() override
    {
        reset();
        openOutput();
        static_cast<void>(enter(State::Open, Event::ofKind(EventKind::Opened)));
    }
    void close() override { closeOutput(u"closed"_s); }
    using LineTransport::bytesArrived;

    QByteArrayList writes;

protected:
    void write(const QByteArray &bytes) override
    {
        writes << bytes;
        bytesWritten(bytes.size());
    }
};

} // namespace

/// Grouping of messages into writes.
class TestLineTransport : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    /// The message after the mark is read, and every byte is recorded.
    void readsAfterAByteOrderMark_data()
    {
        QTest::addColumn<QByteArray>("sent");
        QTest::addColumn<QByteArrayList>("recorded");
        const QByteArray mark = "\xef\xbb\xbf";
        const QByteArray message = R"({"jsonrpc":"2.0","id":1,"result":{}})";
        QTest::newRow("in front of the first message")
            << mark + message + '\n' + message + '\n'
            << QByteArrayList{"malformed " + mark, "message " + message, "message " + message};
        QTest::newRow("in front of each")
            << mark + message + '\n' + mark + message + "\r\n"
            << QByteArrayList{"malformed " + mark, "message " + message, "malformed " + mark, "message " + message};
        QTest::newRow("two of them") << mark + mark + message + '\n'
                                     << QByteArrayList{"malformed " + mark + mark + message};
        QTest::newRow("in front of no message") << mark + "Hello\n" << QByteArrayList{"malformed " + mark + "Hello"};
        QTest::newRow("alone") << mark + '\n' << QByteArrayList{"malformed " + mark};
        QTest::newRow("inside") << "[\"" + mark + "\"]\n" << QByteArrayList{"message [\"" + mark + "\"]"};
    }
    void readsAfterAByteOrderMark()
    {
        QFETCH(const QByteArray, sent);
        Stream stream;
        QByteArrayList recorded;
        QByteArray whole;
        connect(&stream, &Transport::eventOccurred, this, [&](const Event &event) {
            if (event.direction != Direction::ServerToClient)
                return;
            recorded << nameOf(event.kind).toByteArray() + ' ' + event.bytes;
            whole += event.bytes + event.details.value("eol"_L1).toString(u"\n"_s).toUtf8();
        });
        stream.open();
        stream.bytesArrived(sent);
        QTEST(recorded, "recorded");
        QCOMPARE(whole, sent);
    }

    void writesEachMessageSeparately()
    {
        Stream stream;
        stream.open();
        stream.send("1");
        stream.send("2");
        QCOMPARE(stream.writes, (QByteArrayList{"1\n", "2\n"}));
    }

    void writesTogether()
    {
        Stream stream;
        stream.open();
        QSignalSpy events(&stream, &Transport::eventOccurred);
        stream.send("1");
        stream.cork();
        stream.send("2");
        stream.send("3");
        QCOMPARE(stream.writes, QByteArrayList{"1\n"});
        stream.uncork();
        stream.send("4");
        QCOMPARE(stream.writes, (QByteArrayList{"1\n", "2\n3\n", "4\n"}));
        QTRY_COMPARE_WITH_TIMEOUT(events.count(), 4, 5000);
        for (int n = 0; n < 4; ++n)
            QCOMPARE(events.at(n).at(0).value<Event>().bytes, QByteArray::number(n + 1));
    }

    void uncorksNothing()
    {
        Stream stream;
        stream.cork();
        stream.open();
        stream.uncork();
        QCOMPARE(stream.writes, QByteArrayList());
    }

    void corkedInCorked()
    {
        Stream stream;
        stream.open();
        {
            const Corked outer(stream);
            {
                const Corked inner(stream);
                stream.send("1");
            }
            stream.send("2");
            QCOMPARE(stream.writes, QByteArrayList());
        }
        QCOMPARE(stream.writes, QByteArrayList{"1\n2\n"});
    }

    void outlivedByItsCork()
    {
        auto stream = std::make_unique<Stream>();
        const Corked corked(*stream);
        stream = nullptr;
    }

    void allCancelsOfASessionTogether()
    {
        auto transport = std::make_unique<Stream>();
        Stream &stream = *transport;
        RpcConnection rpc(std::move(transport), RpcConnection::Role::Client);
        rpc.open();
        for (int n = 0; n < 3; ++n)
            rpc.request("a");
        QTRY_COMPARE_WITH_TIMEOUT(rpc.tracker().openCount(), 3, 5000);
        stream.writes.clear();
        QCOMPARE(rpc.cancelAll(u"enough"_s), 3);
        QCOMPARE(stream.writes.size(), 1);
        QCOMPARE(stream.writes[0].count("notifications/cancelled"), 3);
        QCOMPARE(stream.writes[0].count('\n'), 3);
    }
};

QTEST_GUILESS_MAIN(TestLineTransport)
#include "tst_linetransport.moc"
