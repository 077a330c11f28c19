// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include <QSignalSpy>
#include <QTest>

#include "core/labpeer.h"

#include "core/lab/labreport.h"
#include "core/lab/labverdict.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The cancellation lab: each outcome, and a similar server with a different one.
class TestCancellationLab : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<LabPeer> m_peer;

    static LabPlan sweep(int count = 2)
    {
        return {.tool = u"work"_s,
                .count = count,
                .from = {0.2, {}},
                .to = {0.6, {}},
                .edgeCases = {},
                .patience = 60ms,
                .answerLimit = 300ms,
                .limit = 400ms};
    }
    static LabPlan only(LabCase testCase)
    {
        LabPlan plan = sweep(0);
        plan.edgeCases = {testCase};
        return plan;
    }
    /// Keeps every moment of a sweep before the end of its call, even if the measured call was fast on a busy machine.
    static constexpr int Longer = 100;
    /// Returns the outcomes with a server of that behavior.
    QByteArrayList outcomesOf(const QByteArray &behaviour, const LabPlan &plan);
    LabVerdict verdictOn(FindingCode code)
    {
        for (const LabVerdict &verdict : LabVerdict::of(m_peer->lab())) {
            if (verdict.code == code)
                return verdict;
        }
        return {.verdict = LabVerdict::Verdict::NotExercised, .why = u"no such verdict"_s};
    }

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_peer = std::make_unique<LabPeer>();
    }
    void cleanup() { m_peer.reset(); }

    void sweeps_data();
    void sweeps();
    void edgeCases_data();
    void edgeCases();

    void spreadsOverTheDuration()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        QSignalSpy measured(&m_peer->lab(), &CancellationLab::measured);
        LabPlan plan = sweep(3);
        plan.from.share = 0;
        plan.to.share = 0.8;
        m_peer->laterCalls = Longer;
        QVERIFY(m_peer->run(plan));
        QCOMPARE(measured.count(), 1);
        const qint64 duration = *m_peer->lab().duration();
        QVERIFY(duration >= 100'000'000);
        const QList<LabTrial> &trials = m_peer->lab().trials();
        for (int n = 0; n < 3; ++n) {
            QCOMPARE(*trials.at(n).planned, std::llround(double(duration) * 0.8) * n / 2);
            QVERIFY(*trials.at(n).cancelled > *trials.at(n).planned - 1'000'000);
            const RequestRecord record = m_peer->conversation().log().record(trials.at(n).row);
            QCOMPARE(*trials.at(n).cancelled, record.cancellation->signalTime - record.start);
            QVERIFY(!trials.at(n).gap);
        }
        QVERIFY(*trials.at(0).cancelled < *trials.at(1).cancelled);
        QVERIFY(*trials.at(1).cancelled < *trials.at(2).cancelled);
        const RequestLog &log = m_peer->conversation().log();
        QVERIFY(log.record(trials.at(1).row).start > log.record(trials.at(0).row).end);
    }

    void sweepsTogether()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        m_peer->callMs = 250;
        LabPlan plan = sweep(4);
        plan.from.absolute = 10ms;
        plan.to.absolute = 40ms;
        plan.concurrent = 4;
        plan.bystanders = 2;
        QVERIFY(m_peer->run(plan));
        QCOMPARE(m_peer->outcomes().count("silent"), 4);
        const RequestLog &log = m_peer->conversation().log();
        const QList<LabTrial> &trials = m_peer->lab().trials();
        for (const LabTrial &trial : trials)
            QVERIFY(log.record(trial.row).start < log.record(trials.at(0).row).end);
        QCOMPARE(verdictOn(FindingCode::C17).verdict, LabVerdict::Verdict::Held);
    }

    /// It is unknown whether other calls that never end would have ended without the cancellation.
    void doesNotJudgeBystandersOfEndlessTools()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        m_peer->callMs = 3'600'000;
        LabPlan plan = sweep(1);
        plan.limit = 100ms;
        plan.bystanders = 1;
        QVERIFY(m_peer->run(plan));
        QCOMPARE(verdictOn(FindingCode::C17).verdict, LabVerdict::Verdict::NotExercised);
    }

    void measuresNothingForFixedMoments()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        QSignalSpy measured(&m_peer->lab(), &CancellationLab::measured);
        LabPlan plan = sweep(2);
        plan.from.absolute = 10ms;
        plan.to.absolute = 500ms;
        QVERIFY(m_peer->run(plan));
        QCOMPARE(measured.count(), 0);
        QVERIFY(!m_peer->lab().duration());
        QCOMPARE(m_peer->outcomes(), (QByteArrayList{"silent", "answered-before"}));
        QVERIFY(!m_peer->lab().trials().at(1).cancelled);
    }

    /// If the tool never ends, shares refer to the limit.
    void acceptsToolsThatNeverEnd()
    {
        m_peer->callMs = 3'600'000;
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        LabPlan plan = sweep(2);
        plan.edgeCases = {LabCase::OtherType};
        QVERIFY(m_peer->run(plan));
        QCOMPARE(m_peer->outcomes(), (QByteArrayList{"silent", "silent", "not-applicable"}));
        QCOMPARE(*m_peer->lab().trials().at(1).planned, 240'000'000);
        QVERIFY(m_peer->lab().trials().at(2).note.contains(u"does not end by itself"_s));
    }

    void endsWithTheConnection()
    {
        m_peer->cancelled = [this](const QByteArray &) { m_peer->die(); };
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        LabPlan plan = sweep(3);
        plan.edgeCases = {LabCase::UnknownId};
        QVERIFY(m_peer->run(plan));
        QCOMPARE(m_peer->outcomes(), (QByteArrayList{"server-died", "not-tried", "not-tried", "not-tried"}));
        QCOMPARE(m_peer->lab().failure(), u"The connection ended: it died"_s);
        QCOMPARE(m_peer->lab().trials().at(3).note, m_peer->lab().failure());
        QVERIFY(!m_peer->lab().isRunning());
        // Nothing could be observed after the only cancellation.
        QCOMPARE(verdictOn(FindingCode::C15).verdict, LabVerdict::Verdict::Broken);
        for (const FindingCode code : {FindingCode::C01, FindingCode::C06, FindingCode::C07, FindingCode::C10}) {
            QCOMPARE(verdictOn(code).verdict, LabVerdict::Verdict::NotExercised);
            QCOMPARE(verdictOn(code).why, u"The server exited right after the cancellation"_s);
        }
    }

    /// Only the rule of the second, invalid cancellation is broken.
    void reportsOneRuleForACrash()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        m_peer->ignored = [this](const JsonValue &) { m_peer->exit(); };
        LabPlan plan = only(LabCase::Twice);
        plan.from.absolute = plan.to.absolute = 10ms;
        m_peer->callMs = 500;
        QVERIFY(m_peer->run(plan));
        QCOMPARE(m_peer->outcomes(), QByteArrayList{"server-died"});
        QCOMPARE(verdictOn(FindingCode::C14).verdict, LabVerdict::Verdict::Broken);
        QVERIFY(verdictOn(FindingCode::C15).verdict != LabVerdict::Verdict::Broken);
    }

    /// Later cases would only show that the server is silent.
    void stopsWithASilentServer()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        m_peer->ignored = [this](const JsonValue &) { m_peer->pingMs = 3'600'000; };
        LabPlan plan = only(LabCase::MissingId);
        plan.edgeCases << LabCase::NullId << LabCase::ObjectId;
        plan.patience = 100ms;
        plan.limit = 1500ms;
        QVERIFY(m_peer->run(plan));
        QCOMPARE(m_peer->trial(LabCase::MissingId).outcome, LabOutcome::Unanswered);
        for (const LabCase testCase : {LabCase::NullId, LabCase::ObjectId}) {
            QCOMPARE(m_peer->trial(testCase).outcome, LabOutcome::NotTried);
            QCOMPARE(m_peer->trial(testCase).note, u"The server no longer responds"_s);
        }
    }

    void stops()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        QSignalSpy finished(&m_peer->lab(), &CancellationLab::finished);
        LabPlan plan = sweep(5);
        plan.bystanders = 1;
        plan.to.absolute = 1h;
        // From the second trial on, the call does not end by itself.
        connect(&m_peer->lab(), &CancellationLab::trialChanged, this, [this] {
            if (m_peer->lab().trials().constFirst().ended)
                m_peer->callMs = 3'600'000;
        });
        QVERIFY(m_peer->lab().start(plan));
        QVERIFY(!m_peer->lab().start(plan)); // already running
        QTRY_COMPARE_WITH_TIMEOUT(m_peer->lab().triedCount(), 1, 5000);
        QTRY_COMPARE_WITH_TIMEOUT(m_peer->conversation().log().openCount(), 2, 5000);
        m_peer->lab().stop();
        QCOMPARE(finished.count(), 1);
        QCOMPARE(m_peer->outcomes(), (QByteArrayList{"silent", "not-finished", "not-tried", "not-tried", "not-tried"}));
        QCOMPARE(m_peer->lab().failure(), u"The lab was stopped"_s);
        const QString lines = LabReport::text(m_peer->lab());
        QVERIFY2(lines.contains(u"5 cancellations from "_s) && lines.contains(u", 1 bystander"_s), qPrintable(lines));
        QVERIFY2(!lines.contains(u"1 bystanders"_s), qPrintable(lines));
        QTRY_COMPARE_WITH_TIMEOUT(m_peer->conversation().log().openCount(), 0, 5000);
        m_peer->lab().disconnect(this);
        m_peer->callMs = 100;
        QVERIFY(m_peer->run(sweep(1)));
        QCOMPARE(m_peer->outcomes(), QByteArrayList{"silent"});
        QVERIFY(LabReport::text(m_peer->lab()).contains(u"1 cancellation, at "_s));
        QVERIFY(m_peer->lab().failure().isEmpty());
    }

    void explainsWhyNothingIsTried_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("why");
        QTest::newRow("refused") << R"("error":{"code":-32602,"message":"No such tool"})"_ba
                                 << u"The call to work failed: No such tool"_s;
        QTest::newRow("asks") << R"("result":{"resultType":"input_required","requestState":"a"})"_ba
                              << u"work responds with a question first, so there is no call in flight to cancel"_s;
    }
    void explainsWhyNothingIsTried()
    {
        QFETCH(const QByteArray, answer);
        QVERIFY(m_peer->connectAs(Revision::R2026_07_28));
        m_peer->callMs = 3'600'000;
        connect(&m_peer->conversation().log(), &RequestLog::rowAdded, this, [this, answer](qsizetype row) {
            const RequestRecord record = m_peer->conversation().log().record(row);
            if (record.method == "tools/call")
                m_peer->answerLater(0, record.id.toJson(), answer);
        });
        QVERIFY(m_peer->run(sweep(1)));
        QTEST(QString(m_peer->lab().failure()), "why");
        QCOMPARE(m_peer->outcomes(), QByteArrayList{"not-tried"});
    }

    void refusesPlans()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        CancellationLab &lab = m_peer->lab();
        LabPlan nameless = sweep();
        nameless.tool.clear();
        LabPlan crowded = sweep();
        crowded.concurrent = 65;
        LabPlan endless = sweep(1001);
        for (const LabPlan &plan : {nameless, crowded, endless})
            QCOMPARE(lab.start(plan).error().kind, ErrorKind::Usage);
        QVERIFY(!lab.isRunning());
        m_peer->die();
        QCOMPARE(lab.start(sweep()).error().detail, u"There is no connection"_s);
    }

    /// Some cases do not exist in a revision or transport.
    void reportsInapplicableRules()
    {
        QVERIFY(m_peer->connectAs(Revision::R2026_07_28));
        LabPlan plan = only(LabCase::Initialize);
        plan.edgeCases << LabCase::UnknownId;
        QVERIFY(m_peer->run(plan));
        QCOMPARE(m_peer->trial(LabCase::Initialize).outcome, LabOutcome::NotApplicable);
        QCOMPARE(m_peer->trial(LabCase::Initialize).note, u"Revision 2026-07-28 has no initialize"_s);
        QCOMPARE(m_peer->trial(LabCase::UnknownId).outcome, LabOutcome::Ignored);
        QCOMPARE(verdictOn(FindingCode::C10).verdict, LabVerdict::Verdict::NotExercised);
        // Only half of the rule was tested: no id was reused after a cancellation that followed its response.
        QCOMPARE(verdictOn(FindingCode::C18).verdict, LabVerdict::Verdict::NotExercised);
        QVERIFY(QString(verdictOn(FindingCode::C18).why).startsWith(u"An id that had been cancelled"_s));
    }

    /// The server died of the cancellation, before a request with that id could come.
    void ignoresUnusedIds()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        m_peer->ignored = [this](const JsonValue &) { m_peer->die(); };
        QVERIFY(m_peer->run(only(LabCase::UnknownId)));
        QCOMPARE(m_peer->trial(LabCase::UnknownId).outcome, LabOutcome::ServerDied);
        QCOMPARE(verdictOn(FindingCode::C18).verdict, LabVerdict::Verdict::NotExercised);
        QVERIFY(QString(verdictOn(FindingCode::C18).why).startsWith(u"No id was reused"_s));
    }

    /// The handshake continues after the cancellation; if it does not, a third connection is made without one. Requests
    /// by other parts of the program do not belong to the lab.
    void judgesItsOwnTrialsOnly()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        Client *client = m_peer->conversation().client();
        QByteArray other;
        m_peer->cancelled = [&](const QByteArray &id) {
            m_peer->stop(id);
            if (id == other)
                m_peer->answerLater(50, id); // a late response
        };
        connect(&m_peer->lab(), &CancellationLab::measured, this, [&] {
            OutgoingRequest *others = client->callTool(u"work"_s, "{}", {});
            QTimer::singleShot(10, others, [&other, others] {
                other = others->id().toJson();
                others->cancel(u"tired"_s);
            });
        });
        m_peer->laterCalls = Longer;
        QVERIFY(m_peer->run(sweep()));
        bool isFound = false;
        for (qsizetype index = 0; index < m_peer->findings().count(); ++index)
            isFound = isFound || m_peer->findings().at(index).code == FindingCode::C01;
        QVERIFY(isFound);
        QCOMPARE(verdictOn(FindingCode::C01).verdict, LabVerdict::Verdict::Held);
    }

    void stopsWhileItReconnects()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        m_peer->initializeMs = 60'000;
        CancellationLab &lab = m_peer->lab();
        QVERIFY(lab.start(only(LabCase::Initialize)));
        QTRY_COMPARE(m_peer->conversation().rpc()->connection(), 1U);
        QVERIFY(lab.isRunning() && lab.isReconnecting());
        m_peer->initializeMs = 0;
        lab.stop();
        QVERIFY(!lab.isRunning());
        QCOMPARE(lab.failure(), u"The lab was stopped"_s);
        QCOMPARE(m_peer->trial(LabCase::Initialize).outcome, LabOutcome::NotFinished);
        QTRY_COMPARE(m_peer->conversation().client()->state(), Client::State::Ready);
        QCOMPARE(m_peer->conversation().rpc()->connection(), 2U);
    }

    void reportsThatTheClientDisconnected()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        m_peer->callMs = 60'000;
        LabPlan plan = sweep();
        plan.limit = 60s;
        QVERIFY(m_peer->lab().start(plan));
        QTRY_COMPARE(m_peer->conversation().log().openCount(), 1);
        QTRY_COMPARE(m_peer->conversation().log().record(m_peer->conversation().log().count() - 1).method,
                     "tools/call");
        m_peer->conversation().client()->disconnectFromServer();
        QTRY_VERIFY(!m_peer->lab().isRunning());
        QCOMPARE(m_peer->lab().failure(), u"The client has disconnected"_s);
    }

    /// An aborted trial blames neither side, whether its call still works or was cancelled and is being watched.
    void doesNotReportOurDisconnect_data()
    {
        QTest::addColumn<LabCase>("testCase");
        QTest::addColumn<bool>("isCancelled");
        QTest::newRow("works") << LabCase::Sweep << false;
        QTest::newRow("is watched") << LabCase::Sweep << true;
        QTest::newRow("bad cancel") << LabCase::OtherType << false;
    }
    void doesNotReportOurDisconnect()
    {
        QFETCH(const LabCase, testCase);
        QFETCH(const bool, isCancelled);
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        m_peer->callMs = 60'000;
        LabPlan plan = testCase == LabCase::Sweep ? sweep(2) : only(testCase);
        plan.from.absolute = isCancelled ? 0s : 60s;
        plan.to.absolute = 60s;
        plan.patience = 60s;
        plan.limit = 60s;
        QVERIFY(m_peer->lab().start(plan));
        const RequestLog &log = m_peer->conversation().log();
        QTRY_VERIFY(log.count() > 2); // initialize, a ping, the call, and another ping after its cancellation
        QTRY_COMPARE(log.record(log.count() - 1).method, isCancelled ? "ping" : "tools/call");
        QTRY_COMPARE(log.openCount(), isCancelled ? 0 : 1);
        m_peer->conversation().client()->disconnectFromServer();
        QTRY_VERIFY(!m_peer->lab().isRunning());
        QCOMPARE(m_peer->outcomes().constFirst(), "not-finished");
        QCOMPARE(m_peer->lab().trials().constFirst().note, u"The client has disconnected"_s);
        for (const LabVerdict &verdict : LabVerdict::of(m_peer->lab()))
            QVERIFY2(verdict.verdict == LabVerdict::Verdict::NotExercised, qPrintable(LabReport::text(m_peer->lab())));
    }

    void cancelsInitialize_data()
    {
        QTest::addColumn<bool>("obeys");
        QTest::addColumn<LabOutcome>("outcome");
        QTest::addColumn<int>("connections");
        QTest::newRow("goes on") << false << LabOutcome::Ignored << 2;
        QTest::newRow("obeys") << true << LabOutcome::Obeyed << 3;
    }
    void cancelsInitialize()
    {
        QFETCH(const bool, obeys);
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        m_peer->initializeMs = 50;
        m_peer->obeysInitialize = obeys;
        QVERIFY(m_peer->run(only(LabCase::Initialize)));
        QTEST(m_peer->trial(LabCase::Initialize).outcome, "outcome");
        const QString note = u"The handshake of a new connection was cancelled and "_s;
        QCOMPARE(m_peer->trial(LabCase::Initialize).note, note + (obeys ? u"did not finish"_s : u"finished anyway"_s));
        QCOMPARE(m_peer->conversation().client()->state(), Client::State::Ready);
        QFETCH(const int, connections);
        QCOMPARE(m_peer->conversation().rpc()->connection() + 1, quint32(connections));
        const RequestRecord record = m_peer->conversation().log().record(m_peer->trial(LabCase::Initialize).row);
        QCOMPARE(record.method, "initialize");
        QCOMPARE(record.connection, 1U);
        // The effects of a forbidden cancellation are not a fault of the server.
        QCOMPARE(verdictOn(FindingCode::C14).verdict, LabVerdict::Verdict::Held);
        for (qsizetype i = 0; i < m_peer->findings().count(); ++i)
            QVERIFY2(m_peer->findings().at(i).accused == Direction::ClientToServer,
                     qPrintable(m_peer->findings().at(i).sentence));
    }

    void doesNotReportOurCancellations()
    {
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        LabPlan plan = sweep(1);
        plan.edgeCases = LabCaseKind::edgeCases();
        QVERIFY(m_peer->run(plan));
        QVERIFY(m_peer->lab().failure().isEmpty());
        for (const LabTrial &trial : m_peer->lab().trials())
            QVERIFY2(LabOutcomeKind::of(trial.outcome).grade == LabOutcomeKind::Grade::Good,
                     LabCaseKind::of(trial.testCase).name.data());
        QSet<FindingCode> ours;
        for (qsizetype i = 0; i < m_peer->findings().count(); ++i) {
            const Finding &finding = m_peer->findings().at(i);
            QVERIFY2(finding.severity == FindingSeverity::Info, qPrintable(finding.sentence));
            if (finding.accused == Direction::ClientToServer)
                ours << finding.code;
        }
        for (const FindingCode code : {FindingCode::C20, FindingCode::C21, FindingCode::C22, FindingCode::C23,
                                       FindingCode::C24, FindingCode::C25, FindingCode::C26})
            QVERIFY2(ours.contains(code), FindingKind::of(code).name.data());
    }

    void reports()
    {
        m_peer->cancelled = [this](const QByteArray &id) {
            m_peer->stop(id);
            m_peer->answerLater(30, id);
        };
        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        LabPlan plan = sweep(2);
        plan.arguments = R"({"n":1.0})";
        plan.edgeCases = {LabCase::ObjectId};
        QVERIFY(m_peer->run(plan));
        QCOMPARE(verdictOn(FindingCode::C01).verdict, LabVerdict::Verdict::Broken);
        QCOMPARE(verdictOn(FindingCode::C01).count, 2);
        QCOMPARE(verdictOn(FindingCode::C02).verdict, LabVerdict::Verdict::Held);
        QCOMPARE(verdictOn(FindingCode::C14).verdict, LabVerdict::Verdict::Held);
        QCOMPARE(verdictOn(FindingCode::C17).verdict, LabVerdict::Verdict::NotExercised);

        const QByteArray text = LabReport::json(m_peer->lab(), u"test 1"_s);
        const JsonValue json(text);
        QCOMPARE(json.member("arguments").raw().toByteArray(), R"({"n":1.0})");
        QCOMPARE(json.pointer("/trials/0/outcome").toUtf8(), "late");
        QCOMPARE(json.pointer("/trials/0/findings").raw().toByteArray(), R"(["C01"])");
        QVERIFY(json.pointer("/trials/0/gapMs").raw().toByteArray().toDouble() >= 29);
        QCOMPARE(json.pointer("/trials/2/message/params/requestId").raw().toByteArray(), "{}");
        QCOMPARE(json.pointer("/rules/0/code").toUtf8(), "C01");
        QCOMPARE(json.pointer("/rules/0/verdict").toUtf8(), "broken");
        QCOMPARE(json.pointer("/program").toUtf8(), "test 1");

        const QString lines = LabReport::text(m_peer->lab());
        QVERIFY2(lines.contains(u"Outcomes: Ignored, as required: 1; Late result: 2\n"_s), qPrintable(lines));
        const QByteArray markdown = LabReport::markdown(m_peer->lab(), u"test 1"_s);
        QVERIFY2(markdown.contains("| C01 | Result after cancellation | failed ×2 (warning) |"), markdown.constData());
        QVERIFY2(markdown.contains("| C02 | Error -32800 after cancellation | passed |"), markdown.constData());
    }

    /// The lab measures the duration even for plans of invalid cancellations alone, if their moments fall into a call.
    void measuresWhereAMomentDependsOnIt()
    {
        const auto measures = [](int count, LabCase testCase, bool isGiven) {
            LabPlan plan = sweep(count);
            plan.edgeCases = {testCase};
            if (isGiven)
                plan.from = plan.to = {0, 20ms};
            return plan.needsDuration();
        };
        QVERIFY(measures(1, LabCase::MissingId, false));
        QVERIFY(!measures(1, LabCase::WithId, true));
        for (const LabCase testCase : {LabCase::Twice, LabCase::OtherType, LabCase::WithId}) {
            QVERIFY(measures(0, testCase, false));
            QVERIFY(!measures(0, testCase, true));
        }
        for (const LabCase testCase : {LabCase::AtOnce, LabCase::AfterEnd, LabCase::MissingId, LabCase::Initialize})
            QVERIFY(!measures(0, testCase, false));

        QVERIFY(m_peer->connectAs(Revision::R2025_11_25));
        QSignalSpy measured(&m_peer->lab(), &CancellationLab::measured);
        QVERIFY(m_peer->run(only(LabCase::MissingId)));
        QCOMPARE(measured.count(), 0);
        QVERIFY(m_peer->run(only(LabCase::OtherType)));
        QCOMPARE(measured.count(), 1);
    }

    /// The time is that of the invalid cancellation, not of the one that ended the call in the end.
    void reportsWhenTheInvalidCancellationWasSent()
    {
        QCOMPARE(outcomesOf("takes requests for cancels", only(LabCase::WithId)), QByteArrayList{"obeyed"});
        const LabTrial silent = m_peer->trial(LabCase::WithId);
        const RequestRecord call = m_peer->conversation().log().record(silent.row);
        QCOMPARE(call.state, RequestState::TimedOut);
        QVERIFY(*silent.cancelled < call.end - call.start);
        QVERIFY(!silent.gap);
        QVERIFY2(silent.note.startsWith(u"The call did not get its result within "_s), qPrintable(silent.note));
        QCOMPARE(silent.findings, QList<FindingCode>());
        const LabVerdict verdict = verdictOn(FindingCode::C14);
        QCOMPARE(verdict.verdict, LabVerdict::Verdict::Noted);
        QCOMPARE(verdict.why, u"A malformed cancellation was obeyed"_s);

        m_peer = std::make_unique<LabPeer>();
        QCOMPARE(outcomesOf("refuses for cancels", only(LabCase::WithId)), QByteArrayList{"obeyed"});
        const LabTrial refused = m_peer->trial(LabCase::WithId);
        const RequestRecord answered = m_peer->conversation().log().record(refused.row);
        QCOMPARE(answered.state, RequestState::Failed);
        QVERIFY(*refused.gap >= 29'000'000);
        QVERIFY(*refused.cancelled + *refused.gap <= answered.end - answered.start);

        m_peer = std::make_unique<LabPeer>();
        QCOMPARE(outcomesOf("good", only(LabCase::WithId)), QByteArrayList{"ignored"});
        QVERIFY(m_peer->trial(LabCase::WithId).cancelled);
        QVERIFY(!m_peer->trial(LabCase::WithId).gap);
        QCOMPARE(verdictOn(FindingCode::C14).verdict, LabVerdict::Verdict::Held);
    }

    void reportsTheNumberOfTrials()
    {
        const auto said = [this](int count, int bystanders) {
            m_peer = std::make_unique<LabPeer>();
            LabPlan plan = sweep(count);
            plan.bystanders = bystanders;
            plan.edgeCases = {LabCase::MissingId};
            if (outcomesOf("good", plan).size() != count + 1)
                return u"it did not run"_s;
            return LabReport::text(m_peer->lab()).section(u'\n', 1, 1).section(u"; "_s, 1);
        };
        QCOMPARE(said(0, 0), u"invalid cancellations only"_s);
        QCOMPARE(said(1, 1), u"1 cancellation, at 20 % of the call, 1 bystander"_s);
        QCOMPARE(said(2, 2), u"2 cancellations from 20 % to 60 % of the call, 2 bystanders"_s);
    }

    void recognizesToolsThatMayChange()
    {
        Tool harmless;
        harmless.name = u"look"_s;
        harmless.readOnlyHint = true;
        Tool other;
        other.name = u"drop"_s;
        QVERIFY(CancellationLab::doubtOf({harmless, other}, u"look"_s).isEmpty());
        QCOMPARE(CancellationLab::doubtOf({harmless, other}, u"drop"_s),
                 u"drop is not marked readOnlyHint: it may change something"_s);
        QVERIFY(CancellationLab::doubtOf({harmless, other}, u"gone"_s).contains(u"does not list a tool named gone"_s));
    }
};

QByteArrayList TestCancellationLab::outcomesOf(const QByteArray &behaviour, const LabPlan &plan)
{
    LabPeer &peer = *m_peer;
    const auto answers = [&peer](const QByteArray &members, int ms = 10) {
        return [&peer, members, ms](const QByteArray &id) {
            peer.stop(id);
            peer.answerLater(ms, id, members);
        };
    };
    const QByteArray result = R"("result":{"content":[]})";
    if (behaviour == "deaf")
        peer.cancelled = answers(result, 80);      // longer than the patience alone
    const bool isFar = behaviour == "slow reader"; // no response comes faster than a round trip
    if (isFar || behaviour == "slow pings")
        peer.pingMs = 250;
    if (isFar)
        peer.initializeMs = 250;
    if (isFar || behaviour == "slow pings" || behaviour == "quick reader")
        peer.cancelled = answers(result);
    else if (behaviour == "-32800")
        peer.cancelled = answers(R"("error":{"code":-32800,"message":"Request cancelled"})");
    else if (behaviour == "code 0")
        peer.cancelled = answers(R"("error":{"code":0,"message":"Request cancelled"})");
    else if (behaviour == "another error")
        peer.cancelled = answers(R"("error":{"code":-32603,"message":"oops"})");
    else if (behaviour == "isError")
        peer.cancelled = answers(R"("result":{"isError":true,"content":[{"type":"text","text":"context canceled"}]})");
    else if (behaviour == "progress")
        peer.cancelled = [&peer](const QByteArray &id) {
            peer.stop(id);
            QTimer::singleShot(20, &peer.conversation(), [&peer, id] {
                for (const QByteArray progress : {"1", "2"})
                    peer.receive(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" +
                                 id + R"(,"progress":)" + progress + "}}");
            });
        };
    else if (behaviour == "stops all")
        peer.cancelled = [&peer](const QByteArray &) { peer.stopAll(); };
    else if (behaviour == "takes strings for numbers")
        peer.ignored = [&peer](const JsonValue &message) { peer.stop(message.pointer("/params/requestId").toUtf8()); };
    else if (behaviour == "takes requests for cancels")
        peer.ignored = [&peer](const JsonValue &message) {
            peer.stop(message.pointer("/params/requestId").raw().toByteArray());
        };
    else if (behaviour == "refuses for cancels")
        peer.ignored = [&peer](const JsonValue &message) {
            const QByteArray id = message.pointer("/params/requestId").raw().toByteArray();
            peer.stop(id);
            peer.answerLater(30, id, R"("error":{"code":-32800,"message":"cancelled"})");
        };
    else if (behaviour == "complains")
        peer.ignored = [&peer](const JsonValue &) { peer.complain("KeyError: no such request"); };
    else if (behaviour == "chats")
        peer.ignored = [&peer](const JsonValue &) { peer.complain("Error: no such request"); };
    else if (behaviour == "dies")
        peer.ignored = [&peer](const JsonValue &) { peer.die(); };
    else if (behaviour == "hangs")
        peer.ignored = [&peer](const JsonValue &) { peer.pingMs = 3'600'000; };
    if (!peer.connectAs(Revision::R2025_11_25) || !peer.run(plan))
        return {"it did not run"};
    return peer.outcomes();
}

void TestCancellationLab::sweeps_data()
{
    QTest::addColumn<int>("bystanders");
    QTest::addColumn<QByteArray>("outcome");
    QTest::addColumn<QByteArray>("codes");
    QTest::newRow("silent") << 0 << "silent"_ba
                            << ""_ba;
    QTest::newRow("deaf") << 0 << "late"_ba
                          << "C01"_ba;
    QTest::newRow("quick reader") << 0 << "late"_ba
                                  << "C01"_ba;
    QTest::newRow("slow pings") << 0 << "raced"_ba
                                << "C01"_ba;
    QTest::newRow("slow reader") << 0 << "raced"_ba
                                 << "C01"_ba;
    QTest::newRow("-32800") << 0 << "cancel-error"_ba
                            << "C02"_ba;
    QTest::newRow("code 0") << 0 << "late-error"_ba
                            << "C03"_ba;
    QTest::newRow("isError") << 0 << "late-error"_ba
                             << "C04"_ba;
    QTest::newRow("another error") << 0 << "late-error"_ba
                                   << "C05"_ba;
    QTest::newRow("progress") << 0 << "progress-after"_ba
                              << "C06"_ba;
    QTest::newRow("stops all") << 1 << "bystander-hurt"_ba
                               << "C17"_ba;
    QTest::newRow("stops one") << 1 << "silent"_ba
                               << ""_ba;
}

void TestCancellationLab::sweeps()
{
    QFETCH(const int, bystanders);
    QFETCH(const QByteArray, codes);
    QFETCH(const QByteArray, outcome);
    LabPlan plan = sweep(bystanders > 0 ? 1 : 2);
    plan.bystanders = bystanders;
    plan.patience = 150ms;
    if (bystanders == 0) {
        m_peer->laterCalls = Longer;
    } else { // these must end by themselves
        plan.from.absolute = plan.to.absolute = 10ms;
        plan.limit = 1500ms;
        m_peer->callMs = 500;
    }
    QCOMPARE(outcomesOf(QTest::currentDataTag(), plan), QByteArrayList(plan.count, outcome));
    for (const LabTrial &trial : m_peer->lab().trials()) {
        QByteArrayList names;
        for (const FindingCode code : trial.findings)
            names << FindingKind::of(code).name.data();
        QCOMPARE(names.join(' '), codes);
        for (const FindingCode code : trial.findings) // each code once
            QCOMPARE(verdictOn(code).count, plan.count);
        QCOMPARE(verdictOn(FindingCode::C17).verdict == LabVerdict::Verdict::Broken, outcome == "bystander-hurt");
        QCOMPARE(trial.gap.has_value(), !codes.isEmpty() && codes != "C17");
        if (trial.gap)
            QVERIFY(*trial.gap >= 9'000'000);
    }
}

void TestCancellationLab::edgeCases_data()
{
    QTest::addColumn<QByteArray>("behaviour");
    QTest::addColumn<LabCase>("testCase");
    QTest::addColumn<QByteArray>("outcome");
    const auto row = [](const QByteArray &behaviour, LabCase testCase, const QByteArray &outcome) {
        QTest::addRow("%s, %s", LabCaseKind::of(testCase).name.data(), behaviour.constData())
            << behaviour << testCase << outcome;
    };
    for (const LabCase testCase : LabCaseKind::edgeCases()) {
        if (testCase != LabCase::Initialize)
            row("good", testCase, LabCaseKind::isInFlight(testCase) ? "silent" : "ignored");
    }
    row("deaf", LabCase::AtOnce, "late");
    row("deaf", LabCase::Twice, "late");
    row("complains", LabCase::Twice, "trouble");
    row("takes strings for numbers", LabCase::OtherType, "obeyed");
    row("takes strings for numbers", LabCase::WithId, "ignored");
    row("takes requests for cancels", LabCase::WithId, "obeyed");
    row("takes requests for cancels", LabCase::OtherType, "ignored");
    row("complains", LabCase::UnknownId, "trouble");
    row("complains", LabCase::AfterEnd, "trouble");
    row("chats", LabCase::UnknownId, "ignored");
    row("dies", LabCase::MissingId, "server-died");
    row("hangs", LabCase::UnknownId, "unanswered");
    row("hangs", LabCase::NullId, "unanswered");
}

void TestCancellationLab::edgeCases()
{
    QFETCH(const QByteArray, behaviour);
    QFETCH(const LabCase, testCase);
    QFETCH(const QByteArray, outcome);
    // The call is still in flight at that moment, even on a busy machine.
    LabPlan plan = only(testCase);
    plan.from.absolute = plan.to.absolute = 10ms;
    plan.patience = 200ms; // no duration is known that would extend the wait
    plan.limit = 1500ms;
    m_peer->callMs = 500;
    QCOMPARE(outcomesOf(behaviour, plan), QByteArrayList{outcome});
    // No verdict is better than the trials.
    const bool isBad = std::any_of(LabOutcomeKind::all().begin(), LabOutcomeKind::all().end(), [&](const auto &kind) {
        return kind.name == QLatin1StringView(outcome) && kind.grade == LabOutcomeKind::Grade::Bad;
    });
    QList<LabVerdict> verdicts = LabVerdict::of(m_peer->lab());
    const bool isBroken = std::any_of(verdicts.begin(), verdicts.end(), [](const LabVerdict &each) {
        return each.verdict == LabVerdict::Verdict::Broken;
    });
    QVERIFY2(isBroken == isBad, qPrintable(LabReport::text(m_peer->lab())));
    const LabTrial trial = m_peer->trial(testCase);
    QVERIFY(trial.message.contains("notifications/cancelled"));
}

QTEST_GUILESS_MAIN(TestCancellationLab)
#include "tst_cancellationlab.moc"
