// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capturediff.h"
#include "core/mcp/conversation.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestCaptureDiff : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    int m_files = 0;

    /// Records one call of echo per text, with its result.
    std::unique_ptr<Conversation> conversation(const QByteArrayList &texts)
    {
        QByteArray lines;
        int id = m_files * 100; // ids are not compared
        for (const QByteArray &text : texts) {
            const QByteArray number = QByteArray::number(++id);
            lines += "{\"t\":" + number +
                     ",\"d\":\"c2s\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"id\":" + number +
                     ",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"" + text +
                     "\"},\"_meta\":{\"progressToken\":" + number + "}}}}\n";
            lines += "{\"t\":" + number +
                     ",\"d\":\"s2c\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"id\":" + number +
                     ",\"result\":{\"said\":\"" + text + "\"}}}\n";
        }
        return ofLines(lines);
    }
    static QByteArray answer(const QByteArray &result)
    {
        return R"({"t":9,"d":"s2c","k":"message","m":{"jsonrpc":"2.0","id":1,"result":)" + result + "}}\n";
    }
    /// Records a cancelled call, with a late result unless `result` is empty.
    std::unique_ptr<Conversation> cancelled(const QByteArray &params, const QByteArray &result)
    {
        QByteArray lines =
            "{\"t\":1,\"d\":\"c2s\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
            "\"params\":{\"name\":\"slow\"}}}\n"
            "{\"t\":2,\"d\":\"c2s\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
            "cancelled\","
            "\"params\":{\"requestId\":1" +
            params + "}}}\n";
        if (!result.isEmpty())
            lines += answer(result);
        return ofLines(lines);
    }
    std::unique_ptr<Conversation> ofLines(const QByteArray &events)
    {
        const QByteArray lines = "{\"pullcord\":\"1.0\",\"program\":\"test\",\"title\":\"t\"}\n" + events;
        QFile file(m_folder.filePath(QString::number(++m_files)));
        if (!file.open(QIODevice::WriteOnly) || file.write(lines) != lines.size())
            return {};
        file.close();
        auto opened = Conversation::fromFile(file.fileName());
        return opened ? *std::move(opened) : nullptr;
    }
    static CaptureDiff::Side all(const Conversation &conversation)
    {
        std::vector<qsizetype> rows(size_t(conversation.log().count()));
        std::iota(rows.begin(), rows.end(), 0);
        return {conversation.capture(), conversation.log(), rows};
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void pairs_data()
    {
        QTest::addColumn<QByteArrayList>("left");
        QTest::addColumn<QByteArrayList>("right");
        QTest::addColumn<QByteArray>("pairs");
        const auto row = [](const char *tag, const QByteArrayList &left, const QByteArrayList &right,
                            const char *pairs) { QTest::newRow(tag) << left << right << QByteArray(pairs); };
        row("nothing", {}, {}, "");
        row("the same", {"a", "b"}, {"a", "b"}, "0-0 1-1 ");
        row("another order", {"a", "b"}, {"b", "a"}, "0-1 1-0 ");
        row("only the first", {"a", "b"}, {"b"}, "0-x 1-0 ");
        row("only the second", {"b"}, {"a", "b", "c"}, "x-0 0-1 x-2 ");
        row("the next that is left", {"a", "b"}, {"c", "b"}, "0-0! 1-1 ");
        row("as often", {"a", "a"}, {"a", "a", "a"}, "0-0 1-1 x-2 ");
    }
    void pairs()
    {
        QFETCH(const QByteArrayList, left);
        QFETCH(const QByteArrayList, right);
        const auto first = conversation(left);
        const auto second = conversation(right);
        QVERIFY(first && second);
        const CaptureDiff diff(all(*first), all(*second));
        QByteArray found;
        for (const CaptureDiff::Pair &pair : diff.pairs()) {
            found += (pair.left < 0 ? "x" : QByteArray::number(pair.left)) + '-' +
                     (pair.right < 0 ? "x" : QByteArray::number(pair.right));
            if (pair.left >= 0 && pair.right >= 0 && !diff.compare(pair).isNone())
                found += '!';
            found += ' ';
        }
        QTEST(found, "pairs");
    }

    void differences()
    {
        const auto first = conversation({"a"});
        const auto second = conversation({"b"});
        QVERIFY(first && second);
        const CaptureDiff diff(all(*first), all(*second));
        const CaptureDiff::Difference found = diff.compare(diff.pairs().at(0));
        QVERIFY(!found.inState);
        QCOMPARE(found.request.diff.differences.size(), 1);
        QCOMPARE(found.request.diff.differences.at(0).rightPointer, u"/arguments/text"_s);
        QCOMPARE(found.answer.diff.differences.size(), 1);
        QCOMPARE(found.answer.diff.differences.at(0).rightPointer, u"/said"_s);
        QVERIFY(found.reason.isSame());
    }

    void ofCancelled_data()
    {
        QTest::addColumn<QByteArrayList>("left"); // rest of the params of the cancellation, and the late result
        QTest::addColumn<QByteArrayList>("right");
        QTest::addColumn<bool>("isReasonSame");
        QTest::addColumn<bool>("isAnswerSame");
        const QByteArray slow = R"(,"reason":"too slow")";
        const QByteArray bored = R"(,"reason":"bored")";
        QTest::newRow("the same") << QByteArrayList{slow, "{}"} << QByteArrayList{slow, "{}"} << true << true;
        QTest::newRow("another reason") << QByteArrayList{slow, ""} << QByteArrayList{bored, ""} << false << true;
        QTest::newRow("no reason") << QByteArrayList{slow, ""} << QByteArrayList{"", ""} << false << true;
        QTest::newRow("another late answer")
            << QByteArrayList{slow, R"({"a":1})"} << QByteArrayList{slow, R"({"a":2})"} << true << false;
        QTest::newRow("no late answer") << QByteArrayList{slow, "{}"} << QByteArrayList{slow, ""} << true << false;
    }
    void ofCancelled()
    {
        QFETCH(QByteArrayList, left);
        QFETCH(QByteArrayList, right);
        const auto first = cancelled(left.at(0), left.at(1));
        const auto second = cancelled(right.at(0), right.at(1));
        QVERIFY(first && second);
        const CaptureDiff diff(all(*first), all(*second));
        const CaptureDiff::Difference found = diff.compare(diff.pairs().at(0));
        QTEST(found.reason.isSame(), "isReasonSame");
        QTEST(found.answer.isSame(), "isAnswerSame");
        QVERIFY(!found.inState && found.request.isSame() && found.laterAnswers.isSame());
    }

    void laterResponses_data()
    {
        QTest::addColumn<bool>("isCancelled");
        QTest::addColumn<QByteArrayList>("left"); // results, in order
        QTest::addColumn<QByteArrayList>("right");
        QTest::addColumn<QByteArray>("differs"); // parts; "none" and "all" if only one side has the call
        const QByteArray a = R"({"a":1})";
        const QByteArray b = R"({"b":1})";
        const QByteArray c = R"({"b":2})";
        QTest::newRow("the same") << false << QByteArrayList{a, b} << QByteArrayList{a, b} << ""_ba;
        QTest::newRow("another") << false << QByteArrayList{a, b} << QByteArrayList{a, c} << "/0/b"_ba;
        QTest::newRow("only there") << false << QByteArrayList{a} << QByteArrayList{a, b} << "all"_ba;
        QTest::newRow("once more") << false << QByteArrayList{a, b} << QByteArrayList{a, b, b} << "/1"_ba;
        QTest::newRow("late and again") << true << QByteArrayList{a, b} << QByteArrayList{a, c} << "/0/b"_ba;
        QTest::newRow("late once") << true << QByteArrayList{a} << QByteArrayList{a} << ""_ba;
        QTest::newRow("late and no more") << true << QByteArrayList{a, b} << QByteArrayList{a} << "all"_ba;
    }
    /// Responses after the one that is compared.
    void laterResponses()
    {
        QFETCH(const bool, isCancelled);
        const auto called = [&](const QByteArrayList &results) {
            QByteArray lines = R"({"t":1,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":1,"method":"ping"}})"
                               "\n"
                               R"({"t":1,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":2,"method":"ping"}})"
                               "\n";
            if (isCancelled)
                lines += R"({"t":2,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","method":"notifications/cancelled",)"
                         R"("params":{"requestId":1}}})"
                         "\n";
            for (const QByteArray &result : results)
                lines += answer(result);
            return ofLines(lines);
        };
        QFETCH(const QByteArrayList, left);
        QFETCH(const QByteArrayList, right);
        const auto first = called(left);
        const auto second = called(right);
        QVERIFY(first && second);
        const CaptureDiff diff(all(*first), all(*second));
        const CaptureDiff::Difference found = diff.compare(diff.pairs().at(0));
        QVERIFY(found.answer.isSame() && !found.inState);
        const CaptureDiff::Part &later = found.laterAnswers;
        const QList<JsonDifference> &differences = later.diff.differences;
        const QByteArray where = later.left.isEmpty() != later.right.isEmpty() ? "all"_ba
                                 : differences.isEmpty()                       ? ""_ba
                                                         : differences.constFirst().rightPointer.toUtf8();
        QTEST(where, "differs");
        QCOMPARE(found.isNone(), where.isEmpty());
        QVERIFY(diff.compare(diff.pairs().at(1)).isNone());
    }
};

QTEST_GUILESS_MAIN(TestCaptureDiff)
#include "tst_capturediff.moc"
