// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The control socket of a proxy: what it takes, what it refuses, and how running proxies are found.

#include "core/json/jsontext.h"
#include "core/proxy/control/controlcall.h"
#include "core/proxy/control/proxycontrol.h"
#include "core/proxy/control/runningproxies.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QPointer>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr int Limit = 30'000;

/// A proxy without a connection: what passes is given to it.
class QuietProxy final : public Proxy
{
public:
    using Proxy::report;
    void start() override {}
    void close(const QString &) override {}
    void hurry() override {}
    [[nodiscard]] qint64 undelivered() const override { return 0; }

    void passes(const QByteArray &message, Direction direction = Direction::ClientToServer, quint32 connection = 0,
                const QJsonObject &details = {})
    {
        JsonChecker checker;
        Event event = Event::ofBytes(message, direction, checker);
        event.connection = connection;
        event.details = details;
        report(event);
    }
    QByteArrayList sent;

protected:
    [[nodiscard]] QJsonObject serverDescription() const override { return {}; }
    [[nodiscard]] Outcome sendCancel(const RequestRecord &request, const QString &reason) override
    {
        sent << cancelNotification(request.id, reason);
        Event event = operatorMessage(sent.constLast(), request.direction);
        event.connection = request.connection;
        report(event);
        return std::monostate();
    }
    [[nodiscard]] Outcome sendResponse(const RequestRecord &, const QByteArray &response) override
    {
        sent << response;
        return std::monostate();
    }
};

/// The proxy of "a server", with its socket.
struct Scene
{
    QTemporaryDir folder;
    QuietProxy proxy;
    std::unique_ptr<ProxyControl> control =
        std::make_unique<ProxyControl>(proxy, ProxyInfo{.title = u"A server!"_s,
                                                        .address = u"serve --now"_s,
                                                        .capture = folder.filePath(u"a.pullcord"_s),
                                                        .downstream = u"stdio"_s,
                                                        .upstream = u"http"_s});

    Scene()
    {
        const Outcome listens = control->listen(folder.path());
        if (!listens)
            qFatal("%s", qPrintable(listens.error().detail));
    }
    [[nodiscard]] QString path() const { return folder.filePath(control->name() + u".sock"_s); }
    /// Sends bytes and returns the lines that come back, until there are `count`.
    [[nodiscard]] QByteArrayList exchange(const QByteArray &bytes, qsizetype count) const
    {
        QLocalSocket socket;
        QByteArray heard;
        QObject::connect(&socket, &QLocalSocket::readyRead, &socket, [&] { heard += socket.readAll(); });
        socket.connectToServer(path());
        socket.write(bytes);
        [[maybe_unused]] const bool came = QTest::qWaitFor([&] { return heard.count('\n') >= count; }, Limit);
        return heard.trimmed().split('\n');
    }
    [[nodiscard]] Result<QByteArray> call(const QByteArray &method, const QByteArray &params)
    {
        Result<QByteArray> said = Error{};
        auto *call = new ControlCall(path(), method, params, &proxy);
        QObject::connect(call, &ControlCall::finished, &proxy,
                         [&](const Result<QByteArray> &result) { said = result; });
        const QPointer<ControlCall> running(call);
        [[maybe_unused]] const bool ended = QTest::qWaitFor([&] { return !running; }, Limit);
        return said;
    }
};

QByteArray request(const QByteArray &id, const QByteArray &method = "tools/call")
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":{"name":"slow"}})";
}

} // namespace

class TestProxyControl : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void describes()
    {
        Scene scene;
        scene.proxy.passes(request("5"));
        scene.proxy.passes(request("123456789012345678901234567890"));
        scene.proxy.passes(R"({"jsonrpc":"2.0","id":"q","method":"roots/list"})", Direction::ServerToClient);
        const Result<QByteArray> said = scene.call("describe", "{}");
        QVERIFY(said);
        const ProxyInfo info = ProxyInfo::fromJson(JsonValue(*said));
        QCOMPARE(info.name, scene.control->name());
        QVERIFY2(info.name.startsWith(u"a-server--"_s), qPrintable(info.name));
        QCOMPARE(info.title, u"A server!"_s);
        QCOMPARE(info.address, u"serve --now"_s);
        QCOMPARE(info.upstream, u"http"_s);
        QCOMPARE(info.pid, QCoreApplication::applicationPid());
        QVERIFY(info.since.isValid());
        QCOMPARE(info.clients, 1);
        QCOMPARE(info.counts.requests, 3);
        QCOMPARE(info.open.size(), 3);
        QCOMPARE(info.open.at(0).target, u"slow"_s);
        QCOMPARE(info.open.at(1).id.toJson(), "123456789012345678901234567890");
        QCOMPARE(info.open.at(2).direction, Direction::ServerToClient);
        QCOMPARE(info.open.at(2).id.toJson(), "\"q\"");
    }

    /// A note about no connection makes no client.
    void countsClients()
    {
        QuietProxy proxy;
        proxy.report(Event::ofKind(EventKind::Note));
        QCOMPARE(proxy.clients(), 0);
        proxy.report(Event::ofKind(EventKind::Opening));
        QCOMPARE(proxy.clients(), 1);
        proxy.report(Event::ofKind(EventKind::Closed));
        proxy.report(Event::ofKind(EventKind::Note));
        QCOMPARE(proxy.clients(), 0);
        QCOMPARE(proxy.counts().events, 4);
    }

    void cancels()
    {
        Scene scene;
        scene.proxy.passes(request("5"));
        scene.proxy.passes(request("\"5\""));
        QVERIFY(scene.call("cancel", R"({"id":"5","reason":"tired","error":{"code":7,"message":"no"}})"));
        QCOMPARE(
            scene.proxy.sent,
            (QByteArrayList{
                R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"5","reason":"tired"}})",
                R"({"jsonrpc":"2.0","id":"5","error":{"code":7,"message":"no"}})"}));
        const ProxyInfo info = ProxyInfo::fromJson(JsonValue(*scene.call("describe", "{}")));
        QCOMPARE(info.counts.cancelled, 1);
        QCOMPARE(info.open.size(), 2);
        QVERIFY(!info.open.at(0).cancelled);
        QVERIFY(info.open.at(1).cancelled);
    }

    /// Several clients use the same id; two of them share a connection.
    void idsOfSeveralClients()
    {
        Scene scene;
        scene.proxy.passes(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":)"
                           R"({"name":"a host","version":"2"}}})");
        scene.proxy.passes(request("5"));
        scene.proxy.passes(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"_meta":)"
                           R"({"io.modelcontextprotocol/clientInfo":{"name":"another"}}}})",
                           Direction::ClientToServer, 1);
        scene.proxy.passes(request("\"pullcord-1\""), Direction::ClientToServer, 1, {{u"clientId"_s, u"5"_s}});
        const QList<ProxyInfo::OpenRequest> open = ProxyInfo::fromJson(JsonValue(*scene.call("describe", "{}"))).open;
        QCOMPARE(open.size(), 4);
        QCOMPARE(open.at(1).client, u"a host 2"_s);
        QCOMPARE(open.at(1).serial, 1U);
        QCOMPARE(open.at(2).client, u"another"_s);
        QCOMPARE(open.at(3).client, QString());
        QCOMPARE(open.at(3).clientId, RequestId(5));

        const auto choices = [&scene](const QByteArray &params) {
            const Result<QByteArray> said = scene.call("cancel", params);
            return said || said.error().code != OperatorCancel::Ambiguous
                       ? 0
                       : ProxyInfo::openFromJson(JsonValue(said.error().data).member("open")).size();
        };
        QCOMPARE(choices(R"({"id":5})"), 3);
        QCOMPARE(choices(R"({"id":5,"connection":1})"), 2);
        QVERIFY(scene.proxy.sent.isEmpty());
        QVERIFY(scene.call("cancel", R"({"id":5,"connection":1,"request":1})"));
        QVERIFY(scene.proxy.sent.constLast().contains(R"("requestId":"pullcord-1")"));
        QVERIFY(scene.call("cancel", R"({"id":5,"connection":0})"));
        QCOMPARE(choices(R"({"id":5})"), 3); // the sides still wait
        scene.proxy.passes(R"({"jsonrpc":"2.0","id":5,"result":{}})", Direction::ServerToClient, 1);
        QCOMPARE(choices(R"({"id":5,"connection":1})"), 0);
    }

    void cancelsLater()
    {
        Scene scene;
        scene.proxy.passes(request("5"));
        scene.proxy.passes(request("6"));
        QVERIFY(scene.call("cancel", R"({"id":5,"after":0})"));
        QVERIFY(scene.call("cancel", R"({"id":6,"after":1,"reason":"slow"})"));
        QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.sent.size(), 2, Limit);
        QVERIFY(scene.proxy.sent.constLast().contains(R"("requestId":6,"reason":"slow")"));
        QCOMPARE(scene.call("cancel", R"({"id":6,"after":1})").error().code, int(OperatorCancel::HasEnded));
    }

    void cancelsAll()
    {
        Scene scene;
        scene.proxy.passes(request("1", "initialize"));
        scene.proxy.passes(request("2"));
        scene.proxy.passes(request("3", "subscriptions/listen"));
        scene.proxy.passes(request("4"));
        scene.proxy.passes(request("9", "roots/list"), Direction::ServerToClient);
        QCOMPARE(*scene.call("cancelAll", "{}"), R"({"ids":[2,4]})");
        QCOMPARE(*scene.call("cancelAll", "{}"), R"({"ids":[]})");
        QCOMPARE(*scene.call("cancelAll", R"({"from":"server"})"), R"({"ids":[9]})");
        QCOMPARE(scene.proxy.sent.size(), 3);
    }

    void handlesRules()
    {
        Scene scene;
        QCOMPARE(scene.call("rules", "{}").error().code, qint64(OperatorCancel::NotPossible));
        QCOMPARE(*scene.call("held", "{}"), R"({"held":[],"heldCount":0})");
        scene.proxy.setRules(*ProxyRules::fromJson(R"({"rules":[{"name":"x","action":"hold"}]})", u"f"_s));
        QCOMPARE(*scene.call("rules", "{}"),
                 R"({"rules":[{"name":"x","match":"","action":"hold","enabled":true,"matches":0}]})");
        QCOMPARE(*scene.call("setRule", R"({"name":"x","enabled":false,"next":3})"),
                 R"({"rules":[{"name":"x","match":"","action":"hold","enabled":false,"matches":0,"left":3}]})");
        for (const char *bad : {R"({"name":"y","enabled":true})", R"({"name":"x"})", R"({"enabled":true})",
                                R"({"name":"x","enabled":true,"next":0})"})
            QCOMPARE(scene.call("setRule", bad).error().code, -32602);
        const ProxyRule rule{.name = u"x"_s};
        for (const char *id : {"1", "2", "3"})
            scene.proxy.held().add({.direction = Direction::ServerToClient, .message = request(id)}, rule);
        const QByteArray held = *scene.call("held", "{}");
        QVERIFY2(held.startsWith(R"({"held":[{"number":1,"connection":0,"from":"server","rule":"x","action":"hold",)"),
                 held.constData());
        QCOMPARE(held.count(R"("method":"tools/call")"), 3);
        QCOMPARE(*scene.call("release", R"({"number":2})"), R"({"numbers":[2]})");
        QCOMPARE(scene.call("release", R"({"number":2})").error().code, qint64(OperatorCancel::NoSuchRequest));
        QCOMPARE(scene.call("drop", "{}").error().code, -32602);
        QCOMPARE(*scene.call("drop", R"({"all":true})"), R"({"numbers":[1,3]})");
        const ProxyInfo info = ProxyInfo::fromJson(JsonValue(*scene.call("describe", "{}")));
        QCOMPARE(info.rules, 0);
        QCOMPARE(info.held, 0);
    }

    void givesTheTextOfAHeldMessage_data()
    {
        QTest::addColumn<qsizetype>("size");
        QTest::addColumn<bool>("cut");
        QTest::newRow("short") << qsizetype(0) << false;
        QTest::newRow("longest") << HeldMessage::LongestText << false;
        QTest::newRow("too long") << HeldMessage::LongestText + 1 << true;
    }
    /// The text is verbatim; of a long message its beginning, which ends between two characters.
    void givesTheTextOfAHeldMessage()
    {
        QFETCH(const qsizetype, size);
        QFETCH(const bool, cut);
        Scene scene;
        QByteArray message = R"({ "jsonrpc":"2.0", "method":"ab\\", "params":{"x":"@"}})"; // @ is at an odd place
        const QByteArray filler = QByteArray("\xc3\xa9").repeated(qMax(qsizetype(0), size - message.size()) / 2);
        message.replace('@', filler);
        message += QByteArray(qMax(qsizetype(0), size - message.size()), ' ');
        scene.proxy.held().add({.direction = Direction::ServerToClient, .message = message}, {.name = u"x"_s});
        const Result<QByteArray> said = scene.call("held", R"({"number":1})");
        QVERIFY(said);
        const JsonValue held = JsonValue(*said).member("held").element(0);
        QCOMPARE(held.member("cut").isValid(), cut);
        QCOMPARE(held.member("size").toInteger().value_or(0), message.size());
        const QByteArray text = held.member("text").toUtf8();
        QCOMPARE(text, cut ? message.first(text.size()) : message);
        QVERIFY(!cut || (text.size() == HeldMessage::LongestHead - 1 && text.endsWith("\xc3\xa9")));
        QCOMPARE(scene.call("held", R"({"number":2})").error().code, qint64(OperatorCancel::NoSuchRequest));
        const QByteArray instead = JsonText::quoted(QByteArrayView(R"({"method":"b"})"));
        const Result<QByteArray> replaced = scene.call("release", R"({"number":1,"message":)" + instead + '}');
        QCOMPARE(replaced.has_value(), !cut);
        QCOMPARE(scene.proxy.held().all().size(), cut ? 1 : 0);
    }

    void releasesAnotherMessage_data()
    {
        QTest::addColumn<QByteArray>("given");
        QTest::addColumn<QByteArray>("sent"); ///< empty: it is refused
        QTest::newRow("one line, as it is")
            << JsonText::quoted(QByteArrayView(R"({ "method" : "b" })")) << R"({ "method" : "b" })"_ba;
        QTest::newRow("several lines") << JsonText::quoted(QByteArrayView("{\n  \"method\": \"b\\n\"\n}\n"))
                                       << R"({"method":"b\n"})"_ba;
        QTest::newRow("batch") << JsonText::quoted(QByteArrayView(R"([{"method":"b"}])")) << R"([{"method":"b"}])"_ba;
        QTest::newRow("not a string") << R"({"method":"b"})"_ba << QByteArray();
        QTest::newRow("not JSON") << R"("oops")"_ba << QByteArray();
        QTest::newRow("not JSON-RPC") << R"("5")"_ba << QByteArray();
        QTest::newRow("empty") << R"("")"_ba << QByteArray();
        QTest::newRow("too long") << '"' + QByteArray(HeldMessage::LongestText + 1, ' ') + '"' << QByteArray();
    }
    void releasesAnotherMessage()
    {
        QFETCH(const QByteArray, given);
        QFETCH(const QByteArray, sent);
        Scene scene;
        QByteArrayList released;
        connect(&scene.proxy.held(), &HeldMessages::released, this,
                [&](const HeldMessage &message) { released << message.message; });
        scene.proxy.held().add({.message = request("1")}, {.name = u"x"_s});
        QCOMPARE(scene.call("release", R"({"all":true,"message":"{}"})").error().code, -32602);
        const Result<QByteArray> said = scene.call("release", R"({"number":1,"message":)" + given + '}');
        QCOMPARE(said.has_value(), !sent.isEmpty());
        QCOMPARE(released, sent.isEmpty() ? QByteArrayList() : QByteArrayList{sent});
        QCOMPARE(scene.proxy.held().all().size(), sent.isEmpty() ? 1 : 0);
        if (sent.isEmpty())
            QCOMPARE(said.error().code, -32602);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("code");
        const auto cancel = [](const QByteArray &params) {
            return R"({"jsonrpc":"2.0","id":1,"method":"cancel","params":)" + params + '}';
        };
        QTest::newRow("not JSON") << "{oops"_ba << -32700;
        QTest::newRow("not UTF-8") << "\"\xff\""_ba << -32700;
        QTest::newRow("too deep") << QByteArray(100, '[') + QByteArray(100, ']') << -32700;
        QTest::newRow("too long") << QByteArray(ProxyControl::LongestLine + 10, ' ') << -32600;
        QTest::newRow("not an object") << "[]"_ba << -32600;
        QTest::newRow("batch") << R"([{"jsonrpc":"2.0","id":1,"method":"describe"}])"_ba << -32600;
        QTest::newRow("response") << R"({"jsonrpc":"2.0","id":1,"result":{}})"_ba << -32600;
        QTest::newRow("no version") << R"({"id":1,"method":"describe"})"_ba << -32600;
        QTest::newRow("id null") << R"({"jsonrpc":"2.0","id":null,"method":"describe"})"_ba << -32600;
        QTest::newRow("unknown method") << R"({"jsonrpc":"2.0","id":1,"method":"stop"})"_ba << -32601;
        QTest::newRow("no params") << R"({"jsonrpc":"2.0","id":1,"method":"cancel"})"_ba << -32602;
        QTest::newRow("params are a list") << cancel("[5]") << -32602;
        QTest::newRow("no id of the request") << cancel("{}") << -32602;
        QTest::newRow("id of another kind") << cancel(R"({"id":{}})") << -32602;
        QTest::newRow("reason is a number") << cancel(R"({"id":5,"reason":1})") << -32602;
        QTest::newRow("no such side") << cancel(R"({"id":5,"from":"us"})") << -32602;
        QTest::newRow("connection is negative") << cancel(R"({"id":5,"connection":-1})") << -32602;
        QTest::newRow("request is a text") << cancel(R"({"id":5,"request":"1"})") << -32602;
        QTest::newRow("no such number") << cancel(R"({"id":1,"request":7})") << int(OperatorCancel::HasEnded);
        QTest::newRow("time is negative") << cancel(R"({"id":5,"after":-1})") << -32602;
        QTest::newRow("time is a text") << cancel(R"({"id":5,"after":"1"})") << -32602;
        QTest::newRow("later, but ended") << cancel(R"({"id":2,"after":1})") << int(OperatorCancel::HasEnded);
        QTest::newRow("error is a text") << cancel(R"({"id":5,"error":"no"})") << -32602;
        QTest::newRow("code is a fraction") << cancel(R"({"id":5,"error":{"code":1.5}})") << -32602;
        QTest::newRow("no such request") << cancel(R"({"id":5})") << int(OperatorCancel::NoSuchRequest);
        QTest::newRow("no such connection")
            << cancel(R"({"id":1,"connection":3})") << int(OperatorCancel::NoSuchRequest);
        QTest::newRow("not cancellable") << cancel(R"({"id":1})") << int(OperatorCancel::NotCancellable);
        QTest::newRow("ended") << cancel(R"({"id":2})") << int(OperatorCancel::HasEnded);
    }
    void refuses()
    {
        QFETCH(const QByteArray, line);
        Scene scene;
        scene.proxy.passes(request("1", "initialize"));
        scene.proxy.passes(request("2"));
        scene.proxy.passes(R"({"jsonrpc":"2.0","id":2,"result":{}})", Direction::ServerToClient);
        const QByteArrayList lines =
            scene.exchange(line + "\n\n" + R"({"jsonrpc":"2.0","id":"next","method":"describe"})" + '\n', 2);
        QCOMPARE(lines.size(), 2); // it goes on
        const QJsonObject error = QJsonDocument::fromJson(lines.first()).object().value("error"_L1).toObject();
        QTEST(error.value("code"_L1).toInt(), "code");
        QVERIFY(!error.value("message"_L1).toString().isEmpty());
        if (error.value("code"_L1).toInt() == OperatorCancel::NoSuchRequest)
            QCOMPARE(error.value("data"_L1).toObject().value("open"_L1).toArray().size(), 1);
        QVERIFY(lines.last().contains(R"("id":"next","result")"));
        QVERIFY(scene.proxy.sent.isEmpty());
    }

    /// A notification gets no response.
    void isQuietAboutNotifications()
    {
        const Scene scene;
        const QByteArrayList lines = scene.exchange("{\"jsonrpc\":\"2.0\",\"method\":\"describe\"}\n"
                                                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"describe\"}\n",
                                                    1);
        QCOMPARE(lines.size(), 1);
        QVERIFY(lines.first().contains("\"id\":1"));
    }

    void othersCannotReachIt()
    {
        Scene scene;
        QCOMPARE(QFile::permissions(scene.path()) & (QFile::ReadOther | QFile::WriteOther | QFile::WriteGroup),
                 QFile::Permissions());
        QTemporaryDir open;
        QVERIFY(QFile::setPermissions(open.path(), QFile::Permissions(0x7755)));
        QVERIFY(!ProxyControl(scene.proxy, {}).listen(open.path()));
        QVERIFY(!ProxyControl(scene.proxy, {}).listen({}));
        QVERIFY(!ProxyControl(scene.proxy, {}).listen(open.filePath(QString(100, u'x'))));
    }

    /// A running proxy appears, and disappears with its socket; that of a killed one is removed.
    void isFound()
    {
        QTemporaryDir folder;
        const QString dead = folder.filePath(u"dead-1.sock"_s);
        {
            QLocalServer killed;
            QVERIFY(killed.listen(folder.filePath(u"killed"_s)));
            QVERIFY(QFile::rename(folder.filePath(u"killed"_s), dead));
        }
        RunningProxies running(folder.path());
        const QSignalSpy updated(&running, &RunningProxies::updated);
        const QSignalSpy appeared(&running, &RunningProxies::appeared);
        running.start();
        QTRY_VERIFY_WITH_TIMEOUT(!updated.isEmpty() && !QFileInfo(dead).exists() && running.all().isEmpty(), Limit);

        QuietProxy proxy;
        auto control = std::make_unique<ProxyControl>(
            proxy, ProxyInfo{.title = u"one"_s, .capture = folder.filePath(u"one.pullcord"_s)});
        QVERIFY(control->listen(folder.path()));
        QTRY_COMPARE_WITH_TIMEOUT(running.all().size(), 1, Limit);
        QCOMPARE(running.all().constFirst().capture, folder.filePath(u"one.pullcord"_s));
        QVERIFY(running.recordingIn(folder.filePath(u"one.pullcord"_s)));
        QVERIFY(!running.recordingIn(folder.filePath(u"two.pullcord"_s)));
        QCOMPARE(appeared.size(), 1);
        const qsizetype looks = updated.size();
        running.look(); // asks it again: it is not new
        QTRY_VERIFY_WITH_TIMEOUT(updated.size() > looks, Limit);
        QCOMPARE(appeared.size(), 1);
        QVERIFY(running.named(u"one"_s));
        QVERIFY(running.named(QString::number(QCoreApplication::applicationPid())));
        const QString missing = running.named(u"two"_s).error().detail;
        QVERIFY2(missing.contains(control->name()), qPrintable(missing));
        control.reset();
        QTRY_VERIFY_WITH_TIMEOUT(running.all().isEmpty(), Limit);
        QCOMPARE(running.named(u"one"_s).error().detail, u"no proxy runs"_s);
    }

    void callsNoOne()
    {
        Scene scene;
        const QString path = scene.path();
        scene.control.reset();
        auto *call = new ControlCall(path, "describe", "{}", &scene.proxy);
        ErrorKind kind = ErrorKind::Usage;
        connect(call, &ControlCall::finished, this,
                [&kind](const Result<QByteArray> &result) { kind = result ? ErrorKind::Usage : result.error().kind; });
        QTRY_COMPARE_WITH_TIMEOUT(int(kind), int(ErrorKind::Transport), Limit);
    }
};

QTEST_GUILESS_MAIN(TestProxyControl)
#include "tst_proxycontrol.moc"
