// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "core/capture/capture.h"
#include "core/capture/requestlog.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

using Kind = Transition::Kind;

class TestRequestLog : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void rowsInOrder();
    void annotatesEntries();
    void marksUnaskedLog();
    void signalsFollowEvents();
    void reopenedGivesTheSameRows();
    void continuesWithoutRecording();
    void findsTheLastHandshake();
    void findsRequestsOfAnIdleConnection();

private:
    /// Records an event and feeds it to the log, as Conversation does; returns its index.
    qsizetype happen(Event event);
    void conversation();

    QTemporaryDir m_folder;
    std::unique_ptr<Capture> m_capture;
    std::unique_ptr<RequestLog> m_log;
};

namespace {

bool sameLate(const RequestRecord::Late &a, const RequestRecord::Late &b)
{
    return a.results == b.results && a.errors == b.errors && a.progress == b.progress && a.firstTime == b.firstTime &&
           a.lastTime == b.lastTime && a.responseTime == b.responseTime && a.responseEvent == b.responseEvent;
}

bool sameProgress(const RequestRecord::Progress &a, const RequestRecord::Progress &b)
{
    return a.value == b.value && a.total == b.total && a.message == b.message && a.count == b.count &&
           a.lastTime == b.lastTime;
}

bool sameCancellation(const RequestRecord &a, const RequestRecord &b)
{
    if (!a.cancellation || !b.cancellation)
        return !a.cancellation && !b.cancellation;
    return a.cancellation->time == b.cancellation->time && a.cancellation->reason == b.cancellation->reason &&
           a.cancellation->reason.isNull() == b.cancellation->reason.isNull() &&
           a.cancellation->local == b.cancellation->local && a.cancellation->signalTime == b.cancellation->signalTime &&
           a.cancellation->event == b.cancellation->event;
}

void compareRecords(const RequestRecord &a, const RequestRecord &b)
{
    QCOMPARE(a.serial, b.serial);
    QCOMPARE(a.connection, b.connection);
    QCOMPARE(a.direction, b.direction);
    QCOMPARE(a.id, b.id);
    QCOMPARE(a.id.toJson(), b.id.toJson());
    QCOMPARE(a.method, b.method);
    QCOMPARE(a.target, b.target);
    QCOMPARE(a.progressToken, b.progressToken);
    QCOMPARE(a.state, b.state);
    QCOMPARE(a.duplicateId, b.duplicateId);
    QCOMPARE(a.start, b.start);
    QCOMPARE(a.end, b.end);
    QCOMPARE(a.bytesRequest, b.bytesRequest);
    QCOMPARE(a.bytesResponse, b.bytesResponse);
    QCOMPARE(a.bytesProgress, b.bytesProgress);
    QCOMPARE(a.requestEvent, b.requestEvent);
    QCOMPARE(a.responseEvent, b.responseEvent);
    QCOMPARE(a.errorCode, b.errorCode);
    QCOMPARE(a.errorMessage, b.errorMessage);
    QCOMPARE(a.toolError, b.toolError);
    QVERIFY(sameProgress(a.progress, b.progress));
    QVERIFY(sameCancellation(a, b));
    QVERIFY(sameLate(a.late, b.late));
}

QByteArray request(const QByteArray &id, const QByteArray &method, const QByteArray &params = "{}")
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params + '}';
}

QByteArray result(const QByteArray &id)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{}})";
}

QByteArray cancelled(const QByteArray &id, const QByteArray &reason = "null")
{
    return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + R"(,"reason":)" +
           reason + "}}";
}

QByteArray progress(const QByteArray &token)
{
    return R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + token +
           R"(,"progress":0.5,"total":1,"message":"half"}})";
}

} // namespace

void TestRequestLog::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    const QString path = m_folder.filePath(u"test.pullcord"_s);
    m_log.reset();
    m_capture.reset();
    QFile::remove(path);
    m_capture = *Capture::create(path, {});
    m_log = std::make_unique<RequestLog>(*m_capture);
}

qsizetype TestRequestLog::happen(Event event)
{
    const qsizetype index = m_capture->append(event);
    event.time = m_capture->relative(event.time);
    m_log->feed(event, index);
    return index;
}

/// Records one of everything that a table can show, on two connections.
void TestRequestLog::conversation()
{
    happen(Event::ofKind(EventKind::Opening, {{u"transport"_s, u"stdio"_s}}));
    happen(message(request("0", "initialize")));
    happen(fromServer(result("0")));
    happen(message(request("1", "tools/call", R"({"name":"slow","_meta":{"progressToken":"p"}})")));
    happen(fromServer(progress("\"p\"")));
    Event cancel = Event::ofKind(EventKind::Cancel, {{u"id"_s, u"1"_s}, {u"reason"_s, u"enough"_s}});
    cancel.direction = Direction::ClientToServer;
    happen(cancel);
    happen(message(cancelled("1", "\"enough\"")));
    happen(fromServer(progress("\"p\"")));
    happen(fromServer(result("1")));
    happen(fromServer(result("1")));
    happen(message(request("\"1\"", "resources/read", R"({"uri":"file:///x"})")));
    happen(fromServer(R"({"jsonrpc":"2.0","id":"1","error":{"code":-32602,"message":"no"}})"));
    happen(fromServer(request("1", "sampling/createMessage")));
    happen(fromServer(cancelled("1")));
    happen(message(request("2", "tools/call", R"({"name":"deaf"})")));
    Event timeout = Event::ofKind(EventKind::Timeout, {{u"id"_s, u"2"_s}, {u"after"_s, 100}});
    timeout.direction = Direction::ClientToServer;
    happen(timeout);
    happen(fromServer(R"({"jsonrpc":"2.0","id":2,"result":{"isError":true}})"));
    Event queued = message(request("3", "ping"));
    queued.kind = EventKind::Queued;
    happen(queued);
    happen(message(request("3", "ping")));
    happen(message(request("3", "ping"))); // the same id again
    happen(ofKind(EventKind::Malformed, "Hello!\xff", {{u"reason"_s, u"r"_s}}));
    happen(ofKind(EventKind::Stderr, "log"));
    happen(message(R"([{"jsonrpc":"2.0","id":7,"method":"a"},{"jsonrpc":"2.0","id":8,"method":"b"}])"));
    happen(Event::ofKind(EventKind::Closed));
    happen(message(request("1", "ping"), Direction::ClientToServer, 1));
    happen(message(request("2", "ping"), Direction::ClientToServer, 1));
    happen(fromServer(result("1"), 1));
    happen(fromServer(result("99"), 1));
}

void TestRequestLog::rowsInOrder()
{
    conversation();
    QList<QByteArray> rows;
    for (qsizetype row = 0; row < m_log->count(); ++row) {
        const RequestRecord record = m_log->record(row);
        rows += QByteArray::number(record.connection) + ' ' + record.id.toJson() + ' ' + record.method + ' ' +
                QByteArray::number(int(record.state));
        QCOMPARE(m_log->rowOf(record.connection, record.serial), row);
    }
    const auto is = [](const char *text, RequestState state) { return text + QByteArray::number(int(state)); };
    QCOMPARE(rows, (QList<QByteArray>{
                       is("0 0 initialize ", RequestState::Succeeded),
                       is("0 1 tools/call ", RequestState::Cancelled),
                       is("0 \"1\" resources/read ", RequestState::Failed),
                       is("0 1 sampling/createMessage ", RequestState::Cancelled),
                       is("0 2 tools/call ", RequestState::TimedOut),
                       is("0 3 ping ", RequestState::Lost),
                       is("0 3 ping ", RequestState::Lost),
                       is("0 7 a ", RequestState::Lost),
                       is("0 8 b ", RequestState::Lost),
                       is("1 1 ping ", RequestState::Succeeded),
                       is("1 2 ping ", RequestState::InFlight),
                   }));
    QCOMPARE(m_log->openCount(), 1);
    QCOMPARE(m_log->rowOf(1, 2), -1);
    QCOMPARE(m_log->rowOf(2, 0), -1);
    QVERIFY(m_log->record(1).late.any());
    QVERIFY(m_log->record(4).late.answered());
}

void TestRequestLog::annotatesEntries()
{
    happen(ofKind(EventKind::Stderr, "log"));
    happen(message(request("1", "a", R"({"_meta":{"progressToken":1}})")));
    happen(message(request("2", "b")));
    happen(fromServer(progress("1")));
    happen(message(cancelled("1")));
    happen(fromServer(progress("1")));
    happen(fromServer(result("1")));
    happen(fromServer(result("2")));
    happen(fromServer(result("2")));
    happen(fromServer(result("3")));
    happen(Event::ofKind(EventKind::Closed));
    const struct
    {
        qint32 row;
        bool late;
    } expected[] = {{-1, false}, {0, false}, {1, false}, {0, false},  {0, false}, {0, true},
                    {0, true},   {1, false}, {1, true},  {-1, false}, {-1, false}};
    QCOMPARE(m_capture->count(), qsizetype(std::size(expected)));
    for (qsizetype index = 0; index < m_capture->count(); ++index) {
        QCOMPARE(m_capture->entry(index).row, expected[index].row);
        QCOMPARE(bool(m_capture->entry(index).flags & CaptureEntry::Late), expected[index].late);
    }
}

/// Live and reopened; only the log messages themselves are marked.
void TestRequestLog::marksUnaskedLog()
{
    const QByteArray log = R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}})";
    happen(fromServer(log));
    happen(Event::ofKind(EventKind::Dialect, {{u"name"_s, u"mcp-modern-stdio"_s}}));
    happen(fromServer(log));
    happen(message(request("1", "a", R"({"_meta":{"io.modelcontextprotocol/logLevel":"info"}})")));
    happen(fromServer(log));
    happen(fromServer(log, 1)); // another connection, in the legacy era
    happen(fromServer(result("1")));
    happen(fromServer(log));
    m_log->feed(fromServer(log), Capture::NotRecorded);
    m_capture->flush();
    const auto reopened = *Capture::open(m_capture->path());
    const RequestLog again(*reopened);
    for (const Capture *capture : {m_capture.get(), reopened.get()}) {
        QList<qsizetype> marked;
        for (qsizetype index = 0; index < capture->count(); ++index) {
            if (capture->entry(index).flags & CaptureEntry::Unasked)
                marked += index;
        }
        QCOMPARE(marked, (QList<qsizetype>{2, 7}));
    }
}

void TestRequestLog::signalsFollowEvents()
{
    QStringList told;
    connect(m_log.get(), &RequestLog::rowAdded, this, [&](qsizetype row) { told += u"added %1"_s.arg(row); });
    connect(m_log.get(), &RequestLog::rowChanged, this, [&](qsizetype row) { told += u"changed %1"_s.arg(row); });
    connect(m_log.get(), &RequestLog::transition, this,
            [&](qsizetype event, qsizetype row, const Transition &transition) {
                told += u"event %1 row %2 kind %3"_s.arg(event).arg(row).arg(int(transition.kind));
            });
    const auto take = [&] { return std::exchange(told, {}); };
    const auto kind = [](Kind k) { return u" kind %1"_s.arg(int(k)); };
    happen(message(request("1", "a")));
    QCOMPARE(take(), (QStringList{u"added 0"_s, u"event 0 row 0"_s + kind(Kind::Created)}));
    happen(fromServer(request("1", "b")));
    QCOMPARE(take(), (QStringList{u"added 1"_s, u"event 1 row 1"_s + kind(Kind::Created)}));
    happen(fromServer(result("1")));
    QCOMPARE(take(), (QStringList{u"changed 0"_s, u"event 2 row 0"_s + kind(Kind::Answered)}));
    happen(fromServer(result("5")));
    QCOMPARE(take(), (QStringList{u"event 3 row -1"_s + kind(Kind::UnknownResponse)}));
    happen(ofKind(EventKind::Stderr, "log"));
    QCOMPARE(take(), QStringList());
    happen(Event::ofKind(EventKind::Closed));
    QCOMPARE(take(), (QStringList{u"changed 1"_s, u"event 5 row 1"_s + kind(Kind::Lost)}));
}

/// The state machine is the same, so a file shows what the live conversation showed.
void TestRequestLog::reopenedGivesTheSameRows()
{
    conversation();
    m_capture->flush();
    const auto capture = *Capture::open(m_capture->path());
    const RequestLog log(*capture);
    QCOMPARE(log.count(), m_log->count());
    QCOMPARE(log.openCount(), m_log->openCount());
    for (qsizetype row = 0; row < log.count(); ++row)
        compareRecords(log.record(row), m_log->record(row));
    QCOMPARE(capture->count(), m_capture->count());
    for (qsizetype index = 0; index < capture->count(); ++index) {
        QCOMPARE(capture->entry(index).row, m_capture->entry(index).row);
        QCOMPARE(capture->entry(index).flags, m_capture->entry(index).flags);
    }

    // A log created later on a live capture has the same rows.
    const RequestLog second(*m_capture);
    QCOMPARE(second.count(), m_log->count());
    for (qsizetype row = 0; row < second.count(); ++row)
        compareRecords(second.record(row), m_log->record(row));
}

void TestRequestLog::continuesWithoutRecording()
{
    happen(message(request("1", "a")));
    QByteArray told;
    connect(m_log.get(), &RequestLog::transition, this,
            [&](qsizetype index, qsizetype, const Transition &, const Event &event) {
                QCOMPARE(index, Capture::NotRecorded);
                told = event.bytes;
            });
    m_log->feed(fromServer(result("1")), Capture::NotRecorded);
    QCOMPARE(told, fromServer(result("1")).bytes);
    QCOMPARE(m_log->record(0).state, RequestState::Succeeded);
    QCOMPARE(m_log->record(0).responseEvent, RequestRecord::NoEvent);
    QCOMPARE(m_capture->count(), 1);
}

void TestRequestLog::findsTheLastHandshake()
{
    QCOMPARE(m_log->handshake(), -1);
    happen(message(request("0", "initialize")));
    QCOMPARE(m_log->handshake(), -1);
    happen(fromServer(R"({"jsonrpc":"2.0","id":0,"error":{"code":1,"message":"no"}})"));
    QCOMPARE(m_log->handshake(), -1);
    happen(message(request("1", "tools/list")));
    happen(message(request("2", "server/discover")));
    happen(fromServer(result("2")));
    happen(fromServer(result("1")));
    QCOMPARE(m_log->handshake(), 2);
    happen(message(request("3", "initialize")));
    happen(fromServer(result("3")));
    QCOMPARE(m_log->handshake(), 3);
}

/// Ended requests of a connection are packed while another one is used.
void TestRequestLog::findsRequestsOfAnIdleConnection()
{
    QByteArray text = R"({"pullcord":"1.0"})"
                      "\n";
    const auto add = [&text](int connection, const char *direction, const QByteArray &message) {
        text += R"({"t":1,"c":)" + QByteArray::number(connection) + R"(,"d":")" + direction +
                R"(","k":"message","m":)" + message + "}\n";
    };
    for (const int connection : {1, 2}) {
        add(connection, "c2s", request("1", "a"));
        add(connection, "s2c", result("1"));
        add(connection, "c2s", request("2", "b"));
    }
    add(1, "c2s", cancelled("1"));
    const auto capture = *Capture::fromText(text, u"idle"_s);
    while (capture->readMore(1 << 20)) {
    }
    RequestLog log(*capture, RequestLog::Empty());
    for (qsizetype index = 0; index < 6; ++index)
        log.feed(capture->eventAt(index), index);
    QVERIFY(!log.recent(0));
    QCOMPARE(log.record(0).state, RequestState::Succeeded);
    QCOMPARE(log.newestOf(1, Direction::ClientToServer, RequestId(1)), 0);
    QVERIFY(log.recent(1)); // it is open
    QVERIFY(log.recent(2)); // its connection is used
    QSignalSpy transitions(&log, &RequestLog::transition);
    log.feed(capture->eventAt(6), 6);
    QCOMPARE(transitions.count(), 1);
    QCOMPARE(transitions.first().at(1).toLongLong(), 0);
    QCOMPARE(log.newestOf(2, Direction::ClientToServer, RequestId(1)), 2);
}

QTEST_GUILESS_MAIN(TestRequestLog)

#include "tst_requestlog.moc"
