// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/linegate.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Lines added to a stream, and responses kept back, wherever the stream is cut.
class TestLineGate : public QObject
{
    Q_OBJECT

private:
    QByteArray m_passed;
    QByteArrayList m_kept;

    LineGate gate()
    {
        m_passed.clear();
        m_kept.clear();
        return LineGate(
            {.pass = [this](const QByteArray &bytes) { m_passed += bytes; },
             .add = [this](const QByteArray &line, const QJsonObject &) { m_passed += line + '\n'; },
             .keep = [this](const QByteArray &line, const RequestId &id) { m_kept << id.toJson() + ' ' + line; }});
    }
    static bool always() { return true; }

private slots:
    void passesAtOnce()
    {
        LineGate gate = this->gate();
        gate.feed("{\"a\"");
        QCOMPARE(m_passed, "{\"a\"");
        gate.feed(":1}\nx");
        QCOMPARE(m_passed, "{\"a\":1}\nx");
    }

    void addsBetweenLines_data()
    {
        QTest::addColumn<int>("at");
        for (int at = 0; at <= 12; ++at)
            QTest::addRow("%d", at) << at;
    }
    /// The stream is cut at `at`, where a line is added.
    void addsBetweenLines()
    {
        QFETCH(const int, at);
        const QByteArray stream = "one\ntwo\nsix\n";
        LineGate gate = this->gate();
        gate.feed(stream.first(at));
        gate.flush();
        gate.add("new", {}, always);
        QCOMPARE(gate.hasAdded(), at % 4 != 0);
        for (const char byte : stream.sliced(at)) {
            gate.feed(QByteArray(1, byte));
            gate.flush();
        }
        const QByteArrayList lines = m_passed.split('\n');
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines.indexOf("new"), (at + 3) / 4);
        QCOMPARE(m_passed.replace("new\n", ""), stream);
    }

    /// A line of which a part waits is not ended by its end.
    void dropsWhatWaits()
    {
        LineGate gate = this->gate();
        gate.feed("on");
        gate.add("new", {}, always);
        gate.feed("e\ntwo\nthr");
        gate.drop();
        gate.finish();
        QCOMPARE(m_passed, "one\ntwo\n");
    }

    /// The rest of a chunk waits for flush(), so that the messages in it are known before the line is added.
    void decidesLate()
    {
        LineGate gate = this->gate();
        bool isWanted = true;
        gate.feed("on");
        gate.add("new", {}, [&isWanted] { return isWanted; });
        gate.feed("e\ntwo\nthr");
        QCOMPARE(m_passed, "one\ntwo\n");
        isWanted = false;
        gate.flush();
        QCOMPARE(m_passed, "one\ntwo\nthr");
        gate.feed("ee\n");
        QCOMPARE(m_passed, "one\ntwo\nthree\n");
    }

    void keepsBack_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<bool>("isKept");
        const QByteArray result = R"({"jsonrpc":"2.0","id":5,"result":{}})";
        QTest::newRow("result") << "5"_ba << result << true;
        QTest::newRow("with a carriage return") << "5"_ba << result + '\r' << true;
        QTest::newRow("error") << "5"_ba
                               << R"({"id":5,"jsonrpc":"2.0","error":{"code":1,"message":""}})"_ba << true;
        QTest::newRow("another id") << "6"_ba << result << false;
        QTest::newRow("another type") << "\"5\""_ba << result << false;
        QTest::newRow("request") << "5"_ba
                                 << R"({"jsonrpc":"2.0","id":5,"method":"ping"})"_ba << false;
        QTest::newRow("batch") << "5"_ba << '[' + result + ']' << false;
        QTest::newRow("not JSON") << "5"_ba
                                  << "{\"id\":5,"_ba << false;
    }
    void keepsBack()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const QByteArray, line);
        QFETCH(const bool, isKept);
        LineGate gate = this->gate();
        gate.keepBack(RequestId::fromJson(id));
        for (const char byte : QByteArray("{}\n" + line + "\nrest"))
            gate.feed(QByteArray(1, byte));
        QCOMPARE(m_passed, isKept ? "{}\nrest" : "{}\n" + line + '\n');
        QCOMPARE(m_kept, isKept ? QByteArrayList{id + ' ' + line} : QByteArrayList());
        gate.finish();
        QVERIFY(m_passed.endsWith("\nrest"));
    }

    /// The id is used again, so that its response belongs to another request.
    void passesAgain()
    {
        LineGate gate = this->gate();
        const QByteArray line = R"({"jsonrpc":"2.0","id":5,"result":{}})"
                                "\n";
        gate.keepBack(RequestId(5));
        gate.feed(line.first(10));
        QCOMPARE(m_passed, QByteArray());
        gate.passAgain(RequestId(5));
        gate.feed(line.sliced(10) + "rest");
        QCOMPARE(m_passed, line + "rest");
        QCOMPARE(m_kept, QByteArrayList());
    }

    /// A line that has begun to pass does not stop.
    void keepsNothingHalfThrough()
    {
        LineGate gate = this->gate();
        const QByteArray line = R"({"jsonrpc":"2.0","id":5,"result":{}})"
                                "\n";
        gate.feed(line.first(10));
        gate.keepBack(RequestId(5));
        gate.feed(line.sliced(10));
        QCOMPARE(m_passed, line);
        gate.feed(line);
        QCOMPARE(m_passed, line);
        gate.feed(line); // only one response is kept back
        QCOMPARE(m_passed, line + line);
    }
};

QTEST_GUILESS_MAIN(TestLineGate)
#include "tst_linegate.moc"
