// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonschema.h"
#include "core/stdioproxyscene.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Pullcord;
using namespace Pullcord::StdioProxyScene;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray note(const QByteArray &method, const QByteArray &params = "{}")
{
    return R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + '}';
}

QByteArray ask(const QByteArray &id, const QByteArray &method = "tools/call", const QByteArray &params = "{}")
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params + '}';
}

QByteArray reply(const QByteArray &id, const QByteArray &result = "{}")
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":)" + result + '}';
}

QByteArray lines(const QByteArrayList &messages)
{
    return messages.isEmpty() ? QByteArray() : messages.join('\n') + '\n';
}

/// The rules of a file, given as the members of each.
QByteArray file(const QByteArrayList &rules)
{
    return R"({"rules":[{)" + rules.join("},{") + "}]}";
}

ProxyRules rulesOf(const QByteArrayList &rules)
{
    Result<ProxyRules> read = ProxyRules::fromJson(file(rules), u"rules"_s);
    if (!read)
        qFatal("%s", qPrintable(read.error().detail));
    return *std::move(read);
}

/// A server that prints `output`, and then copies its input to its standard error.
StdioCommand server(const QByteArray &output)
{
    return shell(u"printf '%s' '%1'; exec cat >&2"_s.arg(QString::fromUtf8(output)));
}

/// The messages of the record, in order, with what rules did to each: "c2s withheld:RULE {…}".
QByteArrayList record(const QList<Event> &events)
{
    QByteArrayList all;
    for (const Event &event : events) {
        if (!event.isMessage())
            continue;
        const QByteArray rule = event.rule().isEmpty() ? "" : ':' + event.rule().toUtf8();
        const QByteArray what = event.isWithheld() ? "withheld" : event.isByOperator() ? "injected" : "passed";
        all << nameOf(event.direction).toByteArray() + ' ' + what + rule + ' ' + event.bytes;
    }
    return all;
}

QByteArrayList withPrefix(const QByteArray &prefix, const QByteArrayList &messages)
{
    QByteArrayList all;
    for (const QByteArray &message : messages)
        all << prefix + ' ' + message;
    return all;
}

} // namespace

/// Rules of a proxy: what passes in either form, and what the record says of it.
class TestProxyRules : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void applies_data();
    void applies();
    void matches_data();
    void matches();
    void edits_data();
    void edits();
    void refuses_data();
    void refuses();
    void schemaAgrees();
    void passesTheRest();
    void marksTheRightLine();
    void holds();
    void respondsToTheServer();
    void recordsOneRequest();
    void cancelsLater_data();
    void cancelsLater();
    void cancelsTheRequestOfTheRule();
    void doesNotCancelTheAnswered();
    void breaksOff_data();
    void breaksOff();
    void counts();
};

/// Whatever is not matched passes as it came, also beside rules.
void TestProxyRules::passesTheRest()
{
    const QByteArray bytes = " { \"jsonrpc\":\"2.0\",\"method\":\"a\" }\r\n\n{oops\n\xef\xbb\xbf" + note("b") +
                             "\n\xff\n" + note("c") + "\n{\"half\"";
    Scene scene({.program = u"cat"_s}, {}, rulesOf({R"("name":"x","match":"method:never","action":"drop")"}));
    for (const char byte : bytes)
        scene.wires.toProxy->write(QByteArray(1, byte));
    scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.isAtEnd, Limit);
    QCOMPARE(scene.wires.heard, bytes);
    QCOMPARE(scene.told(Direction::ClientToServer), bytes);
    for (const Event &event : std::as_const(scene.events))
        QVERIFY(!event.details.contains(Event::Rule));
}

/// The line before the marked one becomes two events (byte order mark), the marked one has its mark anyway.
void TestProxyRules::marksTheRightLine()
{
    Scene scene(
        shell(u"printf '\\357\\273\\277%s' '%1'; exec cat >&2"_s.arg(QString::fromUtf8(lines({note("a"), note("b")})))),
        {}, rulesOf({R"("name":"x","match":"method:b","action":"drop")"}));
    QTRY_COMPARE_WITH_TIMEOUT(record(scene.events),
                              (QByteArrayList{"s2c passed " + note("a"), "s2c withheld:x " + note("b")}), Limit);
}

void TestProxyRules::holds()
{
    Scene scene(server({}), {}, rulesOf({R"("name":"x","match":"method:a","action":"hold")"}));
    scene.wires.toProxy->write(lines({note("a", "[1]"), note("b"), note("a", "[2]"), note("a", "[3]")}));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, lines({note("b")}), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.held().all().size(), 3, Limit);
    QVERIFY(scene.proxy.held().all().at(1).toJson().contains(R"("number":2,)"));
    QVERIFY(scene.proxy.held().release(2));
    QVERIFY(!scene.proxy.held().release(2));
    QVERIFY(scene.proxy.held().drop(1));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, lines({note("b"), note("a", "[2]")}), Limit);
    scene.wires.toProxy->write(lines({note("a", "[4]")}));
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.held().all().size(), 2, Limit);
    QVERIFY(scene.proxy.held().release(4, note("c", "[5]")));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, lines({note("b"), note("a", "[2]"), note("c", "[5]")}), Limit);
    scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
    QCOMPARE(record(scene.events),
             (QByteArrayList{"c2s withheld:x " + note("a", "[1]"), "c2s passed " + note("b"),
                             "c2s withheld:x " + note("a", "[2]"), "c2s withheld:x " + note("a", "[3]"),
                             "c2s injected:x " + note("a", "[2]"), "c2s withheld:x " + note("a", "[4]"),
                             "c2s injected:x " + note("c", "[5]")}));
    QStringList notes;
    for (const Event &event : std::as_const(scene.events)) {
        if (event.kind == EventKind::Note)
            notes << event.details.value("method"_L1).toString() + u": "_s + event.details.value("text"_L1).toString();
    }
    QCOMPARE(notes,
             (QStringList{u"a: The operator dropped this message, which the rule \"x\" held"_s,
                          u"a: The conversation ended while the rule \"x\" held this message: it did not pass"_s}));
    QCOMPARE(scene.events.constLast().kind, EventKind::Closed);
}

/// The response to a request that the proxy answers, in either direction; and the request stays one row.
void TestProxyRules::respondsToTheServer()
{
    Scene scene(server(lines({ask("7", "roots/list")})), {},
                rulesOf({R"("name":"x","match":"kind:request","action":"respond","result":{"roots":[]})"}));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, lines({reply("7", R"({"roots":[]})")}), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(
        record(scene.events),
        (QByteArrayList{"s2c withheld:x " + ask("7", "roots/list"), "c2s injected:x " + reply("7", R"({"roots":[]})")}),
        Limit);
    QCOMPARE(scene.wires.heard, QByteArray());
    QCOMPARE(scene.proxy.openRequests().size(), 0);
}

/// The record of each request, from both forms of its messages.
void TestProxyRules::recordsOneRequest()
{
    const QByteArray output = lines({reply("1"), reply("2"), reply("3")});
    Scene scene(
        shell(u"read a; read b; read c; printf '%s' '%1'; exec cat >/dev/null"_s.arg(QString::fromUtf8(output))), {},
        rulesOf(
            {R"("name":"edited","match":"dir:c2s id:1","action":"edit","edits":[{"pointer":"/params/a","value":1}])",
             R"("name":"lost","match":"dir:s2c id:2","action":"drop")",
             R"("name":"late","match":"dir:s2c id:3","action":"delay","ms":1)"}));
    const QTemporaryDir folder;
    auto conversation = Conversation::proxied(scene.proxy.description(), {.path = folder.filePath(u"a.pullcord"_s)});
    QVERIFY(conversation);
    scene.conversation = *std::move(conversation);
    scene.wires.toProxy->write(lines({ask("1"), ask("2"), ask("3")}));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, lines({reply("1"), reply("3")}), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.openRequests().size(), 1, Limit);
    const RequestLog &log = scene.conversation->log();
    QCOMPARE(log.count(), 3);
    QCOMPARE(log.record(0).state, RequestState::Succeeded);
    QCOMPARE(log.record(0).rule, u"edited"_s);
    QCOMPARE(log.record(1).state, RequestState::InFlight);
    QCOMPARE(log.record(1).rule, u"lost"_s);
    QCOMPARE(log.record(2).state, RequestState::Succeeded);
    QCOMPARE(log.record(2).rule, u"late"_s);
    QCOMPARE(scene.conversation->capture().header().format, u"1.2"_s);
    scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
    scene.conversation.reset();
}

void TestProxyRules::cancelsLater_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QByteArray>("heard");
    QTest::newRow("client waits on") << ""_ba
                                     << ""_ba;
    QTest::newRow("client gets an error") << R"(,"error":{"code":-5,"message":"enough"})"_ba
                                          << R"({"jsonrpc":"2.0","id":5,"error":{"code":-5,"message":"enough"}})"
                                             "\n"_ba;
}

void TestProxyRules::cancelsLater()
{
    QFETCH(const QByteArray, more);
    QFETCH(const QByteArray, heard);
    Scene scene(server({}), {},
                rulesOf({R"("name":"x","match":"method:tools/call","action":"cancel","ms":1,"reason":"slow")" + more}));
    scene.wires.toProxy->write(lines({ask("5")}));
    const QByteArray cancel = note("notifications/cancelled", R"({"requestId":5,"reason":"slow"})");
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, lines({ask("5"), cancel}), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, heard, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.counts().cancelled, 1, Limit);
    QCOMPARE(record(scene.events).first(2), (QByteArrayList{"c2s passed:x " + ask("5"), "c2s injected:x " + cancel}));
    QCOMPARE(scene.proxy.openRequests().size(), heard.isEmpty() ? 1 : 0);
}

/// The id is in flight twice, and used again: the rule cancels the request that it matched, once.
void TestProxyRules::cancelsTheRequestOfTheRule()
{
    Scene scene(server({}), {}, rulesOf({R"("name":"x","match":"method:tools/call","action":"cancel","ms":1)"}));
    scene.wires.toProxy->write(lines({ask("5", "tools/list"), ask("5"), ask("6", "tools/list")}));
    const QByteArray cancel = note("notifications/cancelled", R"({"requestId":5})");
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors,
                              lines({ask("5", "tools/list"), ask("5"), ask("6", "tools/list"), cancel}), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.counts().cancelled, 1, Limit);
    const QList<RequestRecord> open = scene.proxy.openRequests();
    QCOMPARE(open.size(), 3);
    QVERIFY(!open.at(0).cancellation && open.at(1).cancellation && !open.at(2).cancellation);
}

/// The request has its response before the time.
void TestProxyRules::doesNotCancelTheAnswered()
{
    Scene scene(shell(u"read a; printf '%s' '%1'; exec cat >&2"_s.arg(QString::fromUtf8(lines({reply("5")})))), {},
                rulesOf({R"("name":"x","match":"method:tools/call","action":"cancel","ms":20)",
                         R"("name":"later","match":"method:b","action":"delay","ms":60)"}));
    scene.wires.toProxy->write(lines({ask("5")}));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, lines({reply("5")}), Limit);
    scene.wires.toProxy->write(lines({note("b")}));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, lines({note("b")}), Limit); // after the time of the cancel
    QCOMPARE(scene.proxy.counts().cancelled, 0);
}

void TestProxyRules::breaksOff_data()
{
    QTest::addColumn<QByteArray>("action");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("reason");
    QTest::newRow("close") << "close"_ba << 0 << u"the rule \"x\" closed the connection"_s;
    QTest::newRow("kill") << "kill"_ba << 128 + SIGKILL << u"the rule \"x\" killed the server"_s;
}

void TestProxyRules::breaksOff()
{
    QFETCH(const QByteArray, action);
    Scene scene(server({}), {}, rulesOf({R"("name":"x","match":"method:a","action":")" + action + "\""}));
    scene.wires.toProxy->write(lines({note("b"), note("a"), note("b")}));
    QVERIFY(scene.ends());
    QTEST(scene.proxy.exitStatus().value_or(-1), "status");
    QTEST(scene.reason(EventKind::Closing), "reason");
    QCOMPARE(scene.count(EventKind::Closed), 1);
    if (action == "close")
        QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, lines({note("b")}), Limit);
    QCOMPARE(record(scene.events).mid(0, 2),
             (QByteArrayList{"c2s passed " + note("b"), "c2s withheld:x " + note("a")}));
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.isAtEnd, Limit);
}

void TestProxyRules::counts()
{
    ProxyRules rules = rulesOf({R"("name":"x","match":"method:a","action":"drop","limit":2)",
                                R"("name":"y","match":"","action":"drop","enabled":false)"});
    JsonChecker checker;
    const Event event = Event::ofBytes(note("a"), Direction::ClientToServer, checker);
    QCOMPARE(rules.active(), 1);
    for (const bool decides : {true, true, false})
        QCOMPARE(rules.decide(event).has_value(), decides);
    QCOMPARE(rules.active(), 0);
    QCOMPARE(rules.toJson(), R"([{"name":"x","match":"method:a","action":"drop","enabled":true,"matches":2,"left":0},)"
                             R"({"name":"y","match":"","action":"drop","enabled":false,"matches":0}])");
    QVERIFY(rules.setEnabled(u"x"_s, true, 1));
    QVERIFY(rules.decide(event));
    QVERIFY(!rules.decide(event));
    QVERIFY(rules.setEnabled(u"y"_s, true));
    QVERIFY(rules.decide(event));
    QVERIFY(rules.setEnabled(u"y"_s, false));
    QVERIFY(!rules.decide(event));
    QCOMPARE(rules.setEnabled(u"z"_s, true).error().detail, u"no rule is named \"z\"; there are: x, y"_s);
}

/// One direction in each row, so that the order of the record is fixed.
void TestProxyRules::applies_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<QByteArrayList>("in");
    QTest::addColumn<QByteArrayList>("out");
    QTest::addColumn<QByteArrayList>("recorded"); ///< without the direction

    const QByteArray a = note("a");
    const QByteArray b = note("b");
    const QByteArray c = note("c");
    const auto rule = [](const QByteArray &match, const QByteArray &action, const QByteArray &name = "x") {
        return R"("name":")" + name + R"(","match":")" + match + R"(","action":)" + action;
    };
    QTest::newRow("drop") << QByteArrayList{rule("method:b", "\"drop\"")} << QByteArrayList{a, b, c}
                          << QByteArrayList{a, c} << QByteArrayList{"passed " + a, "withheld:x " + b, "passed " + c};
    QTest::newRow("drop all") << QByteArrayList{rule("", "\"drop\"")} << QByteArrayList{a, ask("1"), reply("9")}
                              << QByteArrayList() << withPrefix("withheld:x", {a, ask("1"), reply("9")});
    QTest::newRow("delay") << QByteArrayList{rule("method:b", R"("delay","ms":1)")} << QByteArrayList{a, b, c}
                           << QByteArrayList{a, c, b}
                           << QByteArrayList{"passed " + a, "withheld:x " + b, "passed " + c, "injected:x " + b};
    QTest::newRow("duplicate") << QByteArrayList{rule("method:b", R"("duplicate","count":2)")}
                               << QByteArrayList{a, b, c} << QByteArrayList{a, b, b, b, c}
                               << QByteArrayList{"passed " + a, "passed:x " + b, "injected:x " + b, "injected:x " + b,
                                                 "passed " + c};
    QTest::newRow("reorder") << QByteArrayList{rule("method:a", R"("reorder","count":2)")} << QByteArrayList{a, b, c, b}
                             << QByteArrayList{b, c, a, b}
                             << QByteArrayList{"withheld:x " + a, "passed " + b, "passed " + c, "injected:x " + a,
                                               "passed " + b};
    QTest::newRow("reorder behind what passes")
        << QByteArrayList{rule("method:a", R"("reorder")"), rule("method:b", R"("drop")", "y")}
        << QByteArrayList{a, b, c} << QByteArrayList{c, a}
        << QByteArrayList{"withheld:x " + a, "withheld:y " + b, "passed " + c, "injected:x " + a};
    const QByteArray edited = note("b", R"({"n":1})");
    QTest::newRow("edit") << QByteArrayList{rule("method:b", R"("edit","edits":[{"pointer":"/params/n","value":1}])")}
                          << QByteArrayList{a, b, c} << QByteArrayList{a, edited, c}
                          << QByteArrayList{"passed " + a, "withheld:x " + b, "injected:x " + edited, "passed " + c};
    QTest::newRow("edit without a place")
        << QByteArrayList{rule("", R"("edit","edits":[{"pointer":"/params/no/n","value":1}])"),
                          rule("method:c", R"("drop")", "y")}
        << QByteArrayList{a, c} << QByteArrayList{a} << QByteArrayList{"passed " + a, "withheld:y " + c};
    QTest::newRow("limit") << QByteArrayList{rule("method:a", R"("drop","limit":1)")} << QByteArrayList{a, a, b}
                           << QByteArrayList{a, b} << QByteArrayList{"withheld:x " + a, "passed " + a, "passed " + b};
    QTest::newRow("off") << QByteArrayList{rule("", R"("drop","enabled":false)")} << QByteArrayList{a}
                         << QByteArrayList{a} << QByteArrayList{"passed " + a};
    QTest::newRow("the first one decides")
        << QByteArrayList{rule("method:a", R"("duplicate")"), rule("", R"("drop")", "y")} << QByteArrayList{a, b}
        << QByteArrayList{a, a} << QByteArrayList{"passed:x " + a, "injected:x " + a, "withheld:y " + b};
    QTest::newRow("only requests get responses")
        << QByteArrayList{rule("method:a", R"("respond","result":{})")} << QByteArrayList{a} << QByteArrayList{a}
        << QByteArrayList{"passed " + a};
    const QByteArray batch = '[' + a + ',' + b + ']';
    QTest::newRow("batch") << QByteArrayList{rule("kind:batch", R"("drop")")} << QByteArrayList{a, batch}
                           << QByteArrayList{a} << QByteArrayList{"passed " + a, "withheld:x " + batch};
}

void TestProxyRules::applies()
{
    QFETCH(const QByteArrayList, rules);
    QFETCH(const QByteArrayList, in);
    QFETCH(const QByteArrayList, out);
    QFETCH(const QByteArrayList, recorded);
    {
        Scene scene(server({}), {}, rulesOf(rules));
        scene.wires.toProxy->write(lines(in));
        QTRY_COMPARE_WITH_TIMEOUT(record(scene.events), withPrefix("c2s", recorded), Limit);
        QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, lines(out), Limit);
        QVERIFY(scene.isInOrder);
        QCOMPARE(scene.wires.heard, QByteArray());
    }
    Scene scene(server(lines(in)), {}, rulesOf(rules));
    QTRY_COMPARE_WITH_TIMEOUT(record(scene.events), withPrefix("s2c", recorded), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, lines(out), Limit);
    QVERIFY(scene.isInOrder);
    QCOMPARE(scene.wires.errors, QByteArray());
}

void TestProxyRules::matches_data()
{
    QTest::addColumn<QByteArray>("match");
    QTest::addColumn<QByteArray>("matched"); ///< numbers of the messages below
    QTest::newRow("all") << ""_ba
                         << "1234567"_ba;
    QTest::newRow("method of the request") << "method:tools/call"_ba
                                           << "146"_ba;
    QTest::newRow("response alone") << "dir:s2c method:tools/call"_ba
                                    << "46"_ba;
    QTest::newRow("tool") << "name:slow kind:result"_ba
                          << "4"_ba;
    QTest::newRow("id") << "id=1"_ba
                        << "1234"_ba;
    QTest::newRow("id of another type") << "id=\"1\""_ba
                                        << ""_ba;
    QTest::newRow("kind") << "kind:notification"_ba
                          << "235"_ba;
    QTest::newRow("code") << "code:-5"_ba
                          << "6"_ba;
    QTest::newRow("state") << "state:failed"_ba
                           << "6"_ba;
    QTest::newRow("late") << "late"_ba
                          << "4"_ba;
    QTest::newRow("progress") << "progress"_ba
                              << "2"_ba;
    QTest::newRow("reason") << "reason:tired"_ba
                            << "34"_ba;
    QTest::newRow("pointer") << "/params/value>2"_ba
                             << "5"_ba;
    QTest::newRow("text") << "ERROR"_ba
                          << "6"_ba;
    QTest::newRow("size") << "size<10"_ba
                          << ""_ba;
    QTest::newRow("connection") << "connection:0 not kind:notification"_ba
                                << "1467"_ba;
}

void TestProxyRules::matches()
{
    QFETCH(const QByteArray, match);
    QFETCH(const QByteArray, matched);
    const auto toServer = Direction::ClientToServer;
    const auto toClient = Direction::ServerToClient;
    const QList<std::pair<Direction, QByteArray>> messages{
        {toServer, ask("1", "tools/call", R"({"name":"slow","_meta":{"progressToken":"t"}})")},
        {toClient, note("notifications/progress", R"({"progressToken":"t","progress":1})")},
        {toServer, note("notifications/cancelled", R"({"requestId":1,"reason":"tired"})")},
        {toClient, reply("1")},
        {toClient, note("notifications/message", R"({"value":3})")},
        {toClient, R"({"jsonrpc":"2.0","id":2,"error":{"code":-5,"message":"no"}})"},
        {toServer, ask("3", "ping")}};
    ProxyRules rules = rulesOf(
        {R"("name":"x","action":"drop","match":)" + QByteArray("\"" + QByteArray(match).replace('"', "\\\"") + '"')});
    ProxyRules none = rulesOf({R"("name":"x","match":"method:never","action":"drop")"});
    JsonChecker checker;
    QByteArray found;
    int number = 0;
    for (const auto &[direction, message] : messages) {
        if (number == 5) // the request of the error, which is not one of the messages
            static_cast<void>(rules.decide(Event::ofBytes(ask("2"), toServer, checker)));
        const Event event = Event::ofBytes(message, direction, checker);
        ++number;
        if (rules.decide(event))
            found += QByteArray::number(number);
        QVERIFY(!none.decide(event));
    }
    QCOMPARE(found, matched);
}

void TestProxyRules::edits_data()
{
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("value");  ///< null: removed
    QTest::addColumn<QByteArray>("edited"); ///< null: there is no such place
    QTest::newRow("replaced") << "/b/c"_ba
                              << "[ ]"_ba
                              << R"({"a": 1.10, "b": {"c": [ ], "d~/": [1, 2]}})"_ba;
    QTest::newRow("added") << "/b/e"_ba
                           << "3"_ba
                           << R"({"a": 1.10, "b": {"c": null, "d~/": [1, 2],"e":3}})"_ba;
    QTest::newRow("element") << "/b/d~0~1/0"_ba
                             << "7"_ba
                             << R"({"a": 1.10, "b": {"c": null, "d~/": [7, 2]}})"_ba;
    QTest::newRow("appended") << "/b/d~0~1/-"_ba
                              << "7"_ba
                              << R"({"a": 1.10, "b": {"c": null, "d~/": [1, 2,7]}})"_ba;
    QTest::newRow("removed") << "/a"_ba << QByteArray() << R"({"b":{"c": null, "d~/": [1, 2]}})"_ba;
    QTest::newRow("element removed") << "/b/d~0~1/0"_ba << QByteArray()
                                     << R"({"a": 1.10, "b": {"c": null, "d~/": [2]}})"_ba;
    QTest::newRow("whole") << ""_ba
                           << "{}"_ba
                           << "{}"_ba;
    QTest::newRow("no such parent") << "/x/y"_ba
                                    << "1"_ba << QByteArray();
    QTest::newRow("not a container") << "/a/y"_ba
                                     << "1"_ba << QByteArray();
    QTest::newRow("no such element") << "/b/d~0~1/2"_ba
                                     << "1"_ba << QByteArray();
    QTest::newRow("nothing to remove") << "/b/x"_ba << QByteArray() << QByteArray();
    QTest::newRow("whole removed") << ""_ba << QByteArray() << QByteArray();
}

void TestProxyRules::edits()
{
    QFETCH(const QByteArray, pointer);
    QFETCH(const QByteArray, value);
    QFETCH(const QByteArray, edited);
    const JsonEdit edit{pointer, value.isNull() ? std::nullopt : std::optional(value)};
    const auto changed = edit.appliedTo(R"({"a": 1.10, "b": {"c": null, "d~/": [1, 2]}})");
    QCOMPARE(changed.has_value(), !edited.isNull());
    if (changed)
        QCOMPARE(*changed, edited);
}

void TestProxyRules::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("error");
    const auto rule = [](const QByteArray &members) { return "{\n\"rules\": [\n {" + members + "}\n]}"; };
    QTest::newRow("not JSON") << "{\n oops"_ba << u"f.json:2:2: not JSON: "_s;
    QTest::newRow("no rules") << "{}"_ba << u"f.json:1: must be an object with an array \"rules\""_s;
    QTest::newRow("empty") << "{\n\"rules\":[]}"_ba << u"f.json:2: /rules: must have at least one rule"_s;
    QTest::newRow("no object") << "{\"rules\":[1]}"_ba << u"f.json:1: /rules/0: must be an object"_s;
    QTest::newRow("unknown member") << rule(R"("name":"x","action":"drop","ms":1)")
                                    << u"f.json:3: /rules/0/ms: unknown member; expected are name, match, action,"_s;
    QTest::newRow("unknown in the file") << R"({"rules":[{"name":"x","action":"drop"}],"rule":1})"_ba
                                         << u"f.json:1: /rule: unknown member"_s;
    QTest::newRow("no name") << rule(R"("action":"drop")") << u"f.json:3: /rules/0: the member \"name\" is missing"_s;
    QTest::newRow("same name") << R"({"rules":[{"name":"x","action":"drop"},{"name":"x","action":"hold"}]})"_ba
                               << u"f.json:1: /rules/1/name: another rule has the name \"x\""_s;
    QTest::newRow("no action") << rule(R"("name":"x")") << u"the member \"action\" is missing"_s;
    QTest::newRow("unknown action") << rule(R"("name":"x","action":"eat")")
                                    << u"/rules/0/action: must be one of hold, delay, drop,"_s;
    QTest::newRow("filter") << rule(R"("name":"x","action":"drop","match":"method:")") << u"/rules/0/match: "_s;
    QTest::newRow("filter of marks") << rule(R"("name":"x","action":"drop","match":"a or pinned")")
                                     << u"/rules/0/match: the field pinned cannot be used in a rule"_s;
    QTest::newRow("no time") << rule(R"("name":"x","action":"delay")") << u"the member \"ms\" is missing"_s;
    QTest::newRow("time") << rule(R"("name":"x","action":"delay","ms":-1)")
                          << u"/rules/0/ms: must be an integer from 0 to 86400000"_s;
    QTest::newRow("limit") << rule(R"("name":"x","action":"drop","limit":0)") << u"/rules/0/limit: must be"_s;
    QTest::newRow("enabled") << rule(R"("name":"x","action":"drop","enabled":1)")
                             << u"/rules/0/enabled: must be true or false"_s;
    QTest::newRow("count") << rule(R"("name":"x","action":"reorder","count":1.5)") << u"/rules/0/count: must be"_s;
    QTest::newRow("edits") << rule(R"("name":"x","action":"edit","edits":[])")
                           << u"/rules/0/edits: must be an array with at least one edit"_s;
    QTest::newRow("pointer") << rule(R"("name":"x","action":"edit","edits":[{"pointer":"a","value":1}])")
                             << u"/rules/0/edits/0/pointer: must be a JSON Pointer"_s;
    QTest::newRow("edit") << rule(R"("name":"x","action":"edit","edits":[{"pointer":"/a","value":1,"remove":true}])")
                          << u"/rules/0/edits/0: must have a pointer, and either"_s;
    QTest::newRow("no response") << rule(R"("name":"x","action":"respond")")
                                 << u"/rules/0: must have either a result or an error"_s;
    QTest::newRow("error code")
        << R"({"rules":[{"name":"x","action":"respond","error":{"code":"5","message":"m"}}]})"_ba
        << u"/rules/0/error/code: must be an integer"_s;
    QTest::newRow("error data of a cancel")
        << R"({"rules":[{"name":"x","action":"cancel","error":{"code":5,"message":"m","data":1}}]})"_ba
        << u"/rules/0/error/data: unknown member; expected are code, message"_s;
}

void TestProxyRules::refuses()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, error);
    const auto read = ProxyRules::fromJson(text, u"f.json"_s);
    QVERIFY(!read);
    QVERIFY2(read.error().detail.contains(error), qPrintable(read.error().detail));
    QVERIFY2(read.error().detail.startsWith(u"f.json:"_s), qPrintable(read.error().detail));
}

/// The schema accepts what the program accepts, and refuses what it refuses, except for what no schema can state.
void TestProxyRules::schemaAgrees()
{
    QFile schemaFile(QStringLiteral(PULLCORD_RULES_SCHEMA));
    QVERIFY(schemaFile.open(QIODevice::ReadOnly));
    const auto schema = JsonSchema::compile(schemaFile.readAll());
    QVERIFY(schema);
    QVERIFY(schema->gaps().isEmpty());
    const QByteArrayList good{
        R"("name":"a","match":"method:a","action":"hold","limit":3,"enabled":false)",
        R"("name":"b","action":"delay","ms":0)",
        R"("name":"c","action":"drop")",
        R"("name":"d","action":"duplicate","count":3)",
        R"("name":"e","action":"reorder")",
        R"("name":"f","action":"edit","edits":[{"pointer":"/a","value":null},{"pointer":"/b","remove":true}])",
        R"("name":"g","action":"respond","result":{})",
        R"("name":"h","action":"respond","error":{"code":1,"message":"m","data":[]})",
        R"("name":"i","action":"close")",
        R"("name":"j","action":"kill")",
        R"("name":"k","action":"cancel","ms":5,"reason":"r","error":{"code":1,"message":"m"})"};
    QVERIFY(ProxyRules::fromJson(file(good), u"f"_s));
    QVERIFY(schema->validate(JsonValue(file(good))).isEmpty());
    const QByteArrayList bad{R"("name":"","action":"drop")",
                             R"("action":"drop")",
                             R"("name":"b","action":"delay")",
                             R"("name":"b","action":"drop","ms":1)",
                             R"("name":"b","action":"respond")",
                             R"("name":"b","action":"respond","result":{},"error":{"code":1,"message":"m"})",
                             R"("name":"b","action":"edit","edits":[{"pointer":"a","value":1}])",
                             R"("name":"b","action":"reorder","count":0)",
                             R"("name":"b","action":"cancel","error":{"code":1})"};
    for (const QByteArray &rule : bad) {
        QVERIFY2(!ProxyRules::fromJson(file({rule}), u"f"_s), rule.constData());
        QVERIFY2(!schema->validate(JsonValue(file({rule}))).isEmpty(), rule.constData());
    }
}

QTEST_GUILESS_MAIN(TestProxyRules)
#include "tst_proxyrules.moc"
