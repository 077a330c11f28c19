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

    /// One call of echo for each text, answered with it.
    std::unique_ptr<Conversation> conversation(const QByteArrayList &texts)
    {
        QByteArray lines = "{\"pullcord\":\"1.0\",\"program\":\"test\",\"title\":\"t\"}\n";
        int id = m_files * 100; // ids do not count
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
    }
};

QTEST_GUILESS_MAIN(TestCaptureDiff)
#include "tst_capturediff.moc"
