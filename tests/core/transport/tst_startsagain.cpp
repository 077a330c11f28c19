// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/conversationfindings.h"
#include "core/findings/findings.h"
#include "core/mcp/conversation.h"
#include "core/mcp/eracache.h"
#include "core/transport/stdiotransport.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A server on stdio that exits on server/discover is started once more, with initialize, in the same capture.
class TestStartsAgain : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = 20'000;
    const ClientOptions m_hurry{.probeTimeout = 200ms, .silenceTimeout = 200ms};

    /// $1 runs on a first message other than initialize, $2 on initialize. Each start adds a byte to $0.starts.
    static constexpr const char *Script = R"sh(
printf x >>"$0.starts"
read -r line
case $line in
*'"initialize"'*) eval "$2" ;;
*) eval "$1" ;;
esac
answer() {
    id=$(printf %s "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
    case $line in
    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":'"$id"',"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"old","version":"1"}}}' ;;
    *server/discover*) echo '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32601,"message":"Method not found"}}' ;;
    esac
}
answer
while read -r line; do answer; done
)sh";

    QTemporaryDir m_folder;
    EraCache m_eras;
    std::unique_ptr<Conversation> m_conversation;
    std::unique_ptr<ConversationFindings> m_findings;
    QStringList m_notes;
    QString m_failure;
    QList<Transport::State> m_states;

    [[nodiscard]] QString script() const { return m_folder.filePath(u"server.sh"_s); }
    [[nodiscard]] qint64 starts() const { return QFile(script() + ".starts"_L1).size(); }
    [[nodiscard]] QList<Event> events(EventKind kind) const
    {
        QList<Event> events;
        for (qsizetype i = 0; i < m_conversation->capture().count(); ++i) {
            if (const Event event = m_conversation->capture().eventAt(i); event.kind == kind)
                events.append(event);
        }
        return events;
    }
    /// Returns true when the client is ready, false when it has failed.
    bool connectTo(const StdioCommand &command) { return connectTo(command, m_hurry); }
    bool connectTo(const StdioCommand &command, ClientOptions options)
    {
        options.eras = &m_eras;
        options.name = u"test"_s;
        m_findings.reset();
        m_conversation = *Conversation::withTransport(std::make_unique<StdioTransport>(command), options, {});
        m_findings = std::make_unique<ConversationFindings>(*m_conversation);
        m_notes.clear();
        m_failure.clear();
        m_states.clear();
        Client *client = m_conversation->client();
        connect(m_conversation->rpc(), &RpcConnection::eventOccurred, this, [this](const Event &event) {
            if (event.kind == EventKind::Note)
                m_notes.append(event.details.value("text"_L1).toString());
        });
        connect(m_conversation->rpc(), &RpcConnection::stateChanged, this,
                [this](Transport::State state) { m_states.append(state); });
        connect(client, &Client::failed, this, [this](const Error &error) { m_failure = error.detail; });
        client->connectToServer();
        return QTest::qWaitFor(
                   [&] { return client->state() == Client::State::Ready || client->state() == Client::State::Failed; },
                   Limit) &&
               client->state() == Client::State::Ready;
    }
    bool connectTo(const QString &onOther, const QString &onInitialize = u":"_s)
    {
        return connectTo(StdioCommand{.program = u"sh"_s, .arguments = {script(), onOther, onInitialize}});
    }

    /// Returns the number of findings about unanswered requests at the end.
    [[nodiscard]] int unanswered()
    {
        Findings &findings = m_findings->findings();
        findings.finish();
        while (findings.continueChecking(Findings::AllAtOnce))
            ;
        int count = 0;
        for (qsizetype i = 0; i < findings.count(); ++i)
            count += findings.at(i).code == FindingCode::P18 ? 1 : 0;
        return count;
    }

private slots:
    void initTestCase()
    {
        QFile file(script());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(Script) > 0);
    }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        QFile::remove(script() + ".starts"_L1);
        m_eras = {};
    }
    void cleanup()
    {
        m_findings.reset();
        m_conversation.reset();
    }

    void connectsAfterTheProbe_data()
    {
        QTest::addColumn<QString>("onOther");
        QTest::newRow("exit code 1") << u"echo 'Error: expect initialized request' >&2; exit 1"_s;
        QTest::newRow("exit code 0") << u"exit 0"_s;
        QTest::newRow("a signal") << u"kill -SEGV $$"_s;
        QTest::newRow("a message that is no response")
            << uR"(echo '{"jsonrpc":"2.0","method":"notifications/message","params":{}}'; exit 1)"_s;
        QTest::newRow("an error without an id")
            << uR"(echo '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid"}}'; exit 1)"_s;
        QTest::newRow("an error without an id, and silence")
            << uR"(echo '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid"}}'; exec cat >/dev/null)"_s;
        QTest::newRow("an error, and the end") << u"answer; exit 1"_s;
        QTest::newRow("no JSON") << u"echo 'unknown command'; exit 2"_s;
        QTest::newRow("a closed output") << u"exec >&-; exec cat >/dev/null"_s;
        QTest::newRow("the end behind initialize") << u"read -r line; exit 1"_s;
        QTest::newRow("silence from there on") << u"exec cat >/dev/null"_s;
        QTest::newRow("silence, and nothing is read any more") << u"exec tail -f /dev/null"_s;
    }
    void connectsAfterTheProbe()
    {
        QFETCH(const QString, onOther);
        QVERIFY2(connectTo(onOther), qPrintable(m_failure));
        QCOMPARE(starts(), 2);
        QCOMPARE(m_failure, QString());
        QCOMPARE(m_conversation->client()->revision(), Revision::R2025_06_18);
        QCOMPARE(m_conversation->rpc()->connection(), 1u);
        QCOMPARE(m_notes.join(u'\n').count(u"starting it again"_s), 1);
        QVERIFY(!m_states.contains(Transport::State::Idle)); // the first exit is not reported as the end
        QCOMPARE(events(EventKind::Opening).size(), 2);
        const RequestRecord last = m_conversation->log().record(m_conversation->log().count() - 1);
        QCOMPARE(last.method, "initialize");
        QCOMPARE(last.connection, 1u);
        m_conversation->client()->disconnectFromServer();
        QTRY_COMPARE_WITH_TIMEOUT(m_conversation->rpc()->state(), Transport::State::Idle, Limit);
        QCOMPARE(unanswered(), 0);
        // The next connection does not probe.
        QVERIFY(connectTo(onOther));
        QCOMPARE(starts(), 3);
        QCOMPARE(m_conversation->rpc()->connection(), 0u);
    }

    void secondReasonIsShown()
    {
        QVERIFY(!connectTo(u"echo first >&2; exit 1"_s, u"echo second >&2; exit 3"_s));
        QCOMPARE(starts(), 2);
        QVERIFY2(m_failure.contains(u"exit code 3"_s) && m_failure.contains(u"second"_s), qPrintable(m_failure));
        QVERIFY2(!m_failure.contains(u"first output"_s) && !m_failure.contains(u"last output: first"_s),
                 qPrintable(m_failure));
        QVERIFY(!connectTo(u"echo first >&2; exit 1"_s, u"echo second >&2; exit 3"_s)); // nothing was cached
        QCOMPARE(starts(), 4);
    }

    void knownServerThatFailsIsProbedNextTime()
    {
        QVERIFY(connectTo(u"exit 1"_s));
        m_eras.remember(m_conversation->rpc()->transport().origin(), Era::Legacy);
        QFile::remove(script() + ".starts"_L1);
        const QString origin = m_conversation->rpc()->transport().origin();
        QVERIFY(m_eras.find(origin));
        QFile file(script());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("printf x >>\"$0.starts\"; read -r line; exit 9\n") > 0);
        file.close();
        QVERIFY(!connectTo(u"exit 1"_s));
        QCOMPARE(starts(), 1);
        QVERIFY(!m_eras.find(origin));
        initTestCase();
    }

    void startsOnce_data()
    {
        QTest::addColumn<QString>("onOther");
        QTest::addColumn<bool>("connects");
        QTest::newRow("answers the probe") << u":"_s << true;
        QTest::newRow("ignores the probe") << u"read -r line"_s << true;
        QTest::newRow("cannot be started") << u"-"_s << false;
        QTest::newRow("ends before it has read anything") << u"--"_s << false;
    }
    void startsOnce()
    {
        QFETCH(const QString, onOther);
        QFETCH(const bool, connects);
        if (onOther == "-"_L1)
            QVERIFY(!connectTo(StdioCommand{.program = u"/no/such/program"_s}));
        else if (onOther == "--"_L1)
            QVERIFY(!connectTo(StdioCommand{.program = u"sh"_s, .arguments = {u"-c"_s, u"exit 1"_s}}));
        else
            QCOMPARE(connectTo(onOther), connects);
        QCOMPARE(starts(), connects ? 1 : 0);
        QCOMPARE(events(EventKind::Opening).size(), 1);
        QCOMPARE(m_notes.join(u'\n').count(u"starting it again"_s), 0);
        // A program that was never probed is probed the next time.
        QVERIFY(!m_eras.find(m_conversation->rpc()->transport().origin()));
    }

    void fixedRevisionIsNotRetried()
    {
        ClientOptions options = m_hurry;
        options.revision = Revision::R2026_07_28;
        QVERIFY(!connectTo(StdioCommand{.program = u"sh"_s, .arguments = {script(), u"exit 1"_s, u":"_s}}, options));
        QCOMPARE(starts(), 1);
    }

    /// A slow start is not an exit: the server has not read anything yet.
    void waitsForASlowServer()
    {
        QFile file(script() + u".slow"_s);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("sleep 0.7; exec sh \"$@\"\n") > 0);
        file.close();
        QVERIFY2(connectTo(StdioCommand{.program = u"sh"_s, .arguments = {file.fileName(), script(), u":"_s, u":"_s}}),
                 qPrintable(m_failure));
        QCOMPARE(starts(), 1);
        QCOMPARE(m_conversation->rpc()->connection(), 0u);
    }

    void disconnectingMeanwhileStartsNothing()
    {
        m_conversation = *Conversation::withTransport(
            std::make_unique<StdioTransport>(StdioCommand{.program = u"sh"_s, .arguments = {script(), u"exit 1"_s}}),
            m_hurry, {});
        Client *client = m_conversation->client();
        bool hasLeft = false;
        connect(m_conversation->rpc(), &RpcConnection::eventOccurred, this, [&](const Event &event) {
            if (event.kind == EventKind::Closed && client->startsAgain()) {
                hasLeft = true;
                client->disconnectFromServer();
            }
        });
        client->connectToServer();
        QTRY_VERIFY_WITH_TIMEOUT(hasLeft && m_conversation->rpc()->state() == Transport::State::Idle, Limit);
        QCOMPARE(client->state(), Client::State::Disconnected);
        QCOMPARE(starts(), 1);
    }
};

QTEST_GUILESS_MAIN(TestStartsAgain)
#include "tst_startsagain.moc"
