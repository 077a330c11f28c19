// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/mcp/clientoptions.h"
#include "core/mcp/serverlog.h"

#include "core/json/jsonvalue.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Log messages of the server, live and from a file.
class TestServerLog : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    JsonChecker m_checker;

    [[nodiscard]] Event message(const QByteArray &bytes, Direction direction = Direction::ServerToClient,
                                int exchange = 0)
    {
        Event event = Event::ofBytes(bytes, direction, m_checker);
        if (exchange > 0)
            event.details.insert(u"exchange"_s, exchange);
        return event;
    }
    [[nodiscard]] static QByteArray logMessage(const QByteArray &params)
    {
        return R"({"jsonrpc":"2.0","method":"notifications/message","params":)" + params + '}';
    }
    /// Returns the visible parts of an entry.
    [[nodiscard]] static QString shown(const ServerLog::Entry &entry)
    {
        return u"%1 %2 %3 %4 %5"_s.arg(entry.event)
            .arg(entry.level ? QString(nameOf(*entry.level)) : u"?%1"_s.arg(entry.levelText),
                 entry.logger.isNull() ? u"-"_s : entry.logger, QString::fromUtf8(entry.data))
            .arg(entry.row);
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void levels()
    {
        QCOMPARE(allLogLevels().size(), 8);
        for (const LogLevel level : allLogLevels())
            QCOMPARE(logLevelFromName(QString(nameOf(level))), level);
        QVERIFY(LogLevel::Debug < LogLevel::Info && LogLevel::Alert < LogLevel::Emergency);
        QVERIFY(!logLevelFromName(u"Warning"));
    }

    void levelOfARequest()
    {
        const auto metaOf = [](const QByteArray &params, std::optional<LogLevel> level) {
            const QByteArray whole = ClientOptions{.logLevel = level}.withMeta(params, LatestModern);
            return JsonValue(whole).member("_meta").member("io.modelcontextprotocol/logLevel").raw().toByteArray();
        };
        QCOMPARE(metaOf({}, LogLevel::Notice), R"("notice")");
        QCOMPARE(metaOf({}, {}), "");
        QCOMPARE(metaOf(R"({"_meta":{"io.modelcontextprotocol/logLevel":"alert"}})", LogLevel::Notice), R"("alert")");
    }

    void liveAndReopened()
    {
        const QString path = m_folder.filePath(u"log.pullcord"_s);
        QStringList live;
        {
            const auto made = Capture::create(path, {});
            QVERIFY(made);
            Capture &capture = **made;
            RequestLog requests(capture);
            ServerLog log(capture);
            QSignalSpy added(&log, &ServerLog::added);
            const auto feed = [&](const Event &event) {
                const qsizetype index = capture.append(event);
                requests.feed(event, index);
                log.feed(event, index);
            };
            feed(message(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})", Direction::ClientToServer, 4));
            feed(message(logMessage(R"({"level":"warning","logger":"db","data":{"n":1.0}})")));
            feed(message(logMessage(R"({"level":"error","data":"of the call"})"), Direction::ServerToClient, 4));
            feed(message(logMessage(R"({"level":"loud"})"), Direction::ServerToClient, 5));
            feed(message(R"({"jsonrpc":"2.0","method":"notifications/other","params":{"level":"error"}})"));
            feed(message(logMessage(R"({"level":"error"})"), Direction::ClientToServer)); // not from the server
            feed(message(R"({"jsonrpc":"2.0","method":"notifications\/message","params":{"level":"debug","data":7}})"));
            feed(message('[' + logMessage(R"({"level":"info","data":1})") + ',' +
                         logMessage(R"({"level":"alert","data":2})") + ']'));
            feed(message(R"({"jsonrpc":"2.0","method":"notifications/message"})")); // without params
            feed(Event::ofKind(EventKind::Http, {{u"step"_s, u"end"_s}, {u"exchange"_s, 4}}));
            feed(message(logMessage(R"({"level":"error","data":"too late"})"), Direction::ServerToClient, 4));
            log.feed(message(logMessage(R"({"level":"error"})")), Capture::NotRecorded);
            for (qsizetype i = 0; i < log.count(); ++i)
                live.append(shown(log.at(i)));
            QCOMPARE(added.count(), int(live.size()));
            QCOMPARE(ServerLog(capture).count(), log.count()); // created late
        }
        QCOMPARE(live, (QStringList{u"1 warning db {\"n\":1.0} -1"_s, u"2 error - \"of the call\" 0"_s,
                                    u"3 ?loud -  -1"_s, u"6 debug - 7 -1"_s, u"7 info - 1 -1"_s, u"7 alert - 2 -1"_s,
                                    u"8 ? -  -1"_s, u"10 error - \"too late\" -1"_s}));
        const auto opened = Capture::open(path);
        QVERIFY(opened);
        const RequestLog requests(**opened);
        const ServerLog log(**opened);
        QStringList reopened;
        for (qsizetype i = 0; i < log.count(); ++i)
            reopened.append(shown(log.at(i)));
        QCOMPARE(reopened, live);
        QCOMPARE(log.level(0), LogLevel::Warning);
        QVERIFY(!log.level(2));
    }

    /// The cost per message is constant.
    void flood()
    {
        constexpr int Count = 20'000;
        const auto made = Capture::createTemporary({});
        QVERIFY(made);
        ServerLog log(**made);
        const Event event =
            message(logMessage(R"({"level":"info","logger":"flood","data":{"pad":"xxxxxxxxxxxxxxxx"}})"));
        for (int i = 0; i < Count; ++i)
            log.feed(event, (*made)->append(event));
        QCOMPARE(log.count(), Count);
        QCOMPARE(log.at(Count - 1).logger, u"flood"_s);
    }
};

QTEST_GUILESS_MAIN(TestServerLog)
#include "tst_serverlog.moc"
