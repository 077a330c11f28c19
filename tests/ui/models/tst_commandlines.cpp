// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "core/transport/shellwords.h"
#include "ui/models/catalog/commandlines.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Requests as command lines for a shell.
class TestCommandLines : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void repeatsTheRequestWithCli_data();
    void repeatsTheRequestWithCli();
    void isEmptyWithoutAServer();
    void requestsATaskIfTheServerMadeOne_data();
    void requestsATaskIfTheServerMadeOne();
    void repeatsTheRequestWithCurl();
};

void TestCommandLines::repeatsTheRequestWithCli_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("tool") << "tools/call"_ba
                          << R"({"name":"echo","arguments":{"text":"it's \"me\" $HOME"}})"_ba
                          << QStringList{u"call"_s, u"echo"_s, uR"({"text":"it's \"me\" $HOME"})"_s};
    QTest::newRow("tool without arguments") << "tools/call"_ba
                                            << R"({"name":"a tool"})"_ba << QStringList{u"call"_s, u"a tool"_s};
    QTest::newRow("tool, as a task") << "tools/call"_ba
                                     << R"({"name":"work","task":{}})"_ba
                                     << QStringList{u"call"_s, u"work"_s, u"--task"_s};
    QTest::newRow("prompt") << "prompts/get"_ba
                            << R"({"name":"p","arguments":{"a":"b"}})"_ba
                            << QStringList{u"prompt"_s, u"p"_s, uR"({"a":"b"})"_s};
    QTest::newRow("resource") << "resources/read"_ba
                              << R"({"uri":"file:///a b"})"_ba << QStringList{u"read"_s, u"file:///a b"_s};
    QTest::newRow("list") << "tools/list"_ba
                          << "{}"_ba << QStringList{u"list"_s, u"tools"_s};
    QTest::newRow("templates") << "resources/templates/list"_ba
                               << "{}"_ba << QStringList{u"list"_s, u"templates"_s};
    QTest::newRow("no command") << "ping"_ba
                                << "{}"_ba << QStringList();
}

void TestCommandLines::repeatsTheRequestWithCli()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, params);
    QFETCH(QStringList, words);
    const QJsonObject connection{{u"program"_s, u"my server"_s},
                                 {u"arguments"_s, QJsonArray{u"--token"_s, u"***"_s}},
                                 {u"environment"_s, QJsonArray{u"KEY=***"_s}}};
    LogFixture log(CaptureHeader{.connection = connection});
    log.toServer(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}");
    const QString line = CommandLines::cli(*log.capture, log.log->record(0));
    QStringList expected;
    if (!words.isEmpty()) {
        expected = QStringList{u"env"_s, u"KEY=***"_s, u"pullcord-cli"_s} + words +
                   QStringList{u"--"_s, u"my server"_s, u"--token"_s, u"***"_s};
    }
    QCOMPARE(*ShellWords::split(line), expected);
    QVERIFY(CommandLines::curl(*log.capture, log.log->record(0)).isEmpty());
}

void TestCommandLines::isEmptyWithoutAServer()
{
    LogFixture log;
    log.call(1);
    log.fromServer(R"({"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"x"}})");
    QVERIFY(CommandLines::cli(*log.capture, log.log->record(0)).isEmpty());
    QVERIFY(CommandLines::cli(*log.capture, log.log->record(1)).isEmpty());
}

void TestCommandLines::requestsATaskIfTheServerMadeOne_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<bool>("asks");
    QTest::newRow("task") << R"({"resultType":"task","taskId":"t","status":"working"})"_ba << true;
    QTest::newRow("another") << R"({"resultType":"complete","content":[],"task":1})"_ba << false;
}

void TestCommandLines::requestsATaskIfTheServerMadeOne()
{
    QFETCH(QByteArray, result);
    LogFixture log(CaptureHeader{.connection = {{u"program"_s, u"p"_s}}});
    log.toServer(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"work"}})");
    log.fromServer(R"({"jsonrpc":"2.0","id":1,"result":)" + result + "}");
    QTEST(CommandLines::cli(*log.capture, log.log->record(0)).contains(u"--task"_s), "asks");
}

void TestCommandLines::repeatsTheRequestWithCurl()
{
    const QJsonArray headers{QJsonObject{{u"name"_s, u"Authorization"_s}, {u"value"_s, u"***"_s}},
                             QJsonObject{{u"name"_s, u"Content-Length"_s}, {u"value"_s, u"12"_s}}};
    LogFixture log(CaptureHeader{.connection = {{u"url"_s, u"http://localhost/mcp"_s}, {u"headers"_s, headers}}});
    log.feed(Event::ofKind(EventKind::Http, {{u"exchange"_s, 4},
                                             {u"step"_s, u"request"_s},
                                             {u"method"_s, u"POST"_s},
                                             {u"url"_s, u"http://localhost/mcp"_s},
                                             {u"headers"_s, headers}}));
    const QByteArray body = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"it's"}})";
    JsonChecker checker;
    Event event = Event::ofBytes(body, Direction::ClientToServer, checker);
    event.details.insert(u"exchange"_s, 4);
    log.feed(event);
    QCOMPARE(
        *ShellWords::split(CommandLines::curl(*log.capture, log.log->record(0))),
        (QStringList{u"curl"_s, u"--no-buffer"_s, u"--request"_s, u"POST"_s, u"--header"_s, u"Authorization: ***"_s,
                     u"--data-binary"_s, QString::fromUtf8(body), u"http://localhost/mcp"_s}));
    QCOMPARE(*ShellWords::split(CommandLines::cli(*log.capture, log.log->record(0))),
             (QStringList{u"pullcord-cli"_s, u"call"_s, u"it's"_s, u"--url"_s, u"http://localhost/mcp"_s, u"--header"_s,
                          u"Authorization: ***"_s, u"--header"_s, u"Content-Length: 12"_s}));
}

QTEST_GUILESS_MAIN(TestCommandLines)
#include "tst_commandlines.moc"
