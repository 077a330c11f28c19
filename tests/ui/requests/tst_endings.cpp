// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/askingfixture.h"
#include "ui/memoryserver.h"

#include "core/mcp/requests/logicalcall.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/models/texts.h"
#include "ui/views/messages/textview.h"
#include "ui/views/widgets/peerlabel.h"

#include <QPushButton>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Requests that end without a response, or stay open on purpose, show it in their row and in Details.
class TestEndings : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        WindowFixture::failOnWarnings();
        m_fixture = std::make_unique<AskingFixture>();
    }
    void cleanup() { m_fixture.reset(); }
    void lostWhileAskingQuestions();
    void lostWhileOpen();
    void dismissedWithAllPossibleCalls_data();
    void dismissedWithAllPossibleCalls();
    void refusalIsNotAFailure_data();
    void refusalIsNotAFailure();
    void leftOpenByARule_data();
    void leftOpenByARule();
    void malformedError();
    void noQuestionsWhileDisconnecting();
    void neverSentRequestIsShown();

private:
    static constexpr int Limit = 10'000;

    [[nodiscard]] QVariant cell(qsizetype row, int column, int role = Qt::DisplayRole)
    {
        m_fixture->flush();
        return m_fixture->requests()->index(int(row), column).data(role);
    }
    [[nodiscard]] QString facts(qsizetype row)
    {
        m_fixture->flush();
        m_fixture->select(row);
        return m_fixture->find<PeerLabel>(u"detailsFacts"_s)->text();
    }
    [[nodiscard]] RequestRecord record(qsizetype row) const { return m_fixture->record(row); }

    std::unique_ptr<AskingFixture> m_fixture;
};

/// 2026-07-28: the call has nothing on the wire when the connection ends. It still ends, and is not cancelled.
void TestEndings::lostWhileAskingQuestions()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    const qsizetype row = m_fixture->call(u"ask_elicitation"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->conversation().questions()->open().size(), 1, Limit);
    m_fixture->call(u"crash"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Lost, Limit);
    const QString why = record(row).errorMessage;
    QVERIFY(!why.isEmpty());
    QVERIFY(!record(row).cancellation);
    QCOMPARE(cell(row, RequestTable::State).toString(), u"Lost"_s);
    QCOMPARE(cell(row, RequestTable::Reason).toString(), why);
    const QString told = facts(row);
    QVERIFY2(told.startsWith(u"The connection ended while the questions in its response were open: "_s + why),
             qPrintable(told));
    QVERIFY(!m_fixture->conversation().isContinuing(row));
}

void TestEndings::lostWhileOpen()
{
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    const qsizetype row = m_fixture->call(u"deaf"_s, "{}");
    m_fixture->call(u"crash"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Lost, Limit);
    QVERIFY(!record(row).errorMessage.isEmpty());
    QCOMPARE(cell(row, RequestTable::Reason).toString(), record(row).errorMessage);
    QVERIFY(facts(row).startsWith(u"The connection ended before the response: "_s + record(row).errorMessage));
}

void TestEndings::dismissedWithAllPossibleCalls_data()
{
    QTest::addColumn<QString>("tool");
    QTest::newRow("elicitation") << u"ask_elicitation"_s;
    QTest::newRow("sampling") << u"ask_sampling"_s;
}

/// Either of two calls may be the cause of the question, and both are cancelled. Pullcord then sends the response,
/// which does not count as an answer of the user.
void TestEndings::dismissedWithAllPossibleCalls()
{
    QFETCH(const QString, tool);
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QVERIFY(m_fixture->waitForLists());
    QVERIFY(m_fixture->call(u"deaf"_s, "{}") >= 0);
    const qsizetype row = m_fixture->letAsk(tool);
    QVERIFY(row >= 0);
    QVERIFY(record(row).isOpen());
    m_fixture->window->actions().cancelAll->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!record(row).isOpen(), Limit);
    QCOMPARE(cell(row, RequestTable::State).toString(), u"Dismissed"_s);
    QVERIFY(
        cell(row, RequestTable::Reason).toString().startsWith(u"Dismissed by Pullcord: its request was abandoned"_s));
    const QString told = facts(row);
    QVERIFY2(told.contains(u" · Dismissed by Pullcord: its request was abandoned"_s), qPrintable(told));
    QVERIFY(m_fixture->log().record(row).dismissal->all);
}

void TestEndings::refusalIsNotAFailure_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("told");
    QTest::newRow("by a result") << u"ask_elicitation"_s << u"Refused (decline)"_s;
    QTest::newRow("by an error") << u"ask_sampling"_s << u"Refused (error -1: User rejected sampling request)"_s;
}

/// Every form of refusal by the user is shown as a refusal.
void TestEndings::refusalIsNotAFailure()
{
    QFETCH(const QString, tool);
    QFETCH(const QString, told);
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    const qsizetype row = m_fixture->letAsk(tool);
    QVERIFY(row >= 0);
    m_fixture->conversation().questions()->open().constFirst()->refuse();
    QTRY_VERIFY_WITH_TIMEOUT(!record(row).isOpen(), Limit);
    QCOMPARE(cell(row, RequestTable::State).toString(), u"Declined"_s);
    QCOMPARE(cell(row, RequestTable::State, RequestTable::LookRole).toInt(), int(RequestState::Cancelled));
    QVERIFY2(facts(row).startsWith(told), qPrintable(facts(row)));
}

void TestEndings::leftOpenByARule_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("told");
    QTest::newRow("a request of the server's")
        << QStringList{u"--legacy-only"_s} << u"In flight"_s << u"Waiting for an answer; a rule leaves it open"_s;
    QTest::newRow("a question in an answer")
        << QStringList() << u"Needs input"_s << u"Response with questions (input_required); a rule leaves them open"_s;
}

void TestEndings::leftOpenByARule()
{
    QFETCH(const QStringList, switches);
    QFETCH(const QString, state);
    QFETCH(const QString, told);
    QVERIFY(m_fixture->connectToDemo(switches));
    QVERIFY(m_fixture->waitForLists());
    m_fixture->conversation().questions()->setPolicy("elicitation/create", {AnswerPolicy::Kind::Never, {}});
    qsizetype row =
        switches.isEmpty() ? m_fixture->call(u"ask_elicitation"_s, "{}") : m_fixture->letAsk(u"ask_elicitation"_s);
    QVERIFY(row >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(record(row).leftOpen, Limit);
    QCOMPARE(cell(row, RequestTable::State).toString(), state);
    QCOMPARE(cell(row, RequestTable::Reason).toString(), u"Left open by a rule: never answered"_s);
    QVERIFY2(facts(row).startsWith(told), qPrintable(facts(row)));
}

/// An invalid error is shown as such.
void TestEndings::malformedError()
{
    MemoryServer server(R"({"tools":{}})");
    server.setResult("tools/list", R"({"tools":[{"name":"t","inputSchema":{"type":"object"}}]})");
    server.answers["tools/call"] = R"("error":"boo")";
    m_fixture->window->controller().connectTo(server.transport(), u"memory"_s);
    QVERIFY(m_fixture->waitForTools());
    const qsizetype row = m_fixture->call(u"t"_s, "{}");
    QVERIFY(row >= 0);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Failed, Limit);
    const QString told = facts(row);
    QVERIFY2(!told.startsWith(u"Refused"_s) && told.section(u" · "_s, 0, 0).contains(u"boo"_s), qPrintable(told));
}

/// During disconnecting no question is offered, because its answer could not be sent.
void TestEndings::noQuestionsWhileDisconnecting()
{
    QVERIFY(m_fixture->connectToDemo({u"--ignore-eof"_s}));
    QVERIFY(m_fixture->waitForLists());
    const qsizetype row = m_fixture->call(u"ask_elicitation"_s, "{}");
    QTRY_VERIFY_WITH_TIMEOUT(cell(row, 0, RequestTable::WaitingRole).toBool(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().answer->isEnabled(), Limit);
    m_fixture->window->actions().disconnectServer->trigger();
    QVERIFY(m_fixture->window->controller().isConnected());
    QVERIFY(!cell(row, 0, RequestTable::WaitingRole).toBool());
    QVERIFY(!m_fixture->window->actions().answer->isEnabled());
    QVERIFY(m_fixture->window->controller().isConnected());
}

/// Shows the request as it would have been sent, and the reason.
void TestEndings::neverSentRequestIsShown()
{
    ServerTarget target;
    target.http.url = QUrl(u"http://127.0.0.1:1/mcp"_s); // no server there
    m_fixture->window->connectTo(target);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->controller().conversation(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > 0 && record(0).state == RequestState::Lost, Limit);
    QVERIFY(record(0).neverSent);
    const QString told = facts(0);
    QVERIFY2(told.startsWith(u"Never sent: "_s + record(0).errorMessage), qPrintable(told));
    QVERIFY2(!told.contains(u"0 B"_s), qPrintable(told));
    const auto *part = m_fixture->find<QAbstractButton>(u"part6"_s);
    QVERIFY(part->isVisible() && part->isChecked());
    QCOMPARE(part->text(), u"Not sent"_s);
    m_fixture->window->actions().detailsTabs.at(1)->trigger();
    const QString pretty = m_fixture->find<TextView>(u"prettyView"_s)->toPlainText();
    QVERIFY2(pretty.startsWith(u"{\n  \"jsonrpc\": \"2.0\""_s), qPrintable(pretty));
    QVERIFY2(pretty.contains(QString::fromUtf8(record(0).method)), qPrintable(pretty));
}

QTEST_MAIN(TestEndings)

#include "tst_endings.moc"
