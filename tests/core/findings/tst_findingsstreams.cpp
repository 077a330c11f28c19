// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;

/// HTTP conversations that depend on the stream of a message, the resumption of streams, and the side that ended them.
class TestFindingsStreams : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }
};

namespace {

QByteArray end(const QByteArray &at, const QByteArray &exchange, const QByteArray &more)
{
    return at + R"( http {"step":"end","exchange":)" + exchange + ',' + more + '}';
}

/// A call whose stream ended and had an event id; `ending` adds members to the end.
QByteArrayList endedCall(const QByteArray &ending = {})
{
    return {"10 > exchange=7 request 1 tools/call", R"(12 stream < {"exchange":7,"what":"event","id":"e1"})",
            end("14", "7", R"("how":"complete","requests":["1"])" + ending)};
}

/// A GET that resumes the stream after that id, or opens a new stream without one.
QByteArray get(const QByteArray &at, const QByteArray &exchange, const QByteArray &id)
{
    const QByteArray accept = R"({"name":"Accept","value":"text/event-stream"},)"
                              R"({"name":"MCP-Protocol-Version","value":"2025-11-25"})";
    const QByteArray header = id.isEmpty() ? accept : R"({"name":"last-event-id","value":")" + id + "\"}," + accept;
    return at + R"( http > {"step":"request","method":"GET","exchange":)" + exchange + R"(,"headers":[)" + header +
           "]}";
}

const QByteArrayList LaterOverHttp{"2500 > exchange=30 request 99 ping", "2501 < exchange=30 result 99"};

void addTakenUp()
{
    const auto asked = [](const QByteArray &id) {
        return endedCall() +
               QByteArrayList{get("16", "8", id), "18 < exchange=8 request 5 elicitation/create",
                              "30 > exchange=9 cancel 1"} +
               LaterOverHttp;
    };
    addRow("C09 in a stream that goes on", LegacyHttp, asked("e1"), "C16:info C09:warning");
    addRow("C09 not in one of its own", LegacyHttp, asked(""), "C16:info");
    addRow("C09 not in one that goes on with another", LegacyHttp, asked("e2"), "C16:info");
    addRow("C09 in a stream that goes on twice", LegacyHttp,
           endedCall() +
               QByteArrayList{get("16", "8", "e1"), R"(17 stream < {"exchange":8,"what":"event","id":"e7"})",
                              end("18", "8", R"("how":"complete","requests":["1"])"), get("19", "9", "e7"),
                              "20 < exchange=9 request 5 elicitation/create", "30 > exchange=10 cancel 1"} +
               LaterOverHttp,
           "C16:info C09:warning");
    addRow("C09 beside another call", LegacyHttp,
           endedCall() +
               QByteArrayList{"15 > exchange=11 request 2 tools/call", get("16", "8", "e1"),
                              "18 < exchange=8 request 5 elicitation/create", "30 > exchange=9 cancel 1",
                              "31 < exchange=11 result 2"} +
               LaterOverHttp,
           "C16:info C09:warning");
    const auto askedLate = [](const QByteArray &id) {
        return endedCall() + QByteArrayList{"15 > exchange=11 request 2 tools/call",
                                            get("16", "8", id),
                                            "30 > exchange=9 cancel 1",
                                            "400 < exchange=8 request 5 elicitation/create",
                                            "410 > exchange=12 result 5",
                                            "411 < exchange=11 result 2"};
    };
    addRow("C08 in a stream that goes on", LegacyHttp, askedLate("e1"), "C08:warning");
    addRow("C08 not in one of its own", LegacyHttp, askedLate(""), "");
    // Messages stored before the cancellation come at once in the resumed stream.
    const auto takenUp = [](const QByteArray &at, const QByteArray &line) {
        return endedCall() + QByteArrayList{"30 > exchange=9 cancel 1", get(at, "8", "e1"), line};
    };
    addRow("C01 of what may have been kept", LegacyHttp, takenUp("390", "396 < exchange=8 result 1"), "C01:info~");
    addRow("C06 of what may have been kept", LegacyHttp, takenUp("390", "396 < exchange=8 progress 1 1"), "C06:info~");
    addRow("C08 of what may have been kept", LegacyHttp,
           takenUp("390", "396 < exchange=8 request 5 elicitation/create"), "C08:info~");
    addRow("C01 of what came later", LegacyHttp, takenUp("390", "500 < exchange=8 result 1"), "C01:warning");
    addRow("C06 that goes on", LegacyHttp,
           takenUp("390", "396 < exchange=8 progress 1 1") + QByteArrayList{"700 < exchange=8 progress 1 2"},
           "C06:warning*2");
    addRow("C01 where the stream was taken up before", LegacyHttp,
           endedCall() + QByteArrayList{get("16", "8", "e1"), "30 > exchange=9 cancel 1", "60 < exchange=8 result 1"},
           "C01:warning");
    addRow("C01 where the stream ended after the cancel", LegacyHttp,
           endedCall().first(2) + QByteArrayList{"30 > exchange=9 cancel 1",
                                                 end("380", "7", R"("how":"complete","requests":["1"])"),
                                                 get("390", "8", "e1"), "396 < exchange=8 result 1"},
           "C01:warning");
    // A recorder may take the end of any stream for the loss of its calls.
    const QByteArrayList lost = endedCall(R"(,"ends":"lost")");
    addRow("P04 not in a stream that goes on", LegacyHttp,
           lost + QByteArrayList{get("16", "8", "e1"), "900 < exchange=8 result 1"}, "");
    addRow("P04 in one of its own", LegacyHttp, lost + QByteArrayList{get("16", "8", ""), "900 < exchange=8 result 1"},
           "P04:error");
    addRow("P04 of what nobody asked in a stream that goes on", LegacyHttp,
           lost + QByteArrayList{get("16", "8", "e1"), "900 < exchange=8 result 2"}, "P04:error");
}

/// A cancellation of request 1 that the response shows as rejected.
QByteArrayList refusedCancel(const QByteArray &at, const QByteArray &status)
{
    return {at + " > exchange=8 cancel 1", at + R"(.5 http < {"step":"response","exchange":8,"status":)" + status + '}',
            end(at + ".6", "8",
                R"("how":"complete","notAccepted":"notifications/cancelled","cancels":"1","reason":"HTTP )" + status +
                    '"')};
}

void addSentAgain()
{
    const QByteArrayList again{"200 > exchange=9 cancel 1"};
    const QByteArrayList call{"10 > exchange=7 request 1 tools/call"};
    const QByteArrayList answer{"15 < exchange=7 result 1"};
    addRow("C21 once, of a cancel that is sent again", LegacyHttp, refusedCancel("30", "401") + again, "C21:error");
    addRow("C21 twice, of one that was not refused", LegacyHttp, QByteArrayList{"30 > exchange=8 cancel 1"} + again,
           "C21:error C21:error");
    addRow("C21 and C13, of one that was refused for itself", LegacyHttp, refusedCancel("30", "400") + again,
           "C21:error C13:warning C21:error");
    addRow("C22 once, of a cancel that is sent again", LegacyHttp, call + answer + refusedCancel("30", "401") + again,
           "C22:warning");
    addRow("C22 of another cancel", LegacyHttp,
           call + answer + refusedCancel("30", "401") + QByteArrayList{"200 > exchange=9 cancel 1 done"},
           "C22:warning C13:warning C22:warning");
    addRow("C13 of one that is not sent again", LegacyHttp, call + answer + refusedCancel("30", "401"),
           "C22:warning C13:warning");
}

void addGivenUp()
{
    const QByteArrayList call{"10 > exchange=7 request 1 tools/call"};
    const auto closed = [&](const QByteArray &at) {
        return call +
               QByteArrayList{end(at, "7", R"("how":"closed","requests":["1"])"), "30000 closing", "30001 closed"};
    };
    addRow("C31 and no P18", LegacyHttp, closed("12000"), "C31:warning");
    addRow("P18 and no C31", LegacyHttp, call + QByteArrayList{"30000 closing", "30001 closed"}, "P18:warning");
    const QByteArrayList thinking = call + QByteArrayList{"50 < exchange=7 request 5 elicitation/create"};
    const QByteArrayList leaves{"60100 closing", "60101 closed"};
    const QByteArray lost = end("60000", "7", R"("how":"complete","requests":["1"],"ends":"lost")");
    addRow("P18 not of who was asked in a stream that ended", LegacyHttp, thinking + QByteArrayList{lost} + leaves,
           "P18:warning");
    addRow("P18 of who was asked, and left", LegacyHttp,
           thinking + QByteArrayList{"60000 < exchange=7 result 1"} + leaves, "P18:info");
    addRow("P18 not of what a call asked that was cancelled", LegacyHttp,
           thinking + QByteArrayList{"60000 > exchange=8 cancel 1"} + leaves, "");
}

/// A server that waits for an answer of the user cannot respond.
void addThinking()
{
    const QByteArrayList asked = Call + QByteArrayList{"50 < request 5 elicitation/create"};
    const QByteArrayList answered = asked + QByteArrayList{R"(90000 > result 5 {"action":"decline"})"};
    addRow("P18 not of a server that waits", Legacy, asked + QByteArrayList{"90000 closing", "90001 closed"},
           "C32:warning P18:info");
    addRow("P18 not of one that has waited", Legacy, answered + QByteArrayList{"93000 closing", "93001 closed"},
           "C32:warning");
    addRow("P18 of one that has waited, and not answered then", Legacy,
           answered + QByteArrayList{"101000 closing", "101001 closed"}, "P18:warning");
    addRow("P18 not of one that waits for two at once", Legacy,
           answered.first(2) + QByteArrayList{"60 < request 6 sampling/createMessage", "40000 > result 6 {}"} +
               answered.last(1) + QByteArrayList{"93000 closing", "93001 closed"},
           "C32:warning");
    const QByteArrayList two{"10 > exchange=7 request 1 tools/call", "11 > exchange=8 request 2 tools/call"};
    const QByteArrayList leaves{"90000 closing", "90001 closed"};
    addRow("P18 of the call that asks nothing", LegacyHttp,
           two + QByteArrayList{"50 < exchange=8 request 5 elicitation/create"} + leaves,
           "P18:warning C32:warning P18:info");
    addRow("P18 of none, where no stream tells which asks", LegacyHttp,
           two + QByteArrayList{"50 < exchange=3 request 5 elicitation/create"} + leaves, "C32:warning*2 P18:info");
}

void addEnds()
{
    const QByteArrayList cancelled{"10 > exchange=7 request 1 tools/call", "20 > exchange=8 cancel 1"};
    // Left open means that the client has to close it. A server that closes the stream itself has freed it, however
    // late: no revision sets a limit, and the wire does not show whether it worked until then. C16 reports how long
    // nothing came.
    addRow("C11 not where the server ends it late", LegacyHttp,
           cancelled + QByteArrayList{end("8000", "7", R"("how":"complete","requests":["1"],"ends":"lost")"),
                                      "9000 closing", "9001 closed"},
           "C16:info");
    addRow("C11 where the client has to close it", LegacyHttp,
           cancelled +
               QByteArrayList{end("8000", "7", R"("how":"closed","requests":["1"])"), "9000 closing", "9001 closed"},
           "C16:info C11:warning");
}

/// A resumed stream is left open in the stream that resumes it.
void addLeftOpen()
{
    const QByteArray answered = R"(17 http < {"step":"response","exchange":8,"status":200})";
    const QByteArrayList leaves{"9000 closing", "9001 closed"};
    const auto takenUp = [&](const QByteArray &id, const QByteArrayList &lines) {
        return endedCall() + QByteArrayList{get("16", "8", id)} + lines + leaves;
    };
    const QByteArray cancel = "30 > exchange=9 cancel 1";
    addRow("C11 of a stream that goes on", LegacyHttp, takenUp("e1", {answered, cancel}), "C16:info C11:warning");
    addRow("C11 not where that ends", LegacyHttp,
           takenUp("e1", {answered, cancel, end("300", "8", R"("how":"complete","requests":["1"])")}), "C16:info");
    addRow("C11 not where that had ended", LegacyHttp,
           takenUp("e1", {answered, end("25", "8", R"("how":"complete","requests":["1"])"), cancel}), "C16:info");
    addRow("C11 not where that was never begun", LegacyHttp, takenUp("e1", {cancel}), "C16:info");
    addRow("C11 not of the stream of another", LegacyHttp, takenUp("", {answered, cancel}), "C16:info");
}

/// Ids are compared by their decoded value.
void addIds()
{
    const QByteArrayList call{R"(10 > exchange=7 request "ab" tools/call)"};
    addRow("C37 not of an id that is written otherwise", LegacyHttp,
           call + QByteArrayList{R"(20 < exchange=7 result "a\u0062")"}, "");
    addRow("C37 of a number for a text", LegacyHttp,
           QByteArrayList{R"(10 > exchange=7 request "7" tools/call)", "20 < exchange=7 result 7"}, "C37:warning");
}

} // namespace

void addMisplaced()
{
    const auto lost = [](const QByteArray &more) {
        return QByteArrayList{"10 > exchange=7 request 1 tools/call",
                              end("14", "7", R"("how":"complete","requests":["1"],"ends":"lost")" + more)};
    };
    addRow("P18 without a blank line", LegacyHttp, lost(R"(,"misplaced":"")"), "P18:warning");
    addRow("P18 in an event of another name", ModernHttp, lost(R"(,"misplaced":"result")"), "P18:warning");
    addRow("P18 with nothing at all", ModernHttp, lost(""), "P18:warning");
}

void addCutShort()
{
    const QByteArrayList answered{"10 > exchange=7 request 1 tools/call", "12 < exchange=7 result 1"};
    const QByteArray cut = R"("how":"broken","received":38,"cutShort":true)";
    addRow("H20 of its length", LegacyHttp, answered + QByteArrayList{end("13", "7", cut + R"(,"announced":99)")},
           "H20:warning");
    addRow("H20 of its last chunk", ModernHttp, answered + QByteArrayList{end("13", "7", cut)}, "H20:warning");
    addRow("H20 not of a stream that broke behind its response", LegacyHttp,
           answered + QByteArrayList{end("13", "7", R"("how":"broken","received":38)")}, "");
    addRow("H20 not of one that is whole", LegacyHttp,
           answered + QByteArrayList{end("13", "7", R"("how":"complete","received":38)")}, "");
}

void TestFindingsStreams::finds_data()
{
    addColumns();
    addTakenUp();
    addSentAgain();
    addGivenUp();
    addThinking();
    addEnds();
    addLeftOpen();
    addIds();
    addMisplaced();
    addCutShort();
}

QTEST_GUILESS_MAIN(TestFindingsStreams)

#include "tst_findingsstreams.moc"
