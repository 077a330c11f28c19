// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/linetransport.h"

#include "core/session/session.h"
#include "core/transport/corked.h"

#include <QSignalSpy>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// A stream that takes everything at once.
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

    QByteArrayList writes;

protected:
    void write(const QByteArray &bytes) override
    {
        writes << bytes;
        bytesLeft(bytes.size());
    }
};

} // namespace

/// What messages on a stream leave in.
class TestLineTransport : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void writesEachByItself()
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
        Session session(std::move(transport), Session::Role::Client);
        session.open();
        for (int n = 0; n < 3; ++n)
            session.request("a");
        QTRY_COMPARE_WITH_TIMEOUT(session.tracker().openCount(), 3, 5000);
        stream.writes.clear();
        QCOMPARE(session.cancelAll(u"enough"_s), 3);
        QCOMPARE(stream.writes.size(), 1);
        QCOMPARE(stream.writes[0].count("notifications/cancelled"), 3);
        QCOMPARE(stream.writes[0].count('\n'), 3);
    }
};

QTEST_GUILESS_MAIN(TestLineTransport)
#include "tst_linetransport.moc"
