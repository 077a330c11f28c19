// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scriptedserver.h"
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/models/catalog/catalogmodel.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/views/messages/httpview.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/peerlabel.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Request = ScriptedServer::Request;

/// The window over HTTP: exchanges in Details, rows about HTTP, cancellation by closing, rejections and certificates.
class TestHttp : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void exchangesAreInDetails();
    void httpRowsAreHiddenAndCounted();
    void modernCancelClosesTheStreamAndKeepsTheReason();
    void legacyCancelPostsAndClosesTheStreamLater();
    void refusalIsExplained();
    void refusedListIsNamed();
    void refusedHandshakeOffersToChangeIt_data();
    void refusedHandshakeOffersToChangeIt();
    void redirectToAnotherOriginCanBeAllowed();
    void proxyThatRequiresAPassword();
    void fileFailureDoesNotOfferToChangeTheUrl();
    void misplacedResponseIsNotHidden();
    void stepsAreShownWhileConnecting();
    void bothInitializeAttemptsAreInDetails();
    void lostSessionIsReported();
    void excludedToolIsDisabledWithItsReason();
    void unknownCertificateStopsUntilItIsTrusted();
    void chosenTabIsRestored();
    void stdioHasNoHttpTab();

private:
    static constexpr int Limit = 5000;

    /// Starts a server of 2026-07-28 or 2025-11-25. Its tool `hang` never responds, and its tool `refuse` is rejected.
    void serve(bool modern);
    static QByteArray answerOf(const Request &request, bool modern);
    bool connectWindow(const HttpOptions &options = {});
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_fixture->find<T>(name);
    }
    [[nodiscard]] QString bar() const { return find<MessageBar>(u"messageBar"_s)->text(); }
    [[nodiscard]] QString cell(qsizetype row, int column) const
    {
        m_fixture->flush();
        return m_fixture->requests()->index(int(row), column).data().toString();
    }
    /// Returns the text of the HTTP tab for a request.
    QString httpOf(qsizetype row)
    {
        auto *tabs = find<QTabWidget>(u"detailsTabs"_s);
        for (int i = 0; i < tabs->count(); ++i) {
            if (tabs->tabText(i) == u"HTTP"_s)
                tabs->setCurrentIndex(i);
        }
        m_fixture->select(row);
        return find<HttpView>(u"httpView"_s)->toPlainText();
    }
    qsizetype cancelHanging(const QString &reason);

    std::unique_ptr<ScriptedServer> m_server;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestHttp::init()
{
    WindowFixture::failOnWarnings();
    m_server = std::make_unique<ScriptedServer>();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestHttp::cleanup()
{
    m_fixture.reset();
    m_server.reset();
}

QByteArray TestHttp::answerOf(const Request &request, bool modern)
{
    const QByteArray method = request.rpcMethod();
    if (method == "server/discover" && modern) {
        return R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":)"
               R"({"io.modelcontextprotocol/serverInfo":{"name":"scripted","version":"1"}}})";
    }
    if (method == "initialize" && !modern) {
        return R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
               R"("serverInfo":{"name":"scripted","version":"1"}})";
    }
    if (method == "tools/list") {
        return R"({"resultType":"complete","tools":[{"name":"echo","inputSchema":{"type":"object"}},)"
               R"({"name":"hang","inputSchema":{"type":"object"}},{"name":"refuse","inputSchema":{"type":"object"}},)"
               R"({"name":"odd","inputSchema":{"type":"object","properties":)"
               R"({"x":{"type":"string","x-mcp-header":"not a token"}}}}]})";
    }
    return method == "tools/call" ? R"({"resultType":"complete","content":[]})"_ba : QByteArray();
}

void TestHttp::serve(bool modern)
{
    m_server->setScript([modern](const Request &request) {
        const QByteArray answer = answerOf(request, modern);
        if (request.head.method != "POST")
            request.write(ScriptedServer::response("405 Method Not Allowed", "text/plain", "no"));
        else if (request.body.contains(R"("hang")"))
            request.write(ScriptedServer::streamHead());
        else if (request.body.contains(R"("refuse")"))
            request.write(ScriptedServer::response("404 Not Found", "text/html", "<h1>Nobody here</h1>"));
        else if (request.rpcId().isEmpty())
            request.write(ScriptedServer::accepted());
        else if (answer.isEmpty())
            request.write(ScriptedServer::response("400 Bad Request", "text/plain", "what?"));
        else
            request.write(ScriptedServer::json(ScriptedServer::result(request, answer),
                                               request.rpcMethod() == "initialize" ? "Mcp-Session-Id: hunter2\r\n"_ba
                                                                                   : QByteArray()));
    });
}

bool TestHttp::connectWindow(const HttpOptions &options)
{
    ServerTarget target;
    target.http = options;
    target.http.url = m_server->url();
    m_fixture->window->connectTo(target);
    return m_fixture->waitForTools();
}

qsizetype TestHttp::cancelHanging(const QString &reason)
{
    const qsizetype row = m_fixture->call(u"hang"_s, "{}");
    if (!QTest::qWaitFor([&] { return m_server->requests().last().body.contains("hang"); }, Limit))
        return -1;
    m_fixture->select(row);
    find<QLineEdit>(u"reasonEdit"_s)->setText(reason);
    m_fixture->window->actions().cancel->trigger();
    return row;
}

void TestHttp::exchangesAreInDetails()
{
    serve(true);
    HttpOptions options;
    options.headers.add("Authorization", "Bearer hunter2");
    QVERIFY(connectWindow(options));
    const qsizetype row = m_fixture->call(u"echo"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Succeeded, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(httpOf(row).contains(u"Complete"_s), Limit);
    const QString text = httpOf(row);
    for (const QString &part : {u"Request, response: exchange "_s, u"POST "_s + m_server->url().toString(),
                                u"200 OK · HTTP/1.1"_s, u"application/json"_s, u"Mcp-Method"_s, u"tools/call"_s,
                                u"Connect"_s, u"First byte"_s, u"Total"_s, u"Authorization"_s, u"***"_s})
        QVERIFY2(text.contains(part), qPrintable(part + u"\n"_s + text));
    QVERIFY(!text.contains(u"hunter2"_s));
    QCOMPARE(find<QLabel>(u"statusServer"_s)->text(), u"scripted 1 — connected"_s);
    QCOMPARE(m_fixture->settings.recentServers().first().http.url, m_server->url());
}

void TestHttp::httpRowsAreHiddenAndCounted()
{
    serve(true);
    QVERIFY(connectWindow());
    m_fixture->flush();
    auto *toggle = find<QToolButton>(u"showHttp"_s);
    QTRY_VERIFY_WITH_TIMEOUT(toggle->isVisible() && toggle->text().endsWith(u" hidden"_s), Limit);
    const auto httpRows = [this] {
        m_fixture->flush();
        int rows = 0;
        for (int row = 0; row < m_fixture->messages()->rowCount(); ++row) {
            const int kind = m_fixture->messages()->index(row, 0).data(MessageTable::EventKindRole).toInt();
            rows += kind == int(EventKind::Http) ? 1 : 0;
        }
        return rows;
    };
    QCOMPARE(httpRows(), 0);
    QTest::mouseClick(toggle, Qt::LeftButton);
    QVERIFY(httpRows() >= 6); // server/discover and tools/list
    QCOMPARE(toggle->text(), u"HTTP: %1"_s.arg(httpRows()));
    // Its row shows the exchange, and the setting is saved.
    find<QTableView>(u"messageTable"_s)->selectRow(1);
    m_fixture->window->close();
    QCOMPARE(m_fixture->settings.value(Settings::ShowHttp), true);
}

void TestHttp::modernCancelClosesTheStreamAndKeepsTheReason()
{
    serve(true);
    QVERIFY(connectWindow());
    QVERIFY(find<QComboBox>(u"reason"_s)->toolTip().contains(u"saved as a note"_s));
    QCOMPARE(find<QLineEdit>(u"reasonEdit"_s)->placeholderText(), u"saved as a note; Enter cancels"_s);
    const qsizetype row = cancelHanging(u"too slow"_s);
    QVERIFY(row >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(m_server->requests().last().clientHasGone(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(cell(row, RequestTable::Cancel).startsWith(u"closed +"_s), Limit);
    QCOMPARE(cell(row, RequestTable::State), u"Cancelled"_s);
    QCOMPARE(cell(row, RequestTable::Reason), u"too slow"_s);
    QVERIFY(m_fixture->sentWithMethod("notifications/cancelled").isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(
        find<PeerLabel>(u"detailsFacts"_s)
            ->text()
            .startsWith(u"Cancelled by the client: too slow. The stream was closed; the reason was not sent · "_s),
        Limit);
    QVERIFY2(httpOf(row).contains(u"Closed by the client"_s), qPrintable(httpOf(row)));
}

void TestHttp::legacyCancelPostsAndClosesTheStreamLater()
{
    serve(false);
    HttpOptions options;
    options.cancelGrace = std::chrono::milliseconds(200);
    QVERIFY(connectWindow(options));
    QCOMPARE(find<QLineEdit>(u"reasonEdit"_s)->placeholderText(), u"sent along; Enter cancels"_s);
    const qsizetype row = cancelHanging(u"too slow"_s);
    QVERIFY(row >= 0);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 1, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(cell(row, RequestTable::Cancel).startsWith(u"closed +"_s), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(find<PeerLabel>(u"detailsFacts"_s)->text().contains(u"the client closed its stream +"_s),
                             Limit);
    QVERIFY(m_fixture->record(row).streamClosed - m_fixture->record(row).cancellation->time >= 190'000'000);
    const QString text = httpOf(row); // both exchanges
    QVERIFY2(text.contains(u"Request: exchange "_s) && text.contains(u"Cancel message: exchange "_s), qPrintable(text));
    QVERIFY(text.contains(u"202 Accepted"_s));
    QVERIFY(!text.contains(u"hunter2"_s)); // the session id is a secret
}

void TestHttp::refusalIsExplained()
{
    serve(true);
    QVERIFY(connectWindow());
    const qsizetype row = m_fixture->call(u"refuse"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Failed, Limit);
    QCOMPARE(cell(row, RequestTable::Reason), u"HTTP 404 Not Found: Nobody here"_s);
    QTRY_VERIFY_WITH_TIMEOUT(
        find<PeerLabel>(u"detailsFacts"_s)->text().startsWith(u"Refused: HTTP 404 Not Found: Nobody here · "_s), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(httpOf(row).contains(u"<h1>Nobody here</h1>"_s), Limit); // as plain text
}

/// The connection stands, and the text says which request failed.
void TestHttp::refusedListIsNamed()
{
    m_server->setScript([](const Request &request) {
        if (request.head.method != "POST")
            request.write(ScriptedServer::response("405 Method Not Allowed", {}, {}));
        else if (request.rpcMethod() == "tools/list")
            request.write(ScriptedServer::response("500 Oops", "text/plain", "out of order"));
        else if (request.rpcId().isEmpty())
            request.write(ScriptedServer::accepted());
        else
            request.write(ScriptedServer::json(ScriptedServer::result(request, answerOf(request, false))));
    });
    ServerTarget target;
    target.http.url = m_server->url();
    m_fixture->window->connectTo(target);
    const QString reason =
        u"The request failed: tools/list: HTTP 500 Oops: out of order; the connection itself is open"_s;
    QTRY_COMPARE_WITH_TIMEOUT(bar(), u"The list “Tools” is incomplete. "_s + reason, Limit);
    QVERIFY(m_fixture->window->controller().isConnected());
}

void TestHttp::refusedHandshakeOffersToChangeIt_data()
{
    QTest::addColumn<QByteArray>("response");
    QTest::addColumn<QStringList>("says");
    QTest::addColumn<QString>("offers");
    QTest::addColumn<QByteArray>("token");
    const QString asksForToken = u" requires authorization: enter its token as a header, such as “Authorization: "_s;
    const QByteArray refusal = ScriptedServer::response("401 Unauthorized", "text/html", "<title>Sign in</title>",
                                                        "WWW-Authenticate: Bearer\r\n");
    QTest::newRow("401") << refusal
                         << QStringList{u"HTTP 401 Unauthorized: needs a Bearer token; Sign in. "_s, asksForToken}
                         << u"Change Headers…"_s << QByteArray();
    QTest::newRow("401 without a scheme")
        << ScriptedServer::response("401 Unauthorized", {}, {})
        << QStringList{u"HTTP 401 Unauthorized: needs authorization. "_s, asksForToken} << u"Change Headers…"_s
        << QByteArray();
    QTest::newRow("401 with a token")
        << refusal
        << QStringList{u"HTTP 401 Unauthorized"_s,
                       u" The server did not accept the token in the header “Authorization”."_s}
        << u"Change Headers…"_s << "Bearer old"_ba;
    QTest::newRow("404") << ScriptedServer::response("404 Not Found", {}, {}) << QStringList{u"HTTP 404 Not Found"_s}
                         << u"Change URL…"_s << QByteArray();
}

/// The form shows the server of this tab, although another one was used since.
void TestHttp::refusedHandshakeOffersToChangeIt()
{
    QFETCH(const QByteArray, response);
    QFETCH(const QByteArray, token);
    m_server->setScript([&response](const Request &request) { request.write(response); });
    ServerTarget target;
    target.http.url = m_server->url();
    if (!token.isEmpty())
        target.http.headers.set("Authorization"_ba, token);
    m_fixture->window->connectTo(target);
    QFETCH(const QStringList, says);
    for (const QString &text : says)
        QTRY_VERIFY2_WITH_TIMEOUT(bar().contains(text), qPrintable(bar()), Limit);
    QFETCH(const QString, offers);
    QCOMPARE(bar().contains(u"Authorization: Bearer TOKEN"_s), offers == u"Change Headers…"_s && token.isEmpty());
    ServerTarget other;
    other.http.url = QUrl(u"http://127.0.0.1:9/other"_s);
    m_fixture->settings.addRecentServer(other);
    auto *change = find<QPushButton>(u"messageBarAction"_s);
    QCOMPARE(change->text(), offers);
    change->click();
    const auto *url = find<QLineEdit>(u"url"_s);
    QVERIFY(url && url->isVisible());
    QCOMPARE(url->text(), m_server->url().toString());
    const auto *headers = find<QTableWidget>(u"headers"_s);
    const bool isNew = offers == u"Change Headers…"_s && token.isEmpty();
    QCOMPARE(headers->currentRow() == headers->rowCount() - 1, isNew);
    if (!token.isEmpty())
        QCOMPARE(headers->currentItem()->text(), QString::fromUtf8(token));
}

/// A redirect to another origin needs the user's consent, for this server.
void TestHttp::redirectToAnotherOriginCanBeAllowed()
{
    serve(true);
    ScriptedServer moved;
    moved.setScript([this](const Request &request) {
        request.write(ScriptedServer::response("307 Temporary Redirect", {}, {},
                                               "Location: " + m_server->url().toEncoded() + "\r\n"));
    });
    ServerTarget target;
    target.http.url = moved.url();
    m_fixture->window->connectTo(target);
    QTRY_VERIFY2_WITH_TIMEOUT(bar().contains(u"not followed"_s), qPrintable(bar()), Limit);
    QCOMPARE(find<QPushButton>(u"messageBarAction"_s)->text(), u"Change URL…"_s);
    QCOMPARE(find<QPushButton>(u"messageBarThirdAction"_s)->text(), u"Check Connection…"_s);
    auto *follow = find<QPushButton>(u"messageBarSecondAction"_s);
    QCOMPARE(follow->text(), u"Follow Redirects"_s);
    QVERIFY(follow->toolTip().contains(u"127.0.0.1:%1"_s.arg(m_server->url().port())));
    QVERIFY(m_server->requests().isEmpty());
    follow->click();
    QVERIFY(m_fixture->waitForTools());
    QCOMPARE(bar(), QString());
    QVERIFY(m_fixture->window->controller().target()->http.followRedirects);
    QCOMPARE(m_fixture->window->controller().target()->http.url, moved.url());
}

/// For a plain http: URL, the proxy itself sends the response.
void TestHttp::proxyThatRequiresAPassword()
{
    QByteArrayList given;
    m_server->setScript([&given](const Request &request) {
        given << request.header("proxy-authorization");
        request.write(ScriptedServer::response("407 Proxy Authentication Required", "text/plain", "",
                                               "Proxy-Authenticate: Basic realm=\"p\"\r\n"));
    });
    ServerTarget target;
    target.http.url = QUrl(u"http://server.example/mcp"_s);
    target.http.network.proxy = u"http://me@127.0.0.1:%1"_s.arg(m_server->url().port());
    m_fixture->window->connectTo(target);
    auto *enter = find<QPushButton>(u"messageBarAction"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(bar().contains(u"HTTP 407"_s) && enter->isVisible(), qPrintable(bar()), Limit);
    QCOMPARE(enter->text(), u"Enter Password…"_s);
    enter->click();
    find<QLineEdit>(u"value0"_s)->setText(u"a:b"_s);
    given.clear();
    find<QPushButton>(u"valuesConnect"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(given.contains("Basic " + QByteArray("me:a:b").toBase64()), Limit);
    m_server->setScript({}); // the server outlives the variables that its script writes to
}

/// A file that cannot be opened is not reported as a fault of the URL.
void TestHttp::fileFailureDoesNotOfferToChangeTheUrl()
{
    serve(true);
    QVERIFY(connectWindow());
    m_fixture->window->openCapture(u"/nowhere/x.log"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(bar().contains(u"x.log"_s), qPrintable(bar()), Limit);
    QVERIFY(!find<QPushButton>(u"messageBarAction"_s)->isVisible());
    QVERIFY(!find<QPushButton>(u"messageBarSecondAction"_s)->isVisible());
}

/// A misplaced response is listed among the messages even if rows about HTTP are hidden.
void TestHttp::misplacedResponseIsNotHidden()
{
    serve(true);
    QVERIFY(connectWindow());
    m_server->setScript([](const Request &request) {
        request.write(ScriptedServer::streamHead() + "event: ping\ndata: x\n\nevent: result\ndata: " +
                      ScriptedServer::result(request, R"({"content":[]})") + "\n\n");
        request.end();
    });
    const qsizetype row = m_fixture->call(u"echo"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Lost, Limit);
    m_fixture->flush();
    const auto *model = m_fixture->messages();
    int misplaced = 0;
    for (int i = 0; i < model->rowCount(); ++i)
        misplaced += model->index(i, 0).data(MessageTable::EventKindRole).toInt() == int(EventKind::Stream) ? 1 : 0;
    QCOMPARE(misplaced, 1);
}

void TestHttp::stepsAreShownWhileConnecting()
{
    // Neither initialize nor the stream of HTTP+SSE gets a response, so the last step counts.
    m_server->setScript([](const Request &request) {
        if (request.rpcMethod() == "server/discover" || request.rpcMethod() == "initialize")
            request.write(ScriptedServer::response("400 Bad Request", "text/plain", "what?"));
    });
    ServerTarget target;
    target.http.url = m_server->url();
    m_fixture->window->connectTo(target);
    QTRY_VERIFY2_WITH_TIMEOUT(find<QLabel>(u"statusServer"_s)->text().contains(u"trying HTTP+SSE of 2024-11-05"_s),
                              qPrintable(find<QLabel>(u"statusServer"_s)->text()), Limit);
    QVERIFY(find<QLabel>(u"statusServer"_s)->text().contains(u"handshake…"_s));
}

/// The request fails as Streamable HTTP and is sent again by HTTP+SSE: one request with both exchanges.
void TestHttp::bothInitializeAttemptsAreInDetails()
{
    Request stream;
    m_server->setScript([&stream](const Request &request) {
        if (request.head.method == "GET") {
            stream = request;
            request.write(ScriptedServer::streamHead() + "event: endpoint\ndata: /messages\n\n");
        } else if (request.head.target == "/messages") {
            request.write(ScriptedServer::accepted());
            if (const QByteArray answer = answerOf(request, false); !answer.isEmpty())
                stream.write("data: " + ScriptedServer::result(request, answer) + "\n\n");
        } else {
            request.write(ScriptedServer::response("405 Method Not Allowed", "text/plain", "no"));
        }
    });
    QVERIFY(connectWindow());
    qsizetype row = 0;
    while (m_fixture->record(row).method != "initialize")
        ++row;
    QTRY_VERIFY2_WITH_TIMEOUT(httpOf(row).contains(u"Sent again: exchange "_s), qPrintable(httpOf(row)), Limit);
    const QString text = httpOf(row);
    QVERIFY2(text.contains(u"405 Method Not Allowed"_s) && text.contains(u"202 Accepted"_s), qPrintable(text));
    QVERIFY2(text.contains(m_server->url(u"/messages"_s).toString()), qPrintable(text));
}

void TestHttp::lostSessionIsReported()
{
    serve(false);
    QVERIFY(connectWindow());
    const qsizetype row = m_fixture->call(u"refuse"_s, "{}"); // 404 for a session ends it
    QTRY_VERIFY2_WITH_TIMEOUT(bar().contains(u"no longer knew the session"_s), qPrintable(bar()), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Failed, Limit);
    // The call is repeated in the next session, which this server ends in the same way.
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("initialize").size(), 3, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(find<QLabel>(u"statusServer"_s)->text(), u"scripted 1 — connected"_s, Limit);
}

void TestHttp::excludedToolIsDisabledWithItsReason()
{
    serve(true);
    QVERIFY(connectWindow());
    const QModelIndex tools = m_fixture->section(CatalogList::Kind::Tools);
    QCOMPARE(tools.model()->rowCount(tools), 4);
    const QModelIndex odd = m_fixture->offered(CatalogList::Kind::Tools, u"odd"_s);
    QVERIFY(odd.isValid());
    QVERIFY(!odd.data(CatalogModel::ExcludedRole).toString().isEmpty());
    QVERIFY(odd.data(Qt::ToolTipRole).toString().contains(u"This tool cannot be called: "_s));
    QVERIFY(m_fixture->offered(CatalogList::Kind::Tools, u"refuse"_s)
                .data(CatalogModel::ExcludedRole)
                .toString()
                .isEmpty());
    QCOMPARE(tools.data(CatalogModel::DetailRole).toString(), u"3, and 1 that cannot be called"_s);
    // Its description is shown, but it cannot be called.
    find<QTreeView>(u"catalogTree"_s)->setCurrentIndex(odd);
    QVERIFY(!m_fixture->window->actions().callTool->isEnabled());
    QVERIFY(!find<QWidget>(u"argumentsEditor"_s)->isVisible());
    find<QTabBar>(u"itemTabs"_s)->setCurrentIndex(2);
    QVERIFY(find<PeerLabel>(u"aboutText"_s)->text().startsWith(u"This tool cannot be called: "_s));
    QCOMPARE(find<PeerLabel>(u"aboutTitle"_s)->text(), u"odd"_s);
}

void TestHttp::unknownCertificateStopsUntilItIsTrusted()
{
    QFile certificate(QFINDTESTDATA("core/data/loopback.crt"));
    QFile key(QFINDTESTDATA("core/data/loopback.key"));
    QVERIFY(certificate.open(QIODevice::ReadOnly) && key.open(QIODevice::ReadOnly));
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(QSslCertificate(&certificate));
    configuration.setPrivateKey(QSslKey(&key, QSsl::Ec));
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    QSslServer server;
    server.setSslConfiguration(configuration);
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QByteArray received;
    connect(&server, &QTcpServer::pendingConnectionAvailable, this, [&] {
        QTcpSocket *socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, this, [&received, socket] { received += socket->readAll(); });
    });

    ServerTarget target;
    target.http.url = QUrl(u"https://localhost:%1/mcp"_s.arg(server.serverPort()));
    m_fixture->window->connectTo(target);
    QTRY_VERIFY2_WITH_TIMEOUT(bar().contains(u"not trusted"_s), qPrintable(bar()), Limit);
    auto *stop = find<QPushButton>(u"messageBarAction"_s);
    auto *trust = find<QPushButton>(u"messageBarSecondAction"_s);
    QCOMPARE(stop->text(), u"Stop"_s);
    QCOMPARE(m_fixture->window->focusWidget(), stop);
    QCOMPARE(trust->text(), u"Trust This Server for This Session"_s);
    QCOMPARE(find<QPushButton>(u"messageBarThirdAction"_s)->text(), u"Check Connection…"_s);
    const auto *detail = find<PeerLabel>(u"messageBarDetail"_s);
    const QByteArray digest = configuration.localCertificate().digest(QCryptographicHash::Sha256).toHex(':').toUpper();
    QVERIFY2(detail->isVisible() && detail->text().endsWith(QString::fromLatin1(digest)), qPrintable(detail->text()));
    // Buttons go below the reason where they would leave no room for it.
    m_fixture->window->resize(760, 600);
    QTRY_VERIFY_WITH_TIMEOUT(stop->mapTo(m_fixture->window.get(), QPoint()).y() >
                                 detail->mapTo(m_fixture->window.get(), QPoint()).y(),
                             Limit);
    const QLabel *reason = find<PeerLabel>(u"messageBarText"_s);
    QVERIFY2(!reason->text().contains(u'…'), qPrintable(reason->text()));
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().isConnected(), Limit);
    QVERIFY(received.isEmpty());
    // Stop ends the attempt, and the ways to find out more stay.
    QTest::mouseClick(stop, Qt::LeftButton);
    QVERIFY2(bar().startsWith(u"Not connected: "_s), qPrintable(bar()));
    QCOMPARE(stop->text(), u"Change URL…"_s);
    QCOMPARE(trust->text(), u"Check Connection…"_s);
    QVERIFY(!m_fixture->window->controller().isConnected());
    m_fixture->window->actions().reconnect->trigger();
    QTRY_VERIFY2_WITH_TIMEOUT(bar().startsWith(u"Cannot connect: "_s), qPrintable(bar()), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().isConnected(), Limit);
    QVERIFY(received.isEmpty());
    QTest::mouseClick(trust, Qt::LeftButton);
    QVERIFY(bar().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(received.startsWith("POST /mcp"), Limit);
    for (QTcpSocket *socket : server.findChildren<QTcpSocket *>())
        socket->disconnect(this); // the sockets outlive the variables of the lambda
}

void TestHttp::chosenTabIsRestored()
{
    serve(true);
    QVERIFY(connectWindow());
    auto *tabs = find<QTabWidget>(u"detailsTabs"_s);
    QVERIFY(!httpOf(0).isEmpty());
    const QWidget *http = tabs->currentWidget();
    auto *details = find<DetailsPanel>(u"detailsPanel"_s);
    details->setConversation(nullptr); // as before the first conversation
    QVERIFY(tabs->currentWidget() != http);
    details->setConversation(&m_fixture->conversation());
    details->showRequest(0);
    QCOMPARE(tabs->currentWidget(), http);
}

void TestHttp::stdioHasNoHttpTab()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *tabs = find<QTabWidget>(u"detailsTabs"_s);
    QVERIFY(!tabs->isTabVisible(tabs->count() - 2));
    QVERIFY(!find<QToolButton>(u"showHttp"_s)->isVisible());
}

QTEST_MAIN(TestHttp)
#include "tst_http.moc"
