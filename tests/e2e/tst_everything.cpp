// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/httppeer.h"
#include "e2e/peers.h"
#include "ui/windowfixture.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/widgets/messagebar.h"

#include <QAbstractItemModel>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The main use with a real window and server-everything, whose long tool ignores cancellations.
class TestEverything : public QObject
{
    Q_OBJECT

private slots:
    void cancelsTheLongOperation_data();
    void cancelsTheLongOperation();
    void getsAPromptWithCompletedArguments();
    void showsWhatComesBack_data();
    void showsWhatComesBack();
    void readsALink();
    void questionGoesWithItsCall_data();
    void questionGoesWithItsCall();

private:
    void connectTo();
    void callTheLongTool();
    void cancelWithReason();
    void seeWhatWasSent();
    void seeLateProgress();
    void exportAndReopen();
    void callAndSee(const QString &tool, const QByteArray &arguments);
    [[nodiscard]] QStringList shown(const QString &what) const;
    [[nodiscard]] QString cell(int column) const
    {
        return m_fixture->requests()->index(int(m_row), column).data().toString();
    }

    std::unique_ptr<HttpPeer> m_peer; ///< for servers that listen
    std::unique_ptr<WindowFixture> m_fixture;
    qsizetype m_row = -1;
    const QString m_reason = u"the operator has seen enough"_s;
};

void TestEverything::cancelsTheLongOperation_data()
{
    QTest::addColumn<StdioCommand>("command");
    QTest::addColumn<QString>("path"); // empty: stdio
    QTest::newRow("stdio") << Peers::everything() << QString();
    QTest::newRow("Streamable HTTP") << Peers::everythingHttp() << u"/mcp"_s;
    QTest::newRow("HTTP+SSE") << Peers::everythingSse() << u"/sse"_s;
}

void TestEverything::cancelsTheLongOperation()
{
    WindowFixture::failOnWarnings();
    connectTo();
    if (!QTest::currentTestFailed())
        callTheLongTool();
    if (!QTest::currentTestFailed())
        cancelWithReason();
    if (!QTest::currentTestFailed())
        seeWhatWasSent();
    if (!QTest::currentTestFailed())
        seeLateProgress();
    if (!QTest::currentTestFailed())
        exportAndReopen();
}

void TestEverything::getsAPromptWithCompletedArguments()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    ServerTarget target;
    target.command = Peers::everything();
    m_fixture->window->connectTo(target);
    const auto prompt = [&] { return m_fixture->offered(CatalogList::Kind::Prompts, u"completable-prompt"_s); };
    QTRY_VERIFY_WITH_TIMEOUT(prompt().isValid(), 20'000);
    m_fixture->find<QTreeView>(u"catalogTree"_s)->setCurrentIndex(prompt());
    auto *department = m_fixture->find<QLineEdit>(u"item_department"_s);
    QVERIFY(department);
    department->setFocus();
    QTest::keyClicks(department, u"Sal"_s);
    const QAbstractItemModel *values = department->completer()->model();
    QTRY_COMPARE_WITH_TIMEOUT(values->rowCount(), 1, 10'000);
    QCOMPARE(values->index(0, 0).data().toString(), u"Sales"_s);
    department->setText(u"Sales"_s);
    auto *name = m_fixture->find<QLineEdit>(u"item_name"_s);
    name->setFocus();
    QTest::keyClicks(name, u"D"_s);
    QTRY_COMPARE_WITH_TIMEOUT(name->completer()->model()->rowCount(), 1, 10'000);
    name->setText(name->completer()->model()->index(0, 0).data().toString());
    QTest::keyClick(name->completer()->popup(), Qt::Key_Escape); // in the popup, Enter only selects
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("prompts/get").size(), 1, 5000);
    const auto got = [&] {
        const RequestRecord last = m_fixture->record(m_fixture->log().count() - 1);
        return last.method == "prompts/get" && last.state == RequestState::Succeeded;
    };
    QTRY_VERIFY_WITH_TIMEOUT(got(), 10'000);
}

void TestEverything::questionGoesWithItsCall_data()
{
    QTest::addColumn<StdioCommand>("command");
    QTest::addColumn<QString>("path"); // empty: stdio
    QTest::addColumn<QString>("tool");
    QTest::newRow("stdio, elicitation") << Peers::everything() << QString() << u"trigger-elicitation-request"_s;
    QTest::newRow("stdio, sampling") << Peers::everything() << QString() << u"trigger-sampling-request"_s;
    QTest::newRow("Streamable HTTP") << Peers::everythingHttp() << u"/mcp"_s << u"trigger-elicitation-request"_s;
    QTest::newRow("HTTP+SSE") << Peers::everythingSse() << u"/sse"_s << u"trigger-elicitation-request"_s;
}

/// The tool sends a question. When its call is cancelled, the question is withdrawn without a response.
void TestEverything::questionGoesWithItsCall()
{
    WindowFixture::failOnWarnings();
    QFETCH(const QString, tool);
    connectTo();
    if (QTest::currentTestFailed())
        return;
    const auto offered = [&] { return m_fixture->offered(CatalogList::Kind::Tools, tool).isValid(); };
    QTRY_VERIFY_WITH_TIMEOUT(offered(), 10'000); // the server offers it after reading our capabilities
    QuestionQueue &questions = *m_fixture->conversation().questions();
    const bool samples = tool.contains(u"sampling"_s);
    m_row = m_fixture->call(tool, samples ? R"({"prompt":"Why?"})" : "{}");
    const auto open = [&] { // the server requests the roots too, at any time
        qsizetype found = -1;
        for (const Question *question : questions.open()) {
            const qsizetype row =
                m_fixture->log().rowOf(m_fixture->conversation().rpc()->connection(), question->place().serial);
            if (m_fixture->record(row).method == (samples ? "sampling/createMessage" : "elicitation/create"))
                found = row;
        }
        return found;
    };
    QTRY_VERIFY_WITH_TIMEOUT(open() >= 0, 10'000);
    const qsizetype asked = open();
    m_fixture->select(m_row);
    cancelWithReason();
    QCOMPARE(open(), -1);
    const RequestRecord record = m_fixture->record(asked);
    QFETCH(const QString, path);
    const bool isGivenUp = record.state == RequestState::Cancelled; // ended without a response if its call is known
    if (isGivenUp) {
        QVERIFY(!path.isEmpty()); // unknown on stdio
        QCOMPARE(record.cancellation->parent, m_fixture->record(m_row).id);
        QCOMPARE(record.cancellation->reason, m_reason);
    }
    seeWhatWasSent();
    const qsizetype echo = m_fixture->call(u"echo"_s, R"({"message":"still there"})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(echo).state, RequestState::Succeeded, 10'000);
    QCOMPARE(m_fixture->sentWithMethod("notifications/cancelled").size(), 1);
    QCOMPARE(m_fixture->record(asked).responseEvent == RequestRecord::NoEvent, isGivenUp);
    QVERIFY(!m_fixture->record(asked).late.any());
}

void TestEverything::connectTo()
{
    QFETCH(const StdioCommand, command);
    QFETCH(const QString, path);
    m_fixture = std::make_unique<WindowFixture>();
    m_row = -1;
    ServerTarget target;
    if (path.isEmpty()) {
        target.command = command;
    } else {
        m_peer = std::make_unique<HttpPeer>(command, path == u"/sse"_s ? "running"_ba : "listening"_ba, path);
        QVERIFY2(m_peer->isReady(), m_peer->output().constData());
        target.http.url = m_peer->url();
    }
    m_fixture->window->connectTo(target);
    QVERIFY(m_fixture->waitForTools());
}

void TestEverything::callTheLongTool()
{
    // The list may be loaded again after the handshake; the search shows one tool in both.
    QTest::keyClicks(m_fixture->find<QLineEdit>(u"catalogSearch"_s), u"long-running"_s);
    const QModelIndex tools = m_fixture->section(CatalogList::Kind::Tools);
    QTRY_COMPARE_WITH_TIMEOUT(tools.model()->rowCount(tools), 1, 5000);
    m_fixture->find<QTreeView>(u"catalogTree"_s)->setCurrentIndex(tools.model()->index(0, 0, tools));
    const auto type = [&](const QString &argument, const QString &text) {
        auto *line = m_fixture->find<QLineEdit>(u"argument_"_s + argument);
        line->selectAll();
        QTest::keyClicks(line, text);
    };
    type(u"duration"_s, u"5"_s);
    type(u"steps"_s, u"10"_s);
    QCOMPARE(JsonText::compact(m_fixture->find<SchemaEditor>(u"argumentsEditor"_s)->value()),
             R"({"duration":5,"steps":10})");
    const qsizetype before = m_fixture->log().count();
    QTest::mouseClick(m_fixture->find<QToolButton>(u"callButton"_s), Qt::LeftButton);
    const auto called = [&] {
        for (qsizetype row = before; row < m_fixture->log().count(); ++row) {
            if (m_fixture->record(row).method == "tools/call")
                m_row = row;
        }
        return m_row >= 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(called(), 5000);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(m_row).progress.count > 0, 10'000);
    QTRY_COMPARE_WITH_TIMEOUT(cell(RequestTable::Name), u"trigger-long-running-operation"_s, 10000);
    QCOMPARE(cell(RequestTable::State), u"In flight"_s);
    QVERIFY(cell(RequestTable::Progress).endsWith(u" of 10"_s));
    QCOMPARE(m_fixture->selected(), m_row);
}

void TestEverything::cancelWithReason()
{
    QTest::keyClicks(m_fixture->find<QLineEdit>(u"reasonEdit"_s), m_reason);
    QTest::mouseClick(m_fixture->find<QToolButton>(u"cancelButton"_s), Qt::LeftButton);
    QCOMPARE(m_fixture->record(m_row).state, RequestState::Cancelled);
    QTRY_COMPARE_WITH_TIMEOUT(cell(RequestTable::State), u"Cancelled"_s, 10000);
    QCOMPARE(cell(RequestTable::Reason), m_reason);
}

void TestEverything::seeWhatWasSent()
{
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 1, 5000);
    const QByteArray sent = m_fixture->sentWithMethod("notifications/cancelled").first();
    QCOMPARE(JsonValue(sent).pointer("/params/requestId").raw().toByteArray(), m_fixture->record(m_row).id.toJson());
    QCOMPARE(JsonValue(sent).pointer("/params/reason").toString(), m_reason);
}

void TestEverything::seeLateProgress()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(m_row).late.progress >= 3, 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(cell(RequestTable::Cancel).startsWith(u"progress +"_s), 10000);
    m_fixture->flush();
    const QAbstractItemModel &messages = *m_fixture->messages();
    int late = 0;
    for (int row = 0; row < messages.rowCount(); ++row) {
        const QModelIndex kind = messages.index(row, MessageTable::Kind);
        if (!kind.data(MessageTable::LateRole).toBool())
            continue;
        ++late;
        QCOMPARE(kind.data(MessageTable::LogRowRole).toInt(), int(m_row));
        QCOMPARE(kind.data().toString(), u"late notification"_s);
    }
    QVERIFY2(late >= 3, qPrintable(QString::number(late)));
}

void TestEverything::exportAndReopen()
{
    m_fixture->window->actions().disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().isConnected(), 15'000);
    m_fixture->flush();
    const QStringList requests = WindowFixture::textOf(*m_fixture->requests());
    const QStringList messages = WindowFixture::textOf(*m_fixture->messages());
    m_fixture->dialogs.path = m_fixture->file(u"everything.pullcord"_s);
    m_fixture->window->actions().exportAll->trigger();
    m_fixture->agreeToExport();
    const auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY_WITH_TIMEOUT(bar->text().startsWith(u"Exported to "_s), 10'000);
    m_fixture->window->openCapture(m_fixture->dialogs.path);
    QVERIFY(!m_fixture->conversation().isLive());
    QCOMPARE(WindowFixture::textOf(*m_fixture->requests()), requests);
    QCOMPARE(WindowFixture::textOf(*m_fixture->messages()), messages);
}

/// Returns the texts of the labels with that name in the result.
QStringList TestEverything::shown(const QString &what) const
{
    QStringList texts;
    const QList<QLabel *> labels = m_fixture->find<QWidget>(u"resultTab"_s)->findChildren<QLabel *>(what);
    for (const QLabel *label : labels)
        texts << label->text();
    return texts;
}

void TestEverything::callAndSee(const QString &tool, const QByteArray &arguments)
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    ServerTarget target;
    target.command = Peers::everything();
    m_fixture->window->connectTo(target);
    QVERIFY(m_fixture->waitForTools());
    QVERIFY(m_fixture->call(tool, arguments) >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(!shown(u"pieceTitle"_s).isEmpty(), 10'000);
}

void TestEverything::showsWhatComesBack_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QStringList>("titles");
    QTest::addColumn<QString>("note");
    const QString text = u"Text"_s;
    QTest::newRow("image") << u"get-tiny-image"_s << "{}"_ba << QStringList{text, u"Image"_s, text} << QString();
    QTest::newRow("annotated") << u"get-annotated-message"_s << R"({"messageType":"error","includeImage":true})"_ba
                               << QStringList{text, u"Image"_s} << QString();
    QTest::newRow("resource") << u"get-resource-reference"_s << R"({"resourceType":"Blob","resourceId":1})"_ba
                              << QStringList{text, u"Resource"_s, text} << QString();
    QTest::newRow("structured") << u"get-structured-content"_s << R"({"location":"Chicago"})"_ba
                                << QStringList{text, u"Structured content"_s}
                                << u"The structured content matches the tool's output schema."_s;
}

void TestEverything::showsWhatComesBack()
{
    QFETCH(QString, tool);
    QFETCH(QByteArray, arguments);
    QFETCH(QString, note);
    callAndSee(tool, arguments);
    QTEST(shown(u"pieceTitle"_s), "titles");
    QCOMPARE(shown(u"contentNoteText"_s).join(QString()), note);
    QCOMPARE(shown(u"pieceProblem"_s).join(QString()), QString());
}

void TestEverything::readsALink()
{
    callAndSee(u"get-resource-links"_s, R"({"count":2})");
    QCOMPARE(shown(u"pieceTitle"_s), QStringList({u"Text"_s, u"Resource link"_s, u"Resource link"_s}));
    const QString uri = shown(u"pieceUri"_s).constFirst();
    m_fixture->find<QToolButton>(u"readLink"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(shown(u"pieceTitle"_s), QStringList(u"Resource"_s), 10'000);
    QCOMPARE(shown(u"pieceUri"_s), QStringList(uri));
}

QTEST_MAIN(TestEverything)
#include "tst_everything.moc"
