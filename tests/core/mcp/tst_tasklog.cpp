// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/conversation.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// The task that the first request started, as read from a file.
class TestTaskLog : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void ends_data()
    {
        QTest::addColumn<QByteArrayList>("messages");
        QTest::addColumn<TaskStatus>("status");
        QTest::addColumn<bool>("isLost");
        const auto row = [](const char *tag, const QByteArrayList &messages, TaskStatus status, bool isLost) {
            QTest::newRow(tag) << messages << status << isLost;
        };
        const QByteArray asked = R"(c2s {"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"taskId":"t"}})";
        const QByteArray told = R"(s2c {"jsonrpc":"2.0","method":"notifications/tasks/status","params":)";
        row("nothing more", {}, TaskStatus::Working, true);
        row("told by a notification alone", {told + R"({"taskId":"t","status":"completed"}})"}, TaskStatus::Completed,
            false);
        row("told of another", {told + R"({"taskId":"u","status":"completed"}})"}, TaskStatus::Working, true);
        row("asked for",
            {asked, R"(s2c {"jsonrpc":"2.0","id":2,"result":{"taskId":"t","status":"failed","statusMessage":"m"}})"},
            TaskStatus::Failed, false);
        row("asked for in vain", {asked}, TaskStatus::Working, true);
    }
    void ends()
    {
        QFETCH(const QByteArrayList, messages);
        QByteArray lines = "{\"pullcord\":\"1.0\",\"program\":\"test\",\"title\":\"t\"}\n";
        qint64 time = 0;
        const QByteArrayList began{
            R"(c2s {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"work","task":{}}})",
            R"(s2c {"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t","status":"working"}}})"};
        for (const QByteArray &message : began + messages) {
            lines += "{\"t\":" + QByteArray::number(++time) + ",\"d\":\"" + message.first(3) +
                     "\",\"k\":\"message\",\"m\":" + message.sliced(4) + "}\n";
        }
        QFile file(m_folder.filePath(QString::fromLatin1(QTest::currentDataTag())));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(lines), lines.size());
        file.close();

        const auto conversation = Conversation::fromFile(file.fileName());
        QVERIFY(conversation);
        const TaskLog::Entry *task = (*conversation)->task(0);
        QVERIFY(task);
        QTEST(task->info.status, "status");
        QTEST(task->isLost, "isLost");
        QVERIFY(!(*conversation)->task(1));
    }
};

QTEST_GUILESS_MAIN(TestTaskLog)
#include "tst_tasklog.moc"
