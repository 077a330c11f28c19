// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace Pullcord::FindingTable;

/// Exchanges of Streamable HTTP before 2026-07-28 (H01 to H14) and sessions (S1, S2): each fault, and similar cases
/// without a fault.
class TestFindingsHttp : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }
    void namesStatusTypeAndHosts_data();
    void namesStatusTypeAndHosts();
    void saysThatInitializeCameTooLate();
    void accusesNobodyInAnExcerpt();
    void mayBeHttpSseInAnArchive_data();
    void mayBeHttpSseInAnArchive();
};

namespace {

const QByteArray Json = R"({"name":"Content-Type","value":"application/json; charset=utf-8"})";
const QByteArray Events = R"({"name":"content-type","value":"Text/Event-Stream"})";
const QByteArray RpcConnection = R"({"name":"mcp-session-id","value":"***"})";
const QByteArray Version = R"({"name":"MCP-Protocol-Version","value":"2025-11-25"})";
const QByteArray Accept = R"({"name":"Accept","value":"application/json, text/event-stream"})";
const QByteArray AcceptEvents = R"({"name":"Accept","value":"text/event-stream"})";

QByteArrayList replaced(QByteArrayList lines, const QByteArray &before, const QByteArray &after)
{
    for (QByteArray &line : lines)
        line.replace(before, after);
    return lines;
}

QByteArray type(const QByteArray &value)
{
    return R"({"name":"Content-Type","value":")" + value + "\"}";
}

/// Returns the lines with `time` as their time.
QByteArrayList later(QByteArrayList lines, const QByteArray &time)
{
    for (QByteArray &line : lines)
        line = time + line.mid(line.indexOf(' '));
    return lines;
}

QByteArray asked(const QByteArray &at, const QByteArray &exchange, const QByteArray &method,
                 const QByteArrayList &headers)
{
    return at + R"( http > {"exchange":)" + exchange + R"(,"step":"request","url":"http://127.0.0.1/mcp","method":")" +
           method + R"(","headers":[)" + headers.join(',') + "]}";
}

QByteArray answered(const QByteArray &at, const QByteArray &exchange, const QByteArray &status,
                    const QByteArrayList &headers, const QByteArray &more = {})
{
    return at + R"( http < {"exchange":)" + exchange + R"(,"step":"response","status":)" + status + R"(,"headers":[)" +
           headers.join(',') + ']' + more + '}';
}

QByteArray ended(const QByteArray &at, const QByteArray &exchange, const QByteArray &more = R"("received":0)")
{
    return at + R"( http {"exchange":)" + exchange + R"(,"step":"end","how":"complete",)" + more + '}';
}

/// A notification in exchange 2 and its response.
QByteArrayList notified(const QByteArray &status, const QByteArrayList &headers,
                        const QByteArray &end = R"("received":0)")
{
    return {asked("10", "2", "POST", {Accept, Version}), "10.1 > exchange=2 notify notifications/roots/list_changed",
            answered("12", "2", status, headers), ended("13", "2", end)};
}

void addNotifications()
{
    addRow("H01 of 200 with JSON", LegacyHttp, notified("200", {Json}, R"("received":4)"), "H01:error");
    addRow("H01 of 200 without a body", LegacyHttp, notified("200", {}), "H01:error");
    addRow("H01 of 204", LegacyHttp, notified("204", {}), "H01:error");
    addRow("H01 of 202 with a body", LegacyHttp, notified("202", {}, R"("received":8)"), "H01:error");
    addRow("H01 of a stream that stays open", LegacyHttp, notified("200", {Events}).first(3), "H01:error");
    addRow("H01 once, of one that ends", LegacyHttp, notified("200", {Events}), "H01:error");
    addRow("H01 not of 202", LegacyHttp, notified("202", {}), "");
    addRow("H01 not of 202 with a content type", LegacyHttp, notified("202", {Json}), "");
    addRow(
        "H01 not of a refusal", LegacyHttp,
        notified("400", {Json}, R"("received":9,"notAccepted":"notifications/roots/list_changed","reason":"HTTP 400")"),
        "");
    const auto refusesHandshake = [](const QByteArray &status, const QByteArrayList &more = {}) {
        return replaced(notified(status, QByteArrayList{Json} + more), "notifications/roots/list_changed",
                        "notifications/initialized");
    };
    addRow("H01 of a handshake that is refused at its end", LegacyHttp, refusesHandshake("400"), "H01:warning");
    addRow("H01 of 404 there", LegacyHttp, refusesHandshake("404"), "H01:warning");
    addRow("H01 not of a gateway there", LegacyHttp, refusesHandshake("503"), "");
    addRow("H01 not of a faulty client there", LegacyHttp, replaced(refusesHandshake("400"), Accept + ',', ""),
           "H10:error");
    addRow("H01 not of 404 in a session", LegacyHttp,
           replaced(refusesHandshake("404"), Accept + ',', Accept + ',' + RpcConnection + ','), "");
    addRow("H01 not without headers", LegacyHttp,
           {asked("10", "2", "POST", {}), "10.1 > exchange=2 notify notifications/roots/list_changed",
            R"(12 http < {"exchange":2,"step":"response","status":200})", ended("13", "2")},
           "H10:error H12:error");
    addRow("H01 of a response", LegacyHttp,
           {"9 < request 5 roots/list", asked("10", "2", "POST", {Accept, Version}),
            R"(10.1 > exchange=2 result 5 {"roots":[]})", answered("12", "2", "200", {Json}), ended("13", "2")},
           "H01:error");
    addRow("H01 not of what is no message", LegacyHttp,
           {asked("10", "2", "POST", {Accept, Version}), R"(10.1 > exchange=2 {"jsonrpc":"2.0"})",
            answered("12", "2", "200", {Json}), "12.1 < exchange=2 error null -32600 Invalid Request",
            ended("13", "2")},
           "P03:error");
    const QByteArrayList twice =
        notified("204", {}) +
        replaced(replaced(notified("204", {}), "\"exchange\":2", "\"exchange\":3"), "exchange=2 ", "exchange=3 ");
    addRow("H01 twice is one that grows", LegacyHttp, twice, "H01:error*2");
    const auto withBody = [](const QByteArray &body) {
        QByteArrayList lines = notified("200", {Json}, R"("received":4)");
        lines.insert(3, "12.5 " + body);
        return lines;
    };
    addRow("H01 of null", LegacyHttp, withBody("< exchange=2 null"), "H01:error");
    addRow("H01 of an object", LegacyHttp, withBody("< exchange=2 {}"), "H01:error");
    addRow("H01 of a text", LegacyHttp, withBody(R"(malformed < {"exchange":2,"s":"OK"})"), "H01:error");
    addRow("H01 beside a body that is none of its exchange", LegacyHttp, withBody("< exchange=3 null"),
           "P02:error H01:error");
    addRow("H01 not in 2026-07-28", ModernHttp, notified("200", {Json}).mid(1), "P10:warning");
    addRow("H01 not on stdio", Legacy, {"10 > notify notifications/roots/list_changed"}, "");
}

/// A call in exchange 2 and its response.
QByteArrayList called(const QByteArray &status, const QByteArrayList &headers, const QByteArrayList &rest)
{
    return QByteArrayList{asked("10", "2", "POST", {Accept, Version}), "10.1 > exchange=2 request 1 tools/call",
                          answered("12", "2", status, headers)} +
           rest;
}

void addRequests()
{
    const QByteArray refused = ended("13", "2", R"("requests":["1"],"ends":"refused","reason":"HTTP 200 OK")");
    const QByteArrayList fine{"13 < exchange=2 result 1", ended("14", "2")};
    addRow("H02 of a page", LegacyHttp, called("200", {type("text/html")}, {refused}), "H02:error");
    addRow("H02 without a content type", LegacyHttp, called("200", {}, {refused}), "H02:error");
    addRow("H02 of 202", LegacyHttp, called("202", {}, {refused}), "H02:error");
    addRow("H02 not of JSON", LegacyHttp, called("200", {Json}, fine), "");
    const QByteArray nothing =
        ended("13", "2", R"("requests":["1"],"ends":"refused","reason":"HTTP 200 OK","received":0)");
    addRow("H02 of an empty body", LegacyHttp, called("200", {Json}, {nothing}), "H02:error");
    addRow("H02 not of an empty body of an error", LegacyHttp, called("500", {Json}, {nothing}), "");
    addRow("H02 not of a body that broke", LegacyHttp,
           called("200", {Json}, {QByteArray(nothing).replace("\"how\":\"complete\"", "\"how\":\"broken\"")}), "");
    addRow("H02 not of a stream", LegacyHttp, called("200", {Events}, fine), "");
    addRow("H02 not of an error", LegacyHttp, called("502", {type("text/html")}, {refused}), "");
    const QByteArrayList cancel{asked("11", "3", "POST", {Accept, Version}), "11.1 > exchange=3 cancel 1",
                                answered("11.2", "3", "202", {}), ended("11.3", "3")};
    const QByteArrayList accepted = called("202", {}, {refused});
    addRow("H02 not of a call that was cancelled", LegacyHttp, accepted.first(2) + cancel + accepted.mid(2), "");
    addRow("H02 of a call that is cancelled later", LegacyHttp, accepted + later(cancel, "14"), "H02:error C22:info~");
    addRow("H03 of JSON sent as a stream", LegacyHttp,
           called("200", {Events}, {ended("13", "2", R"("requests":["1"],"ends":"lost","s":"{\"jsonrpc\":\"2.0\"}")")}),
           "H03:error");
    addRow("H03 of a stream sent as JSON", LegacyHttp,
           called("200", {Json},
                  {R"(13 malformed < {"exchange":2,"reason":"no value","s":"event: message\ndata: {}\n\n"})", refused}),
           "H03:error");
    const auto ends = [](const QByteArray &more) {
        return QByteArrayList{ended("13", "2", R"("requests":["1"],"ends":"refused","reason":"HTTP 200 OK",)" + more)};
    };
    const QByteArray gzip = R"({"name":"Content-Encoding","value":"gzip"})";
    const QByteArrayList packed = called("200", {Json, gzip}, ends(R"("received":3,"s":"abc")"));
    addRow("H03 of a body in a coding that was not requested", LegacyHttp, packed, "H03:warning");
    addRow("H03 not of a requested coding", LegacyHttp,
           replaced(packed, Accept + ',', Accept + R"(,{"name":"Accept-Encoding","value":"br, gzip"},)"), "");
    addRow("H03 not of the coding identity", LegacyHttp, replaced(packed, "\"gzip\"", "\"identity\""), "");
    addRow("H03 of a text sent as a stream", LegacyHttp, called("200", {Events}, ends(R"("received":5,"s":"Hello")")),
           "H03:error");
    addRow("H03 of a page sent as a stream", LegacyHttp,
           called("200", {Events}, ends(R"("received":5,"s":"<html><title>Down</title>")")), "H03:error");
    addRow("H03 of a field in upper case", LegacyHttp,
           called("200", {Events}, ends(R"("received":5,"s":"Data: {\"jsonrpc\":\"2.0\"}")")), "H03:error");
    addRow("H03 not of a text beside an event", LegacyHttp,
           called("200", {Events}, QByteArrayList{"13 < exchange=2 result 1", ended("14", "2", R"("s":"Hello")")}), "");
    addRow("H03 not of a stream that broke", LegacyHttp,
           replaced(called("200", {Events}, ends(R"("received":5,"s":"Hello")")), "\"complete\"", "\"broken\""), "");
    addRow("H03 not of a comment inside an event", LegacyHttp,
           called("200", {Events},
                  QByteArrayList{R"(12.5 malformed < {"exchange":2,"reason":"no value","s":":ping"})"} + fine),
           "P01:error");
    addRow("H03 not of a stray line beside an event", LegacyHttp,
           called("200", {Events}, {"13 < exchange=2 result 1", ended("14", "2", R"("s":"{\"jsonrpc\":\"2.0\"}")")}),
           "");
    addRow("H03 not of bad JSON", LegacyHttp,
           called("200", {Json}, {R"(13 malformed < {"exchange":2,"reason":"no value","s":"{\"a\":"})", refused}),
           "P01:error");
}

void addGets()
{
    const auto get = [](const QByteArray &status, const QByteArrayList &headers) {
        return QByteArrayList{asked("10", "2", "GET", {AcceptEvents, Version}), answered("12", "2", status, headers),
                              ended("13", "2")};
    };
    addRow("H04 of 404", LegacyHttp, get("404", {}), "H04:error");
    addRow("H04 of 400", LegacyHttp, get("400", {Json}), "H04:error");
    addRow("H04 of JSON", LegacyHttp, get("200", {Json}), "H04:error");
    addRow("H04 not of 405", LegacyHttp, get("405", {}), "");
    addRow("H04 not of a stream", LegacyHttp, get("200", {Events}), "");
    addRow("H04 not of 401", LegacyHttp, get("401", {}), "");
    addRow("H04 not of a gateway", LegacyHttp, get("502", {type("text/html")}), "");
    addRow("H04 of 406", LegacyHttp, get("406", {}), "H04:error");
    addRow("H04 not of 406 without Accept", LegacyHttp, replaced(get("406", {}), AcceptEvents + ',', ""), "H10:error");
    addRow("H04 of 404 without Accept", LegacyHttp, replaced(get("404", {}), AcceptEvents + ',', ""),
           "H10:error H04:error");
    addRow("H04 not of 400 for another version", LegacyHttp, replaced(get("400", {}), "2025-11-25", "2025-06-18"),
           "H12:warning");
    addRow("H04 not of 400 for an event that is gone", LegacyHttp,
           replaced(get("400", {}), Version, Version + R"(,{"name":"Last-Event-ID","value":"7"})"), "");
    const auto inSession = [](const QByteArray &status) {
        return QByteArrayList{asked("10", "2", "GET", {AcceptEvents, Version, RpcConnection}),
                              answered("12", "2", "404", {}),
                              ended("13", "2"),
                              asked("20", "3", "POST", {Accept, Version, RpcConnection}),
                              "20.1 > exchange=3 notify notifications/roots/list_changed",
                              answered("22", "3", status, {}),
                              ended("23", "3"),
                              "24 closing",
                              "25 closed"};
    };
    addRow("H04 in a session that lives", LegacyHttp, inSession("202"), "H04:error");
    addRow("H04 not in a session that is lost", LegacyHttp, inSession("404"), "");
}

void addClients()
{
    const auto posted = [](const QByteArrayList &headers) {
        return QByteArrayList{asked("10", "2", "POST", headers), "10.1 > exchange=2 request 1 ping",
                              answered("12", "2", "200", {Json}), "12.1 < exchange=2 result 1", ended("13", "2")};
    };
    const auto accepting = [&](const QByteArray &types) {
        return posted({R"({"name":"accept","value":")" + types + "\"}", Version});
    };
    addRow("H10 of one type", LegacyHttp, accepting("application/json"), "H10:error");
    addRow("H10 of any type", LegacyHttp, accepting("*/*"), "H10:error");
    addRow("H10 without the header", LegacyHttp, posted({Version}), "H10:error");
    addRow("H10 not in another order", LegacyHttp, accepting("text/event-stream;q=0.5, Application/JSON"), "");
    addRow("H10 not of a masked name", LegacyHttp, posted({R"({"name":"a***","value":"x"})"}), "");
    for (const QByteArray by : {"", "injected= "})
        addRow(by.isEmpty() ? "H10 of a notification" : "H10 not of the operator", LegacyHttp,
               {asked("10", "2", "POST", {Version}), "10.1 > exchange=2 " + by + "notify x",
                answered("12", "2", "202", {}), ended("13", "2")},
               by.isEmpty() ? "H10:error" : "");
    addRow("H10 of a GET", LegacyHttp,
           {asked("10", "2", "GET", {Version, Accept.mid(0).replace(", text/event-stream", "")}),
            answered("12", "2", "405", {}), ended("13", "2")},
           "H10:error");
    addRow("H12 missing", LegacyHttp, posted({Accept}), "H12:error");
    addRow("H12 of another version", LegacyHttp, posted({Accept, Version.mid(0).replace("11-25", "06-18")}),
           "H12:warning");
    addRow("H12 not in 2025-03-26", "2025-03-26 http", posted({Accept}), "");
    const auto mixed = [](const QByteArray &second) {
        return QByteArrayList{"9 < request 5 roots/list", asked("10", "2", "POST", {Accept}),
                              R"(10.1 > exchange=2 [{"jsonrpc":"2.0","id":5,"result":{"roots":[]}},)" + second + ']',
                              answered("12", "2", "202", {}), ended("13", "2")};
    };
    addRow("H13", "2025-03-26 http", mixed(R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})"),
           "H13:error");
    addRow("H13 not of responses", "2025-03-26 http",
           QByteArrayList{"8 < request 6 roots/list"} + mixed(R"({"jsonrpc":"2.0","id":6,"result":{"roots":[]}})"), "");
}

/// A handshake over HTTP in exchange 2, in which the server assigns a session.
QByteArrayList begun(const QByteArray &more = {})
{
    return {
        asked("10", "2", "POST", {Accept}),
        R"(10.1 > exchange=2 request "i" initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}})",
        answered("11", "2", "200", {Json, RpcConnection}, more),
        R"(11.1 < exchange=2 result "i" {"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}})",
        ended("11.2", "2"),
        asked("12", "3", "POST", {Accept, Version, RpcConnection}),
        "12.1 > exchange=3 notify notifications/initialized",
        answered("13", "3", "202", {}),
        ended("13.1", "3")};
}

/// A ping and the status of its response.
QByteArrayList pinged(const QByteArray &at, const QByteArray &exchange, const QByteArray &status,
                      const QByteArrayList &headers, const QByteArray &end = R"("received":0)",
                      const QByteArray &more = {})
{
    const QByteArray id = "5" + exchange;
    QByteArrayList lines{asked(at, exchange, "POST", QByteArrayList{Accept, Version} + headers),
                         at + ".1 > exchange=" + exchange + " request " + id + " ping",
                         answered(at + ".2", exchange, status, {Json}, more)};
    if (status == "200")
        lines << at + ".3 < exchange=" + exchange + " result " + id;
    return lines << ended(at + ".4", exchange, end);
}

/// A ping that is rejected with an error without an id.
QByteArrayList refused(const QByteArray &at, const QByteArray &exchange, const QByteArray &status,
                       const QByteArray &text, const QByteArrayList &headers = {RpcConnection})
{
    QByteArrayList lines = pinged(at, exchange, status, headers,
                                  R"("requests":["5)" + exchange + R"("],"ends":"refused","s":")" + text + '"');
    if (status == "200")
        lines.removeAt(3);
    return lines;
}

/// A new handshake in exchange 8 at that time.
QByteArrayList renewed(const QByteArray &time)
{
    QByteArrayList lines = replaced(replaced(begun().first(5), "\"i\"", "\"j\""), "exchange=2 ", "exchange=8 ");
    lines = replaced(lines, "\"exchange\":2", "\"exchange\":8");
    return later(lines, time);
}

/// GET and DELETE in a session.
void addGetsOfSessions()
{
    const auto request = [](const QByteArray &method, const QByteArrayList &headers, const QByteArray &status) {
        return begun() +
               QByteArrayList{asked("20", "4", method, headers),
                              answered("21", "4", status, status == "200" ? QByteArrayList{Events} : QByteArrayList()),
                              ended("22", "4")};
    };
    addRow("H11 of a GET", LegacyHttp, request("GET", {AcceptEvents, Version}, "200"), "H11:error");
    addRow("H11 of a DELETE", LegacyHttp, request("DELETE", {Version}, "200"), "H11:error");
    addRow("H11 not of a GET in the session", LegacyHttp, request("GET", {AcceptEvents, Version, RpcConnection}, "200"),
           "");
    addRow("H12 of a GET", LegacyHttp, request("GET", {AcceptEvents, RpcConnection}, "200"), "H12:error");
    addRow("H12 of a DELETE", LegacyHttp, request("DELETE", {RpcConnection}, "200"), "H12:error");
    addRow("H12 not of a DELETE with it", LegacyHttp, request("DELETE", {Version, RpcConnection}, "200"), "");
    addRow("H04 not of 400 without the session", LegacyHttp, request("GET", {AcceptEvents, Version}, "400"),
           "H11:error");
    addRow("H04 of 400 in the session", LegacyHttp, request("GET", {AcceptEvents, Version, RpcConnection}, "400"),
           "H04:error");
    const QByteArrayList gone = request("GET", {AcceptEvents, Version, RpcConnection}, "404");
    addRow("H04 where the session lives", LegacyHttp, gone + pinged("40", "9", "200", {RpcConnection}), "H04:error");
    addRow("H04 not where a new session begins", LegacyHttp,
           gone + renewed("30") + pinged("40", "9", "200", {RpcConnection}), "");
    addRow("H04 not where a POST outside the session succeeds", LegacyHttp, gone + pinged("40", "9", "200", {}),
           "H11:error");
    addRow("H04 not of a GET that a new session overtakes", LegacyHttp,
           gone.first(gone.size() - 2) + refused("25", "5", "404", "Not Found") + renewed("30") +
               later(gone.last(2), "35") + pinged("40", "9", "200", {RpcConnection}),
           "");
    QByteArrayList crossing = begun();
    QByteArrayList ping = pinged("10", "4", "200", {});
    ping = replaced(ping, "," + Version, "");
    addRow("H12 not of a ping before the handshake ends", LegacyHttp,
           crossing.first(2) + ping.first(2) + crossing.mid(2) + later(ping.mid(2), "15"), "");
    addRow("H12 of a ping behind the handshake", LegacyHttp, crossing + later(ping, "15"), "H11:error H12:error");
}

void addSessions()
{
    addRow("H05", LegacyHttp, begun(R"(,"session":"invalid")"), "H05:error");
    addRow("H05 not of one in order", LegacyHttp, begun(), "");
    addRow("H06", LegacyHttp,
           begun() + pinged("20", "4", "200", {RpcConnection}, R"("received":0)", R"(,"session":"changed")"),
           "H06:warning");
    addRow("H06 not of a new session", LegacyHttp, begun(R"(,"session":"changed")"), "");
    addRow("H11", LegacyHttp, begun() + pinged("20", "4", "200", {}), "H11:error");
    addRow("H11 not of another address", LegacyHttp, begun() + replaced(pinged("20", "4", "200", {}), "/mcp", "/other"),
           "");
    addRow("H11 not without a session", LegacyHttp, pinged("20", "4", "200", {}), "");
    addRow("H11 not behind the end of the session", LegacyHttp,
           begun() +
               QByteArrayList{asked("20", "4", "DELETE", {Version, RpcConnection}), answered("21", "4", "200", {}),
                              ended("21.1", "4")} +
               pinged("22", "5", "200", {}),
           "");

    const QByteArrayList lost = begun() + refused("20", "4", "404", "Not Found");
    const QByteArrayList late{"9000 > request 99 ping", "9001 < result 99"};
    addRow("S1 of a client that waits", LegacyHttp, lost + late, "S1:warning");
    addRow("S1 of a client that goes on", LegacyHttp, lost + refused("40", "5", "404", "Not Found"), "S1:warning");
    addRow("S1 not of one that leaves", LegacyHttp, lost + QByteArrayList{"1000 closing", "1001 closed"}, "");
    addRow("S1 not with a new initialize", LegacyHttp, lost + renewed("30") + late, "");
    addRow("S1 withdrawn by a late initialize", LegacyHttp, lost + renewed("7000") + late, "");
    const QByteArrayList used = lost + refused("40", "5", "404", "Not Found");
    addRow("S1 withdrawn by an initialize after another request", LegacyHttp, used + renewed("300"), "");
    addRow("S1 of an initialize long after another request", LegacyHttp, used + renewed("7000"), "S1:warning");
    const QByteArrayList overtaken = refused("20", "4", "404", "Not Found");
    addRow("S1 not of a request that a new session overtakes", LegacyHttp,
           begun() + overtaken.first(2) + refused("25", "5", "404", "Not Found") + renewed("30") +
               later(overtaken.last(2), "35") + late,
           "");
    addRow("H11 behind a request that a new session overtakes", LegacyHttp,
           begun() + overtaken.first(2) + refused("25", "5", "404", "Not Found") + renewed("30") +
               later(overtaken.last(2), "35") + pinged("40", "9", "200", {}),
           "H11:error");
    addRow("S1 not where the session lives", LegacyHttp, lost + pinged("40", "5", "200", {RpcConnection}) + late, "");
    addRow("S1 not of an unknown method", LegacyHttp,
           begun() +
               QByteArrayList{asked("20", "4", "POST", {Accept, Version, RpcConnection}),
                              "20.1 > exchange=4 request 54 x/y", answered("20.2", "4", "404", {Json}),
                              "20.3 < exchange=4 error 54 -32601 Method not found", ended("20.4", "4")} +
               late,
           "");
    addRow("S2 by its words", LegacyHttp,
           begun() + refused("20", "4", "400", "Bad Request: No valid session ID provided"), "S2:warning");
    addRow("S2 of an exception", LegacyHttp, begun() + refused("20", "4", "500", "Session abc not found"),
           "S2:warning");
    addRow("S2 not of a gateway", LegacyHttp, begun() + refused("20", "4", "502", "Session abc terminated"), "");
    addRow("S2 not of another exception", LegacyHttp, begun() + refused("20", "4", "500", "Database is down"), "");
    const QByteArrayList expired = begun() + refused("20", "4", "400", "Session abc has expired");
    addRow("S2 by other words", LegacyHttp, expired, "S2:warning");
    for (const QByteArray status : {"401", "403", "407", "429"})
        addRow(("S2 not of a login that expired, " + status).constData(), LegacyHttp,
               replaced(expired, "\"status\":400", "\"status\":" + status), "");
    addRow("S2 not of a challenge", LegacyHttp,
           replaced(expired, "\"status\":400,\"headers\":[",
                    R"("status":400,"headers":[{"name":"www-authenticate","value":"***"},)"),
           "");
    addRow("S2 not of a missing id", LegacyHttp, refused("20", "4", "400", "No valid session ID provided", {}), "");
    addRow("S2 not of another refusal", LegacyHttp, begun() + refused("20", "4", "400", "Bad session parameter"), "");
    addRow("S2 not of 404", LegacyHttp, begun() + refused("20", "4", "404", "Session not found"), "");
    addRow("S2 not of a tool's session", LegacyHttp,
           begun() + QByteArrayList{asked("20", "4", "POST", {Accept, Version, RpcConnection}),
                                    "20.1 > exchange=4 request 54 tools/call", answered("20.2", "4", "200", {Json}),
                                    "20.3 < exchange=4 error 54 -32603 Session not found", ended("20.4", "4")},
           "");
    const QByteArrayList deleted = begun() + QByteArrayList{asked("20", "4", "DELETE", {Version, RpcConnection}),
                                                            answered("21", "4", "200", {}), ended("21.1", "4")};
    addRow("S2 behind a DELETE", LegacyHttp, deleted + pinged("22", "5", "200", {RpcConnection}), "S2:warning");
    addRow("S2 not behind a DELETE that was refused", LegacyHttp,
           replaced(deleted, "\"status\":200,\"headers\":[]", "\"status\":405,\"headers\":[]") +
               pinged("22", "5", "200", {RpcConnection}),
           "");
}

/// The same request with the same id, after a rejection with that status.
void addSentAgain()
{
    const auto again = [](const QByteArray &status, const QByteArray &method) {
        const QByteArray refusal = R"("requests":["1"],"ends":"refused")";
        QByteArrayList lines = called(status, {}, {ended("13", "2", refusal)});
        lines << asked("20", "3", "POST", {Accept, Version}) << "20.1 > exchange=3 request 1 " + method
              << answered("21", "3", "200", {Json}) << "21.1 < exchange=3 result 1" << ended("22", "3");
        return lines;
    };
    addRow("P05 not of one sent again after 401", LegacyHttp, again("401", "tools/call"), "");
    addRow("P05 not of one sent again after 429", LegacyHttp, again("429", "tools/call"), "");
    addRow("P05 of another after 401", LegacyHttp, again("401", "tools/list"), "P05:error");
    addRow("P05 of one sent again after 500", LegacyHttp, again("500", "tools/call"), "P05:error");
    addRow("P05 of one sent a third time", LegacyHttp,
           again("401", "tools/call") +
               replaced(replaced(later(again("401", "tools/call").last(5), "30"), "exchange=3", "exchange=4"),
                        "\"exchange\":3", "\"exchange\":4"),
           "P05:error");
}

void addStreams()
{
    const auto stream = [](const QByteArray &at, const QByteArray &exchange, const QByteArray &id) {
        return QByteArrayList{asked(at, exchange, "POST", {Accept, Version}),
                              at + ".1 > exchange=" + exchange + " request 1" + exchange + " ping",
                              answered(at + ".2", exchange, "200", {Events}),
                              at + R"(.3 stream < {"what":"event","exchange":)" + exchange + R"(,"id":")" + id + "\"}",
                              at + ".4 < exchange=" + exchange + " result 1" + exchange,
                              ended(at + ".5", exchange)};
    };
    addRow("H07", LegacyHttp, stream("10", "2", "1") + stream("20", "3", "1"), "H07:error");
    addRow("H07 not of other ids", LegacyHttp, stream("10", "2", "1") + stream("20", "3", "2"), "");
    addRow("H07 not of another session", LegacyHttp,
           stream("8", "1", "1") + replaced(begun(), "," + RpcConnection, "") + stream("20", "4", "1"), "");
    const auto taken = [](const QByteArray &wait, const QByteArray &id) {
        return QByteArrayList{
            asked("10", "2", "POST", {Accept, Version}),
            "10.1 > exchange=2 request 1 tools/call",
            answered("10.2", "2", "200", {Events}),
            R"(10.3 stream < {"what":"event","exchange":2,"id":"e1","retry":500})",
            ended("11", "2", R"("requests":["1"])"),
            asked(wait, "3", "GET", {AcceptEvents, Version, R"({"name":"Last-Event-ID","value":")" + id + "\"}"}),
            answered(wait + ".1", "3", "200", {Events}),
            wait + ".2 < exchange=3 result 1",
            ended(wait + ".3", "3")};
    };
    addRow("H07 not of a stream that goes on", LegacyHttp,
           taken("600", "e1") + QByteArrayList{R"(700 stream < {"what":"event","exchange":3,"id":"e1"})"}, "");
    const auto event = [](const QByteArray &at, const QByteArray &exchange, const QByteArray &id,
                          const QByteArray &what = "event") {
        return at + R"( stream < {"what":")" + what + R"(","exchange":)" + exchange + R"(,"id":")" + id + "\"}";
    };
    const auto resumed = [&](const QByteArrayList &events, const QByteArray &id) {
        const QByteArrayList headers{AcceptEvents, Version, R"({"name":"Last-Event-ID","value":")" + id + "\"}"};
        return QByteArrayList{asked("10", "2", "POST", {Accept, Version}), "10.1 > exchange=2 request 1 tools/call",
                              answered("10.2", "2", "200", {Events})} +
               events +
               QByteArrayList{ended("11", "2", R"("requests":["1"])"),
                              asked("20", "3", "GET", id.isEmpty() ? headers.first(2) : headers),
                              answered("20.1", "3", "200", {Events}),
                              event("20.2", "3", "5"),
                              "20.3 < exchange=3 result 1",
                              ended("20.4", "3")};
    };
    const QByteArrayList cut{event("10.3", "2", "4"), event("10.4", "2", "5", "unfinished")};
    addRow("H07 not of an event that was cut off", LegacyHttp, resumed(cut, "4"), "");
    const QByteArrayList whole{event("10.3", "2", "4"), event("10.4", "2", "5")};
    addRow("H07 not after an earlier event", LegacyHttp, resumed(whole, "4"), "");
    addRow("H07 not after an event that is not known", LegacyHttp, resumed(whole, "3"), "");
    addRow("H07 of a stream that goes on with none", LegacyHttp, resumed(whole, ""), "H08:error H07:error");
    addRow("H08", LegacyHttp,
           {asked("9", "3", "GET", {AcceptEvents, Version}), answered("9.1", "3", "200", {Events}),
            asked("10", "2", "POST", {Accept, Version}), "10.1 > exchange=2 request 1 tools/call",
            answered("10.2", "2", "200", {Events}), "11 < exchange=3 result 1"},
           "H08:error");
    addRow("H08 not of a question", LegacyHttp,
           {asked("9", "3", "GET", {AcceptEvents, Version}), answered("9.1", "3", "200", {Events}),
            "11 < exchange=3 request 5 roots/list", "12 > result 5 {\"roots\":[]}"},
           "");
    addRow("H14", LegacyHttp, taken("100", "e1"), "H14:error");
    addRow("H14 of a time that overflows in ns", LegacyHttp, replaced(taken("100", "e1"), ":500", ":9000000000000000"),
           "H14:error");
    addRow("H14 after an earlier event", LegacyHttp,
           taken("100", "e1").first(4) + QByteArrayList{R"(10.4 stream < {"what":"event","exchange":2,"id":"e2"})"} +
               taken("100", "e1").mid(4),
           "H14:error");
    addRow("H14 not after that time", LegacyHttp, taken("600", "e1"), "");
    addRow("H14 not in 2025-06-18", "2025-06-18 http", replaced(taken("100", "e1"), "2025-11-25", "2025-06-18"), "");
}

} // namespace

void TestFindingsHttp::finds_data()
{
    addColumns();
    addNotifications();
    addRequests();
    addGets();
    addClients();
    addSessions();
    addGetsOfSessions();
    addSentAgain();
    addStreams();
}

void TestFindingsHttp::namesStatusTypeAndHosts_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QString>("sentence");

    QTest::newRow("null")
        << notified("200", {Json}, R"("received":4)")
        << u"The POST of notifications/roots/list_changed got HTTP 200 and application/json; notifications and "
           "responses must get 202 without a body; Codex reads the body as a message and fails to connect"_s;
    QTest::newRow("text")
        << notified("200", {type("text/plain; charset=utf-8")}, R"("received":8)")
        << u"The POST of notifications/roots/list_changed got HTTP 200 and text/plain; notifications and "
           "responses must get 202 without a body; hosts on the Java SDK fail on this content type"_s;
    QTest::newRow("empty")
        << notified("200", {})
        << u"The POST of notifications/roots/list_changed got HTTP 200 and no content type; notifications and "
           "responses must get 202 without a body; older hosts on the Rust SDK, such as Codex, fail to connect"_s;
    QTest::newRow("field in upper case") << called("200", {Events},
                                                   {ended("13", "2", R"("received":5,"s":"Data: {}")")})
                                         << u"The response to the POST of tools/call is an event stream with the field "
                                            u"Data:, but the names of fields are "
                                            "case-sensitive: readers ignore it"_s;
    QTest::newRow("page")
        << called("200", {type("text/html")}, {})
        << u"The POST of tools/call got HTTP 200 and text/html; a request must get application/json or "
           "text/event-stream; hosts on the TypeScript SDK report an unexpected content type"_s;
}

void TestFindingsHttp::namesStatusTypeAndHosts()
{
    QFETCH(const QByteArrayList, lines);
    const auto run = FindingScript::named(LegacyHttp).run(lines);
    QVERIFY(run->findings->count() > 0);
    QTEST(QString(run->findings->at(0).sentence), "sentence");
}

void TestFindingsHttp::saysThatInitializeCameTooLate()
{
    const QByteArrayList used =
        begun() + refused("20", "4", "404", "Not Found") + refused("40", "5", "404", "Not Found");
    const FindingScript script = FindingScript::named(LegacyHttp);
    QVERIFY(QString(script.run(used)->first(FindingCode::S1).sentence).endsWith(u"sent no new initialize"_s));
    QCOMPARE(script.run(used + renewed("7000"))->first(FindingCode::S1).sentence,
             u"The server responded to a POST with HTTP 404: its session is over, but the client used it again before "
             "it sent a new initialize"_s);
}

/// The excerpt may lack the new handshake.
void TestFindingsHttp::accusesNobodyInAnExcerpt()
{
    const QByteArrayList lost =
        begun() + refused("20", "4", "404", "Not Found") + QByteArrayList{"9000 > request 99 ping", "9001 < result 99"};
    FindingScript script = FindingScript::named(LegacyHttp);
    QCOMPARE(script.run(lost)->codes(), "S1:warning");
    script.m_isExcerpt = true;
    QCOMPARE(script.run(lost)->codes(), "S1:info");
}

void TestFindingsHttp::mayBeHttpSseInAnArchive_data()
{
    QTest::addColumn<qint64>("tick"); // 0: not imported
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("found");
    QTest::newRow("imported") << Q_INT64_C(1000000) << "202"_ba
                              << ""_ba;
    QTest::newRow("imported, and refused") << Q_INT64_C(1000000) << "406"_ba
                                           << "H10:error"_ba;
    QTest::newRow("recorded") << Q_INT64_C(0) << "202"_ba
                              << "H10:error*2 H02:error H01:error"_ba;
}

/// A HAR file has no body for a stream that was still open, and the POSTs of HTTP+SSE get 202.
void TestFindingsHttp::mayBeHttpSseInAnArchive()
{
    QFETCH(const qint64, tick);
    QFETCH(const QByteArray, status);
    FindingScript script = FindingScript::named(LegacyHttp);
    script.m_hasHandshake = false;
    script.m_tick = tick;
    const QByteArrayList lines = replaced(begun(), RpcConnection, R"({"name":"x","value":"y"})");
    const auto run =
        script.run(QByteArrayList{R"(9 opening {"transport":"http"})", asked("10", "2", "POST", {}), lines.at(1),
                                  answered("11", "2", status, {}), ended("11.2", "2", R"("received":8)"),
                                  asked("12", "3", "POST", {}), "12.1 > exchange=3 notify notifications/initialized",
                                  answered("13", "3", "202", {}), ended("13.1", "3", R"("received":8)")});
    QTEST(run->codes(), "found");
}

QTEST_GUILESS_MAIN(TestFindingsHttp)
#include "tst_findingshttp.moc"
