// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/peers.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/conversation.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The core with real servers on stdio: the era, the tools, and the effect of a cancellation.
class TestPeers : public QObject
{
    Q_OBJECT

private:
    static constexpr int StartLimit = 20000; // a cold Node on a busy machine

    QTemporaryDir m_folder;
    std::unique_ptr<Conversation> m_conversation;

    void connectTo(const StdioCommand &command, const ClientOptions &given = {})
    {
        ClientOptions options = given;
        options.name = u"pullcord-test"_s;
        options.version = u"0"_s;
        auto conversation = Conversation::withTransport(std::make_unique<StdioTransport>(command), options, {});
        QVERIFY(conversation);
        m_conversation = *std::move(conversation);
        QSignalSpy ready(m_conversation->client(), &Client::ready);
        m_conversation->client()->connectToServer();
        QVERIFY(ready.wait(StartLimit));
        QCOMPARE(m_conversation->rpc()->connection(), 0u); // started only once
    }
    [[nodiscard]] RequestRecord last() const { return m_conversation->log().record(m_conversation->log().count() - 1); }
    [[nodiscard]] QByteArrayList stderrLines() const
    {
        QByteArrayList lines;
        for (qsizetype i = 0; i < m_conversation->capture().count(); ++i) {
            if (m_conversation->capture().entry(i).kind == EventKind::Stderr)
                lines.append(m_conversation->capture().eventAt(i).bytes);
        }
        return lines;
    }
    [[nodiscard]] QList<Event> events() const
    {
        QList<Event> events;
        for (qsizetype i = 0; i < m_conversation->capture().count(); ++i)
            events.append(m_conversation->capture().eventAt(i));
        return events;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void cleanup()
    {
        if (!m_conversation)
            return;
        m_conversation->client()->disconnectFromServer();
        QTRY_COMPARE_WITH_TIMEOUT(m_conversation->rpc()->state(), Transport::State::Idle, 10000);
        QCOMPARE(m_conversation->log().openCount(), 0);
        m_conversation.reset();
    }

    void connects_data()
    {
        QTest::addColumn<StdioCommand>("command");
        QTest::addColumn<std::optional<Revision>>("fixed");
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QString>("tool");
        using R = Revision;
        const std::optional<Revision> automatic;
        const QString folder = m_folder.path();
        QTest::newRow("everything") << Peers::everything() << automatic << R::R2025_11_25 << u"echo"_s;
        QTest::newRow("everything, 2024-11-05")
            << Peers::everything() << std::optional(R::R2024_11_05) << R::R2024_11_05 << u"echo"_s;
        QTest::newRow("filesystem") << Peers::filesystem(folder) << automatic << R::R2025_11_25 << u"list_directory"_s;
        QTest::newRow("memory") << Peers::memory(folder + u"/memory.json"_s) << automatic << R::R2025_11_25
                                << u"read_graph"_s;
        QTest::newRow("SDK v1") << Peers::sdkV1() << automatic << R::R2025_11_25 << u"slow"_s;
        QTest::newRow("SDK v2") << Peers::sdkV2() << automatic << R::R2026_07_28 << u"slow"_s;
        QTest::newRow("SDK v2, fixed legacy")
            << Peers::sdkV2() << std::optional(R::R2025_06_18) << R::R2025_06_18 << u"slow"_s;
    }

    void connects()
    {
        QFETCH(const StdioCommand, command);
        QFETCH(const std::optional<Revision>, fixed);
        QFETCH(const Revision, revision);
        QFETCH(const QString, tool);
        connectTo(command, {.revision = fixed});
        QCOMPARE(m_conversation->client()->revision(), revision);
        QVERIFY(!m_conversation->client()->server().name.isEmpty());
        QSignalSpy changed(m_conversation->tools(), &ToolList::changed);
        m_conversation->tools()->refresh();
        QVERIFY(changed.wait(StartLimit));
        const QList<Tool> &tools = m_conversation->tools()->tools();
        QVERIFY(std::any_of(tools.begin(), tools.end(), [&](const Tool &t) { return t.name == tool; }));
    }

    void listsAreRead_data()
    {
        QTest::addColumn<StdioCommand>("command");
        QTest::addColumn<bool>("fresh");
        QTest::newRow("for an hour, it says") << Peers::sdkV2() << true;
        QTest::newRow("it cannot say") << Peers::everything() << false;
    }
    void listsAreRead()
    {
        QFETCH(const StdioCommand, command);
        QFETCH(const bool, fresh);
        connectTo(command);
        CatalogList &prompts = m_conversation->catalog()->prompts();
        QSignalSpy changed(&prompts, &CatalogList::changed);
        QVERIFY(prompts.refresh());
        QVERIFY(changed.wait(StartLimit));
        QVERIFY(!prompts.items().isEmpty());
        QCOMPARE(prompts.isFresh(), fresh);
        QCOMPARE(prompts.hints().scope, fresh ? CacheHints::Scope::Public : CacheHints::Scope::Private);
        QCOMPARE(prompts.refresh(CatalogList::Refresh::IfStale), !fresh);
    }

    /// The tool ignores the cancellation: no response, and its progress continues, which must be visible.
    void everythingIgnoresCancellations()
    {
        connectTo(Peers::everything());
        OutgoingRequest *request =
            m_conversation->client()->callTool(u"trigger-long-running-operation"_s, R"({"duration":4,"steps":8})");
        QSignalSpy progressed(request, &OutgoingRequest::progressed);
        QVERIFY(progressed.wait(StartLimit));
        const RequestId id = request->id();
        QCOMPARE(request->cancel(u"bored"_s), OutgoingRequest::CancelResult::Done);
        QTRY_COMPARE_WITH_TIMEOUT(last().late.progress + last().progress.count, 8, 10000);
        QCOMPARE(last().state, RequestState::Cancelled);
        QCOMPARE(last().cancellation->reason, u"bored"_s);
        QVERIFY(last().cancellation->signalTime > last().cancellation->time);
        QVERIFY(!last().late.answered());

        const QList<Event> all = events();
        const auto cancel = std::find_if(all.begin(), all.end(), [](const Event &event) {
            return event.isMessage() && event.method() == "notifications/cancelled";
        });
        QVERIFY(cancel != all.end());
        const JsonValue params(cancel->part(cancel->envelope.params));
        QCOMPARE(RequestId::fromJson(params.member("requestId").raw()), id);
        QCOMPARE(params.member("reason").toString(), u"bored"_s);
    }

    void sdkHonoursCancel_data()
    {
        QTest::addColumn<StdioCommand>("command");
        QTest::newRow("SDK v1") << Peers::sdkV1();
        QTest::newRow("SDK v2, 2026-07-28") << Peers::sdkV2();
    }

    void sdkHonoursCancel()
    {
        QFETCH(const StdioCommand, command);
        connectTo(command);
        OutgoingRequest *request = m_conversation->client()->callTool(u"slow"_s, R"({"ms":30000})");
        QTRY_COMPARE_WITH_TIMEOUT(request->state(), RequestState::InFlight, 5000);
        request->cancel(u"enough"_s);
        // The tool prints the signal and its reason.
        const auto seen = [this] {
            const QByteArrayList lines = stderrLines();
            return std::any_of(lines.begin(), lines.end(), [](const QByteArray &line) {
                return line.contains("aborted") && line.contains("enough");
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(seen(), 10000);
        // Nothing more came during another call.
        OutgoingRequest *echo = m_conversation->client()->callTool(u"echo"_s, R"({"text":"x"})");
        QVERIFY(QSignalSpy(echo, &OutgoingRequest::finished).wait(5000));
        const RequestRecord cancelled = m_conversation->log().record(m_conversation->log().count() - 2);
        QCOMPARE(cancelled.state, RequestState::Cancelled);
        QVERIFY(!cancelled.late.any());
    }

    void callsSucceed()
    {
        connectTo(Peers::sdkV2());
        OutgoingRequest *echo = m_conversation->client()->callTool(u"echo"_s, R"({"text":"grüß dich 🪢"})");
        QVERIFY(QSignalSpy(echo, &OutgoingRequest::finished).wait(5000));
        QVERIFY(echo->outcome());
        QVERIFY(JsonValue(*echo->outcome()).pointer("/content/0/text").toString().contains(u"grüß dich 🪢"_s));
    }

    void timeoutCancels()
    {
        connectTo(Peers::sdkV1());
        OutgoingRequest *request = m_conversation->client()->callTool(u"slow"_s, R"({"ms":30000})", {.timeout = 200ms});
        QVERIFY(QSignalSpy(request, &OutgoingRequest::finished).wait(5000));
        QCOMPARE(request->state(), RequestState::TimedOut);
        const auto aborted = [this] {
            const QByteArrayList lines = stderrLines();
            return std::any_of(lines.begin(), lines.end(),
                               [](const QByteArray &line) { return line.contains("aborted"); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(aborted(), 5000);
    }
};

QTEST_GUILESS_MAIN(TestPeers)
#include "tst_peers.moc"
