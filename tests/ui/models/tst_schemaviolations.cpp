// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "core/rpc/dialect.h"
#include "ui/models/findings/schemaviolations.h"
#include "ui/models/languages.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/messages/messagemodelroles.h"
#include "ui/models/requests/requestmodel.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Violations of MCP are marked where their message or request is listed.
class TestFlaws : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void messages_data();
    void messages();
    void requestOfAServer();
    void resultViolatesTheOutputSchema_data();
    void resultViolatesTheOutputSchema();
    void marksInTheTables();
    void nothingIsReportedBeforeTheRevisionIsKnown();
    void requestBeforeTheRevisionIsKnown();
    void laterResponseIsValidated();
    void extensionsAreNotInTheSchema();
    void endlessList_data();
    void endlessList();

private:
    void shakeHands(bool modern)
    {
        if (modern) {
            m_log->feed(Event::ofKind(EventKind::Dialect, {{u"name"_s, u"mcp-modern-stdio"_s}}));
            m_log->toServer("{\"jsonrpc\":\"2.0\",\"id\":\"d\",\"method\":\"server/discover\",\"params\":{\"_meta\":{"
                            "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                            "\"io.modelcontextprotocol/clientCapabilities\":{}}}}");
            m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":\"d\",\"result\":{\"resultType\":\"complete\","
                              "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{},\"ttlMs\":0,"
                              "\"cacheScope\":\"private\"}}");
            return;
        }
        m_log->toServer("{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                        "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}}}");
        m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"result\":{\"protocolVersion\":\"2025-11-25\","
                          "\"capabilities\":{},\"serverInfo\":{\"name\":\"b\",\"version\":\"1\"}}}");
    }
    void listTools()
    {
        m_log->toServer("{\"jsonrpc\":\"2.0\",\"id\":\"l\",\"method\":\"tools/list\"}");
        m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":\"l\",\"result\":{\"tools\":[{\"name\":\"slow\","
                          "\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\","
                          "\"required\":[\"n\"],\"properties\":{\"n\":{\"type\":\"integer\"}}}}]}}");
    }
    qsizetype result(int id, const QByteArray &members)
    {
        return m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(id) +
                                 ",\"result\":{\"content\":[]" + members + "}}");
    }

    std::unique_ptr<LogFixture> m_log;
    std::unique_ptr<SchemaViolations> m_violations;
};

void TestFlaws::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    Languages::speak(u"en"_s);
    m_violations.reset();
    m_log = std::make_unique<LogFixture>();
    m_violations = std::make_unique<SchemaViolations>(*m_log->capture, *m_log->log);
}

void TestFlaws::messages_data()
{
    QTest::addColumn<bool>("modern");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QString>("flaw");
    const QByteArray log = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"%1\","
                           "\"data\":1}}";
    const auto withLevel = [&log](const QByteArray &level) { return QByteArray(log).replace("%1", level); };
    for (const bool modern : {false, true}) {
        const char *era = modern ? "modern" : "legacy";
        QTest::addRow("%s, a level", era) << modern << withLevel("info") << QString();
        QTest::addRow("%s, an unknown level", era) << modern << withLevel("loud") << u"/params/level"_s;
    }
    QTest::newRow("modern, a level that nobody asks for")
        << true << withLevel("info").replace("data\":1", "data\":2") << u"No request in flight asks for log messages"_s;
    const QByteArray ask = "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"roots/list\"}";
    QTest::newRow("legacy, a request") << false << ask << QString();
    QTest::newRow("modern, a request") << true << ask << u"servers must not send"_s;
    QTest::newRow("no JSON-RPC") << false << "{}"_ba << QString(); // marked as such already
}

void TestFlaws::messages()
{
    QFETCH(const bool, modern);
    QFETCH(const QByteArray, message);
    QFETCH(const QString, flaw);
    shakeHands(modern);
    if (modern && message.contains("data\":1"))
        m_log->toServer("{\"jsonrpc\":\"2.0\",\"id\":\"w\",\"method\":\"tools/list\",\"params\":{\"_meta\":{"
                        "\"io.modelcontextprotocol/logLevel\":\"debug\"}}}");
    const qsizetype index = m_log->fromServer(message);
    const QString said = m_violations->ofMessage(index).join(u'\n');
    QVERIFY2(flaw.isEmpty() ? said.isEmpty() : said.contains(flaw), qPrintable(said));
    QCOMPARE(m_violations->ofMessage(index).join(u'\n'), said);
}

void TestFlaws::requestOfAServer()
{
    shakeHands(true);
    m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}");
    RequestModel model;
    model.setSource(m_log->log.get(), {.now = {}, .capture = m_log->capture.get()});
    const QModelIndex state = model.index(1, RequestTable::State);
    QCOMPARE(state.data().toString(), u"Not allowed · invalid"_s);
    QVERIFY(!state.data(RequestTable::OpenRole).toBool());
    const QString tip = state.data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(u"Since 2026-07-28 MCP has no requests from servers"_s), qPrintable(tip));
}

void TestFlaws::resultViolatesTheOutputSchema_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<bool>("isFlawed");
    QTest::newRow("matches") << ",\"structuredContent\":{\"n\":1}"_ba << false;
    QTest::newRow("violates") << ",\"structuredContent\":{\"n\":\"x\"}"_ba << true;
    QTest::newRow("missing") << QByteArray() << true;
    QTest::newRow("missing, and the tool failed") << ",\"isError\":true"_ba << false;
}

void TestFlaws::resultViolatesTheOutputSchema()
{
    QFETCH(const QByteArray, members);
    shakeHands(false);
    listTools();
    m_log->call(7);
    result(7, members);
    QCOMPARE(m_violations->ofRequest(1), QStringList());
    QTEST(!m_violations->ofRequest(2).isEmpty(), "isFlawed");
}

void TestFlaws::marksInTheTables()
{
    shakeHands(false);
    listTools();
    m_log->call(7);
    const qsizetype answer = result(7, ",\"structuredContent\":[]");
    RequestModel model;
    model.setSource(m_log->log.get(), {.now = {}, .capture = m_log->capture.get()});
    const QModelIndex state = model.index(2, RequestTable::State);
    QCOMPARE(state.data().toString(), u"Succeeded · invalid"_s);
    QCOMPARE(RequestTable::Sign(state.data(RequestTable::SignRole).toInt()), RequestTable::Sign::Flawed);
    QCOMPARE(RequestTable::Sign(state.siblingAtRow(1).data(RequestTable::SignRole).toInt()), RequestTable::Sign::None);
    QVERIFY(state.data(Qt::ToolTipRole).toString().contains(u"violates the tool's output schema"_s));
    MessageModel messages;
    messages.setSource(m_log->capture.get(), m_log->log.get());
    const QModelIndex kind = messages.index(int(answer), MessageTable::Kind);
    QVERIFY(kind.data(MessageTable::FlawedRole).toBool());
    QVERIFY2(kind.data().toString().endsWith(u", invalid"_s), qPrintable(kind.data().toString()));
    QVERIFY(kind.data(Qt::ToolTipRole).toString().contains(u"/result/structuredContent"_s));
    QVERIFY(!messages.index(0, MessageTable::Kind).data(MessageTable::FlawedRole).toBool());
}

void TestFlaws::nothingIsReportedBeforeTheRevisionIsKnown()
{
    const QByteArray odd = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}";
    const qsizetype before = m_log->fromServer(odd);
    QCOMPARE(m_violations->ofMessage(before), QStringList());
    shakeHands(false);
    QVERIFY(!m_violations->ofMessage(m_log->fromServer(odd)).isEmpty());
    QCOMPARE(m_violations->ofMessage(before), QStringList());
}

/// The mark appears without a user action, when the revision becomes known.
void TestFlaws::requestBeforeTheRevisionIsKnown()
{
    m_log->toServer("{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                    "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}}}");
    m_log->toServer("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":7}}");
    QCOMPARE(m_violations->ofRequest(1), QStringList());
    m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"result\":{\"protocolVersion\":\"2025-11-25\","
                      "\"capabilities\":{},\"serverInfo\":{\"name\":\"b\",\"version\":\"1\"}}}");
    QVERIFY(!m_violations->ofRequest(1).isEmpty());
}

void TestFlaws::laterResponseIsValidated()
{
    shakeHands(false);
    m_log->call(7);
    QCOMPARE(m_violations->ofRequest(1), QStringList());
    m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":1}}");
    QVERIFY(!m_violations->ofRequest(1).isEmpty());
}

/// A call that becomes a task of the extension has a result that the schema does not describe.
void TestFlaws::extensionsAreNotInTheSchema()
{
    shakeHands(true);
    m_log->call(7);
    m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"resultType\":\"task\",\"taskId\":\"t\","
                      "\"status\":\"working\",\"ttlMs\":null}}");
    QCOMPARE(m_violations->ofMessage(m_log->log->record(1).responseEvent), QStringList());
}

void TestFlaws::endlessList_data()
{
    QTest::addColumn<QByteArray>("last");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("why");
    QTest::newRow("it ends") << ""_ba << u"Succeeded"_s << QString();
    QTest::newRow("another cursor") << ",\"nextCursor\":\"c\""_ba << u"Succeeded"_s << QString();
    QTest::newRow("a cursor again") << ",\"nextCursor\":\"a\""_ba << u"Stopped"_s
                                    << u"tools/list returned the cursor \"a\" twice: the list would never end"_s;
}

/// A list that was not loaded to its end does not look complete.
void TestFlaws::endlessList()
{
    QFETCH(const QByteArray, last);
    QFETCH(const QString, state);
    QFETCH(const QString, why);
    shakeHands(false);
    RequestModel model;
    model.setSource(m_log->log.get(), {.now = {}, .capture = m_log->capture.get()});
    const QList<QByteArray> pages{",\"nextCursor\":\"a\"", ",\"nextCursor\":\"b\"", last};
    const QList<QByteArray> cursors{"", "\"cursor\":\"a\"", "\"cursor\":\"b\""};
    JsonChecker checker;
    for (int page = 0; page < pages.size(); ++page) {
        const QByteArray id = QByteArray::number(page + 1);
        Event request = Event::ofBytes("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/list\",\"params\":{" +
                                           cursors.at(page) + "}}",
                                       Direction::ClientToServer, checker);
        if (page > 0)
            request.details.insert(u"follows"_s, QString::number(page));
        m_log->feed(request);
        m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"tools\":[]" + pages.at(page) + "}}");
        model.flush();
    }
    const auto at = [&model](int row, int column, int role = Qt::DisplayRole) {
        return model.index(row, column).data(role);
    };
    using namespace RequestTable;
    for (int row = 0; row < 3; ++row) // the pages before
        QCOMPARE(at(row, State).toString(), u"Succeeded"_s);
    QCOMPARE(at(3, State).toString(), state);
    QCOMPARE(at(3, Reason).toString(), why);
    QCOMPARE(at(3, State, Qt::ToolTipRole).toString().contains(why.toHtmlEscaped()), true);
    QCOMPARE(Sign(at(3, State, SignRole).toInt()), why.isEmpty() ? Sign::None : Sign::Flawed);
    QCOMPARE(RequestState(at(3, State, LookRole).toInt()),
             why.isEmpty() ? RequestState::Succeeded : RequestState::Cancelled);
}

QTEST_GUILESS_MAIN(TestFlaws)
#include "tst_schemaviolations.moc"
