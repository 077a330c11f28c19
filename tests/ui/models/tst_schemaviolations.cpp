// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "core/findings/findings.h"
#include "core/rpc/dialect.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/languages.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/messages/messagemodelroles.h"
#include "ui/models/requests/markroles.h"
#include "ui/models/requests/requestmodel.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// A message or request is marked as invalid if and only if a finding reports it.
class TestSchemaViolations : public QObject
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
    void laterResponseIsValidated();
    void everyRepetitionIsMarked();
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
            m_log->fromServer(
                "{\"jsonrpc\":\"2.0\",\"id\":\"d\",\"result\":{\"resultType\":\"complete\","
                "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"logging\":{},\"tools\":{}},\"ttlMs\":0,"
                "\"cacheScope\":\"private\"}}");
            return;
        }
        m_log->toServer("{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                        "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"a\",\"version\":\"1\"}}}");
        m_log->fromServer(
            "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"result\":{\"protocolVersion\":\"2025-11-25\","
            "\"capabilities\":{\"logging\":{},\"tools\":{}},\"serverInfo\":{\"name\":\"b\",\"version\":\"1\"}}}");
        m_log->toServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
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

    /// Judges all messages and marks the findings.
    void look()
    {
        m_findings->continueChecking(Findings::AllAtOnce);
        m_marks.setSource(m_findings.get(), m_log->log.get());
    }
    [[nodiscard]] QVariant ofRequest(int row, int column, int role = Qt::DisplayRole)
    {
        look();
        RequestModel model;
        model.setFindings(m_marks);
        model.setSource(m_log->log.get(), {.now = {}, .capture = m_log->capture.get()});
        model.flush();
        return model.index(row, column).data(role);
    }
    [[nodiscard]] QVariant ofMessage(qsizetype index, int role = Qt::DisplayRole)
    {
        look();
        MessageModel model;
        model.setFindings(m_marks);
        model.setSource(m_log->capture.get(), m_log->log.get());
        model.flush();
        return model.dataOf(index, MessageTable::Kind, role);
    }

    std::unique_ptr<LogFixture> m_log;
    std::unique_ptr<Findings> m_findings;
    FindingMarks m_marks;
};

void TestSchemaViolations::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    Languages::speak(u"en"_s);
    m_marks.setSource(nullptr, nullptr);
    m_findings.reset();
    m_log = std::make_unique<LogFixture>();
    m_findings = std::make_unique<Findings>(*m_log->capture, *m_log->log);
}

void TestSchemaViolations::messages_data()
{
    QTest::addColumn<bool>("modern");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QString>("finding");
    QTest::addColumn<bool>("isInvalid");
    const QByteArray log = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"%1\","
                           "\"data\":1}}";
    const auto withLevel = [&log](const QByteArray &level) { return QByteArray(log).replace("%1", level); };
    for (const bool modern : {false, true}) {
        const char *era = modern ? "modern" : "legacy";
        QTest::addRow("%s, a level", era) << modern << withLevel("info") << QString() << false;
        QTest::addRow("%s, an unknown level", era) << modern << withLevel("loud") << u"P11: Schema violation"_s << true;
    }
    QTest::newRow("modern, a level that nobody asks for") << true << withLevel("info").replace("data\":1", "data\":2")
                                                          << u"P09: Not declared or not requested"_s << false;
    const QByteArray ask = "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"roots/list\"}";
    QTest::newRow("legacy, a request") << false << ask << u"P09: Not declared or not requested"_s << false;
    QTest::newRow("modern, a request") << true << ask << u"P10: Method of another revision"_s << false;
    QTest::newRow("no JSON-RPC") << false << "{}"_ba << u"P02: Not JSON-RPC 2.0"_s << false; // shown by kind
}

void TestSchemaViolations::messages()
{
    QFETCH(const bool, modern);
    QFETCH(const QByteArray, message);
    QFETCH(const QString, finding);
    QFETCH(const bool, isInvalid);
    shakeHands(modern);
    if (modern && message.contains("data\":1"))
        m_log->toServer("{\"jsonrpc\":\"2.0\",\"id\":\"w\",\"method\":\"tools/list\",\"params\":{\"_meta\":{"
                        "\"io.modelcontextprotocol/logLevel\":\"debug\"}}}");
    const qsizetype index = m_log->fromServer(message);
    const QString tip = ofMessage(index, Qt::ToolTipRole).toString();
    QVERIFY2(finding.isEmpty() ? tip.isEmpty() : tip.contains(finding), qPrintable(tip));
    QCOMPARE(ofMessage(index, MessageTable::FlawedRole).toBool(), isInvalid);
    QCOMPARE(ofMessage(index).toString().endsWith(u", invalid"_s), isInvalid);
    QCOMPARE(FindingSeverity(ofMessage(index, RowMarks::FindingRole).toInt()) != FindingSeverity::Info,
             !finding.isEmpty());
}

void TestSchemaViolations::requestOfAServer()
{
    shakeHands(true);
    m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}");
    QCOMPARE(ofRequest(1, RequestTable::State).toString(), u"Not allowed"_s);
    QVERIFY(!ofRequest(1, RequestTable::State, RequestTable::OpenRole).toBool());
    const QString tip = ofRequest(1, RequestTable::State, Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(u"Since 2026-07-28 MCP has no requests from servers"_s), qPrintable(tip));
    QVERIFY2(tip.contains(u"P10: Method of another revision"_s), qPrintable(tip));
}

void TestSchemaViolations::resultViolatesTheOutputSchema_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<bool>("isFlawed");
    QTest::newRow("matches") << ",\"structuredContent\":{\"n\":1}"_ba << false;
    QTest::newRow("violates") << ",\"structuredContent\":{\"n\":\"x\"}"_ba << true;
    QTest::newRow("missing") << QByteArray() << true;
    QTest::newRow("missing, and the tool failed") << ",\"isError\":true"_ba << false;
}

void TestSchemaViolations::resultViolatesTheOutputSchema()
{
    QFETCH(const QByteArray, members);
    shakeHands(false);
    listTools();
    m_log->call(7);
    result(7, members);
    QCOMPARE(ofRequest(1, RequestTable::State).toString(), u"Succeeded"_s);
    const QString state = ofRequest(2, RequestTable::State).toString();
    QTEST(state.endsWith(u" · invalid"_s), "isFlawed");
}

void TestSchemaViolations::marksInTheTables()
{
    shakeHands(false);
    listTools();
    m_log->call(7);
    const qsizetype answer = result(7, ",\"structuredContent\":[]");
    using namespace RequestTable;
    QCOMPARE(ofRequest(2, State).toString(), u"Succeeded · invalid"_s);
    QCOMPARE(Sign(ofRequest(2, State, SignRole).toInt()), Sign::Flawed);
    QCOMPARE(Sign(ofRequest(1, State, SignRole).toInt()), Sign::None); // the list is evidence only
    QVERIFY(ofRequest(2, State, Qt::ToolTipRole).toString().contains(u"P12: Output schema violation"_s));
    QVERIFY(ofMessage(answer, MessageTable::FlawedRole).toBool());
    const QString kind = ofMessage(answer).toString();
    QVERIFY2(kind.endsWith(u", invalid"_s), qPrintable(kind));
    QVERIFY(ofMessage(answer, Qt::ToolTipRole).toString().contains(u"P11: Schema violation"_s));
    for (const qsizetype evidence : {answer - 1, answer - 2}) // the call, and the list with the schema
        QVERIFY(!ofMessage(evidence, MessageTable::FlawedRole).toBool());
    QVERIFY(!ofMessage(0, MessageTable::FlawedRole).toBool());
}

/// The mark appears without a user action, when the revision becomes known.
void TestSchemaViolations::nothingIsReportedBeforeTheRevisionIsKnown()
{
    const QByteArray odd = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}";
    const qsizetype before = m_log->fromServer(odd);
    QVERIFY(!ofMessage(before, MessageTable::FlawedRole).toBool());
    shakeHands(false);
    const qsizetype after = m_log->fromServer(odd);
    QVERIFY(ofMessage(after, MessageTable::FlawedRole).toBool());
    QVERIFY(ofMessage(before, MessageTable::FlawedRole).toBool());
}

void TestSchemaViolations::laterResponseIsValidated()
{
    shakeHands(false);
    m_log->call(7);
    QCOMPARE(ofRequest(1, RequestTable::State).toString(), u"In flight"_s);
    const qsizetype answer = m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":1}}");
    QCOMPARE(ofRequest(1, RequestTable::State).toString(), u"Succeeded · invalid"_s);
    QVERIFY(!ofMessage(answer - 1, MessageTable::FlawedRole).toBool()); // the call was valid
}

/// A finding keeps 16 events as evidence, and all of its repetitions.
void TestSchemaViolations::everyRepetitionIsMarked()
{
    shakeHands(false);
    for (int id = 1; id <= 40; ++id) {
        m_log->call(id);
        m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(id) + ",\"result\":{\"content\":1}}");
    }
    look();
    QVERIFY(!m_marks.ofRequest(0).isInvalid);
    for (int row = 1; row <= 40; ++row)
        QVERIFY2(m_marks.ofRequest(row).isInvalid, qPrintable(QString::number(row)));
    QCOMPARE(m_marks.count(), 1);
}

/// A call that becomes a task of the extension has a result that the schema does not describe.
void TestSchemaViolations::extensionsAreNotInTheSchema()
{
    shakeHands(true);
    m_log->call(7);
    m_log->fromServer("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"resultType\":\"task\",\"taskId\":\"t\","
                      "\"status\":\"working\",\"ttlMs\":null}}");
    const qsizetype response = m_log->log->record(1).responseEvent;
    QVERIFY(!ofMessage(response, MessageTable::FlawedRole).toBool());
}

void TestSchemaViolations::endlessList_data()
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
void TestSchemaViolations::endlessList()
{
    QFETCH(const QByteArray, last);
    QFETCH(const QString, state);
    QFETCH(const QString, why);
    shakeHands(false);
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
    }
    const auto at = [this](int row, int column, int role = Qt::DisplayRole) { return ofRequest(row, column, role); };
    using namespace RequestTable;
    for (int row = 0; row < 3; ++row) // the pages before
        QCOMPARE(at(row, State).toString(), u"Succeeded"_s);
    QCOMPARE(at(3, State).toString(), state);
    QCOMPARE(at(3, Reason).toString(), why);
    QVERIFY(at(3, State, Qt::ToolTipRole).toString().contains(why.toHtmlEscaped()));
    QCOMPARE(at(3, State, Qt::ToolTipRole).toString().contains(u"P15: Pagination never ends"_s), !why.isEmpty());
    QCOMPARE(Sign(at(3, State, SignRole).toInt()), why.isEmpty() ? Sign::None : Sign::Flawed);
    QCOMPARE(RequestState(at(3, State, LookRole).toInt()),
             why.isEmpty() ? RequestState::Succeeded : RequestState::Cancelled);
}

QTEST_GUILESS_MAIN(TestSchemaViolations)
#include "tst_schemaviolations.moc"
