// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/senddialog.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/messages/rawmessages.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/peerlabel.h"

#include <QCheckBox>
#include <QJsonDocument>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Template = RawTemplates::Kind;

/// Messages typed by hand are sent verbatim, even with errors that the dialog reports, and are marked everywhere.
class TestRawMessages : public QObject
{
    Q_OBJECT

private slots:
    void init() { WindowFixture::failOnWarnings(); }
    void cleanup() { m_fixture.reset(); }
    void splitting_data();
    void splitting();
    void requestGetsItsResponse_data();
    void requestGetsItsResponse();
    void invalidMessagesAreReportedAndSent_data();
    void invalidMessagesAreReportedAndSent();
    void cancelsOfEveryKind();
    void respondsToTheServer();
    void overHttp_data();
    void overHttp();
    void emptyTextIsNotAnError();
    void keepsItsTextForTheConversation();
    void markSurvivesTheFile();

private:
    void connectTo(const QStringList &switches = {});
    [[nodiscard]] SendDialog *open();
    void insert(SendDialog *dialog, Template kind);
    void send(SendDialog *dialog, const QByteArray &text);
    [[nodiscard]] QString note(const SendDialog *dialog) const
    {
        return dialog->findChild<QLabel *>(u"sendNote"_s)->text();
    }
    /// Returns the last message of the client.
    [[nodiscard]] Event lastSent() const;
    [[nodiscard]] QStringList kinds() const;

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestRawMessages::connectTo(const QStringList &switches)
{
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo(switches));
    QVERIFY(m_fixture->waitForLists());
}

SendDialog *TestRawMessages::open()
{
    m_fixture->window->activateWindow();
    if (!QTest::qWaitFor([this] { return m_fixture->window->isActiveWindow(); }, 5000))
        return nullptr;
    QTest::keyClick(m_fixture->window.get(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    auto *dialog = m_fixture->find<SendDialog>(u"sendDialog"_s);
    const auto isActive = [dialog] { return dialog && QApplication::activeWindow() == dialog; };
    return QTest::qWaitFor(isActive, 5000) ? dialog : nullptr; // else the keys go to the window behind it
}

void TestRawMessages::insert(SendDialog *dialog, Template kind)
{
    auto *menu = dialog->findChild<QMenu *>(u"templatesMenu"_s);
    emit menu->aboutToShow();
    for (QAction *action : menu->actions()) {
        if (!action->isSeparator() && action->data().toInt() == int(kind))
            action->trigger();
    }
}

void TestRawMessages::send(SendDialog *dialog, const QByteArray &text)
{
    QPlainTextEdit *edit = dialog->editor()->edit();
    edit->selectAll();
    QTest::keyClicks(edit, QString::fromUtf8(text));
    QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
}

Event TestRawMessages::lastSent() const
{
    const Capture &capture = m_fixture->conversation().capture();
    for (qsizetype index = capture.count(); index-- > 0;) {
        const CaptureEntry &entry = capture.entry(index);
        const bool isBytes = entry.kind == EventKind::Message || entry.kind == EventKind::Malformed;
        if (isBytes && entry.direction == Direction::ClientToServer)
            return capture.eventAt(index);
    }
    return {};
}

QStringList TestRawMessages::kinds() const
{
    m_fixture->flush();
    QStringList kinds;
    const QAbstractItemModel &messages = *m_fixture->messages();
    for (int row = 0; row < messages.rowCount(); ++row)
        kinds << messages.index(row, MessageTable::Kind).data().toString();
    return kinds;
}

void TestRawMessages::splitting_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("exactly");
    QTest::addColumn<QList<QByteArray>>("messages");
    using List = QList<QByteArray>;
    QTest::newRow("one line") << QByteArray(R"( {"a": 1})") << false << List{R"( {"a": 1})"};
    QTest::newRow("laid out") << QByteArray("{\n  \"a\": 1\n}") << false << List{R"({"a":1})"};
    QTest::newRow("laid out, exactly") << QByteArray("{\n\"a\":1}") << true << List{"{\n\"a\":1}"};
    QTest::newRow("lines") << QByteArray("{\"a\": 1}\n\n[2]\n") << false << List{R"({"a": 1})", "[2]"};
    QTest::newRow("broken lines") << QByteArray("{\"a\"\n[2]") << false << List{"{\"a\"\n[2]"};
    QTest::newRow("nothing") << QByteArray() << false << List{""};
}

void TestRawMessages::splitting()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, exactly);
    QTEST(RawMessages::in(text, exactly), "messages");
}

void TestRawMessages::requestGetsItsResponse_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::newRow("legacy") << QStringList{u"--legacy-only"_s};
    QTest::newRow("modern") << QStringList{};
}

void TestRawMessages::requestGetsItsResponse()
{
    QFETCH(const QStringList, switches);
    connectTo(switches);
    const qsizetype before = m_fixture->log().count();
    SendDialog *dialog = open();
    QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
    QVERIFY(!dialog->findChild<QPushButton *>(u"sendMessageButton"_s)->isEnabled()); // the text is empty
    insert(dialog, Template::Request);
    QCOMPARE(dialog->editor()->remark(), QString());
    QCOMPARE(note(dialog), u"Will be sent as one message."_s);
    QTest::keyClick(dialog->editor()->edit(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), before + 1, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(before).state, RequestState::Succeeded, 5000);
    QVERIFY(m_fixture->record(before).byHand);
    QCOMPARE(m_fixture->record(before).method, "tools/list");
    QVERIFY(kinds().contains(u"request, by hand"_s));
    QCOMPARE(dialog->findChild<QListWidget *>(u"sentMessages"_s)->count(), 1);
    QCOMPARE(m_fixture->find<MessageBar>(u"messageBar"_s)->text(), QString());
    // Details show it too.
    m_fixture->find<RequestsPanel>(u"requestsPanel"_s)->select(before);
    const QString facts = m_fixture->find<PeerLabel>(u"detailsFacts"_s)->text();
    QVERIFY2(facts.contains(u"typed by hand"_s), qPrintable(facts));
}

void TestRawMessages::invalidMessagesAreReportedAndSent_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("remark");
    QTest::addColumn<EventKind>("kind");
    QTest::newRow("no JSON") << QByteArray(R"({"jsonrpc":)") << u"Line 1, column 12: "_s << EventKind::Malformed;
    QTest::newRow("no JSON-RPC") << QByteArray(R"({"id":70,"method":"ping"})") << u"\"jsonrpc\" is missing or is not"_s
                                 << EventKind::Message;
    QTest::newRow("not of MCP") << QByteArray(R"({"jsonrpc":"2.0","method":"tea/pour"})")
                                << u"MCP 2025-11-25 has no tea/pour"_s << EventKind::Message;
    QTest::newRow("against the schema") << QByteArray(R"({"jsonrpc":"2.0","id":71,"method":"tools/call","params":{}})")
                                        << u"/params/name is required"_s << EventKind::Message;
    QTest::newRow("a batch") << QByteArray(R"([{"jsonrpc":"2.0","method":"notifications/initialized"}])")
                             << u"MCP 2025-11-25 has no batches"_s << EventKind::Message;
}

void TestRawMessages::invalidMessagesAreReportedAndSent()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, remark);
    connectTo({u"--legacy-only"_s});
    SendDialog *dialog = open();
    QPlainTextEdit *edit = dialog->editor()->edit();
    QTest::keyClicks(edit, QString::fromUtf8(text));
    QVERIFY2(dialog->editor()->remark().contains(remark), qPrintable(dialog->editor()->remark()));
    QVERIFY(dialog->findChild<QPushButton *>(u"sendMessageButton"_s)->isEnabled());
    QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(lastSent().bytes, text, 5000);
    QTEST(lastSent().kind, "kind");
    QVERIFY(lastSent().details.contains("injected"_L1));
    QVERIFY(kinds().filter(u", by hand"_s).size() == 1);
}

void TestRawMessages::cancelsOfEveryKind()
{
    connectTo({u"--legacy-only"_s});
    const qsizetype slow = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    m_fixture->find<RequestsPanel>(u"requestsPanel"_s)->select(slow);
    const QByteArray id = m_fixture->record(slow).id.toJson();
    SendDialog *dialog = open();
    const auto sentId = [&](Template kind) {
        insert(dialog, kind);
        const qsizetype before = m_fixture->sentWithMethod("notifications/cancelled").size();
        QTest::keyClick(dialog->editor()->edit(), Qt::Key_Return, Qt::ControlModifier);
        if (!QTest::qWaitFor([&] { return m_fixture->sentWithMethod("notifications/cancelled").size() > before; },
                             5000))
            return QByteArray("nothing was sent");
        return JsonValue(lastSent().bytes).pointer("/params/requestId").raw().toByteArray();
    };
    QCOMPARE(sentId(Template::CancelUnknown), R"("no-such-request")");
    QCOMPARE(sentId(Template::CancelWithoutId), "");
    QCOMPARE(sentId(Template::CancelOtherType), '"' + id + '"');
    QVERIFY(m_fixture->record(slow).isOpen());
    QCOMPARE(sentId(Template::CancelTwice), id);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 5, 5000);
    QCOMPARE(m_fixture->record(slow).state, RequestState::Cancelled);
    QCOMPARE(m_fixture->record(slow).cancellation->reason, u"typed by hand"_s);
}

void TestRawMessages::respondsToTheServer()
{
    connectTo({u"--legacy-only"_s});
    const qsizetype call = m_fixture->call(u"ask_elicitation"_s, "{}");
    const qsizetype asked = call + 1;
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), asked + 1, 5000);
    SendDialog *dialog = open();
    insert(dialog, Template::Answer);
    QTest::keyClick(dialog->editor()->edit(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(asked).state, RequestState::Succeeded, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(call).state, RequestState::Succeeded, 5000);
    QVERIFY(m_fixture->conversation().questions()->open().isEmpty());
    insert(dialog, Template::Answer); // there is no open request, so the text stays
    QVERIFY(dialog->editor()->text().contains("result"));
}

void TestRawMessages::emptyTextIsNotAnError()
{
    connectTo();
    SendDialog *dialog = open();
    QVERIFY(dialog);
    QPlainTextEdit *edit = dialog->editor()->edit();
    const auto *button = dialog->findChild<QPushButton *>(u"sendMessageButton"_s);
    QCOMPARE(dialog->editor()->remark(), QString());
    QVERIFY(edit->placeholderText().contains(u"ping"_s));
    QVERIFY(!button->isEnabled());
    QCOMPARE(button->accessibleDescription(), u"Type a message first"_s);
    QTest::keyClicks(edit, u"{"_s);
    QVERIFY(button->isEnabled() && !dialog->editor()->remark().isEmpty());
    QTest::keyClick(edit, Qt::Key_Backspace);
    QVERIFY(!button->isEnabled() && dialog->editor()->remark().isEmpty());
    QTest::keyClick(edit, Qt::Key_Space); // can be sent, but is not a message
    QVERIFY(button->isEnabled());
    QVERIFY2(note(dialog).contains(u"not JSON"_s), qPrintable(note(dialog)));
}

void TestRawMessages::keepsItsTextForTheConversation()
{
    connectTo();
    SendDialog *dialog = open();
    QTest::keyClicks(dialog->editor()->edit(), u"half a thou"_s);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
    QCOMPARE(open(), dialog);
    QCOMPARE(dialog->editor()->text(), "half a thou");
    m_fixture->window->actions().disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().isConnected(), 15'000);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->findChild<QPushButton *>(u"sendMessageButton"_s)->isEnabled(), 10000);
    QCOMPARE(note(dialog), u"Cannot send: there is no connection. Reconnect first."_s);
    m_fixture->window->actions().closeTab->trigger();
    QVERIFY(!m_fixture->find<SendDialog>(u"sendDialog"_s));
    QVERIFY(!m_fixture->window->actions().sendMessage->isEnabled());
}

void TestRawMessages::markSurvivesTheFile()
{
    connectTo({u"--legacy-only"_s});
    SendDialog *dialog = open();
    const qsizetype row = m_fixture->log().count();
    send(dialog, R"({"jsonrpc":"2.0","id":"mine","method":"ping"})");
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > row && !m_fixture->record(row).isOpen(), 5000);
    send(dialog, "}not JSON{");
    QTRY_COMPARE_WITH_TIMEOUT(lastSent().bytes, "}not JSON{", 5000);
    m_fixture->dialogs.path = m_fixture->file(u"typed.pullcord"_s);
    m_fixture->window->actions().disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().isConnected(), 15'000);
    m_fixture->window->actions().exportAll->trigger();
    m_fixture->agreeToExport();
    const auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY_WITH_TIMEOUT(bar->text().startsWith(u"Exported to "_s), 10'000);
    m_fixture->window->openCapture(m_fixture->dialogs.path);
    QTRY_COMPARE_WITH_TIMEOUT(kinds().filter(u", by hand"_s),
                              (QStringList{u"request, by hand"_s, u"not JSON, by hand"_s}), 5000);
    QVERIFY(m_fixture->record(row).byHand);
}

void TestRawMessages::overHttp_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::newRow("legacy") << QStringList{u"--legacy-only"_s};
    QTest::newRow("modern") << QStringList{};
}

void TestRawMessages::overHttp()
{
    QFETCH(const QStringList, switches);
    QProcess server;
    const ServerTarget demo = WindowFixture::demoServer();
    server.start(demo.command.program, switches + QStringList{u"--http"_s});
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += server.readAllStandardOutput()).contains("/mcp"), 10'000);
    m_fixture = std::make_unique<WindowFixture>();
    ServerTarget target;
    target.http.url = QUrl(QString::fromUtf8(said.mid(said.indexOf("http://")).split('\n').constFirst()).trimmed());
    m_fixture->window->connectTo(target);
    QVERIFY(m_fixture->waitForTools());
    QVERIFY(m_fixture->waitForLists());

    SendDialog *dialog = open();
    const qsizetype row = m_fixture->log().count();
    insert(dialog, Template::Request);
    QTest::keyClick(dialog->editor()->edit(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > row, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Succeeded, 5000);
    // A text that is not JSON is posted with the headers of the revision, and the response of the server is shown.
    insert(dialog, Template::BrokenJson);
    QTest::keyClick(dialog->editor()->edit(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(lastSent().kind, EventKind::Malformed, 5000);
    const QString exchange = QString::number(lastSent().details.value("exchange"_L1).toInteger());
    const Capture &capture = m_fixture->conversation().capture();
    const auto step = [&](QLatin1StringView name) {
        for (qsizetype index = 0; index < capture.count(); ++index) {
            const Event event = capture.eventAt(index);
            if (event.kind == EventKind::Http && event.details.value("step"_L1) == name &&
                QString::number(event.details.value("exchange"_L1).toInteger()) == exchange)
                return event.details;
        }
        return QJsonObject();
    };
    QTRY_COMPARE_WITH_TIMEOUT(step("response"_L1).value("status"_L1).toInt(), 400, 5000);
    const QByteArray headers = QJsonDocument(step("request"_L1)).toJson(QJsonDocument::Compact);
    const QByteArray revision = nameOf(m_fixture->conversation().client()->revision()).data();
    QVERIFY2(headers.contains(revision), headers.constData());
    server.kill();
    QVERIFY(server.waitForFinished());
}

QTEST_MAIN(TestRawMessages)
#include "tst_rawmessages.moc"
