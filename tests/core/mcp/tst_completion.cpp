// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memoryclient.h"

#include "core/mcp/requests/completion.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Completion while the user types: requests, cancellations, results.
class TestCompletion : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = MemoryClient::Limit;

    std::unique_ptr<MemoryClient> m_peer;
    std::unique_ptr<Completion> m_completion;
    QList<Result<CompletionResult>> m_outcomes;

    void connectTo(Revision revision, const QByteArray &capabilities = R"({"completions":{}})")
    {
        m_peer = std::make_unique<MemoryClient>(revision);
        QVERIFY(m_peer->connectToServer(capabilities));
        m_completion = std::make_unique<Completion>(*m_peer->client);
        connect(m_completion.get(), &Completion::finished, this,
                [this](const Result<CompletionResult> &outcome) { m_outcomes.append(outcome); });
    }
    static CompletionQuery query(const QString &value)
    {
        return {.of = CompletionQuery::Of::Prompt,
                .name = u"travel"_s,
                .argument = u"city"_s,
                .value = value,
                .context = R"({"country":"France"})"};
    }
    [[nodiscard]] QByteArray sentMethod(qsizetype index) const
    {
        return JsonValue(m_peer->sent().at(index)).member("method").toUtf8();
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        m_completion.reset();
        m_peer.reset();
        m_outcomes.clear();
    }

    void params_data()
    {
        QTest::addColumn<CompletionQuery>("query");
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QByteArray>("params");
        const QByteArray prompt =
            R"({"ref":{"type":"ref/prompt","name":"travel"},"argument":{"name":"city","value":"P"})";
        const QByteArray context = R"(,"context":{"arguments":{"country":"France"}})";
        QTest::newRow("with the context") << query(u"P"_s) << Revision::R2025_06_18 << prompt + context + '}';
        QTest::newRow("modern") << query(u"P"_s) << Revision::R2026_07_28 << prompt + context + '}';
        QTest::newRow("before there was a context") << query(u"P"_s) << Revision::R2025_03_26 << prompt + '}';
        CompletionQuery plain = query(u"P"_s);
        plain.context.clear();
        QTest::newRow("no context") << plain << Revision::R2025_11_25 << prompt + '}';
        const CompletionQuery uriTemplate{
            .of = CompletionQuery::Of::Template, .name = u"a:{x}"_s, .argument = u"x"_s, .value = u""_s, .context = {}};
        QTest::newRow("template")
            << uriTemplate << Revision::R2025_11_25
            << R"({"ref":{"type":"ref/resource","uri":"a:{x}"},"argument":{"name":"x","value":""}})"_ba;
    }
    void params()
    {
        QFETCH(const CompletionQuery, query);
        QFETCH(const Revision, revision);
        QTEST(query.params(revision), "params");
    }

    void contexts()
    {
        QVERIFY(CompletionQuery::contextOf({}).isEmpty());
        const QByteArray context = CompletionQuery::contextOf({{u"b"_s, u"\n"_s}, {u"a"_s, u"é"_s}});
        QCOMPARE(context, R"({"a":"é","b":"\n"})");
    }

    void offered_data()
    {
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QByteArray>("capabilities");
        QTest::addColumn<bool>("offered");
        QTest::newRow("declared") << Revision::R2025_03_26 << R"({"completions":{}})"_ba << true;
        QTest::newRow("not declared") << Revision::R2025_03_26 << R"({"prompts":{}})"_ba << false;
        QTest::newRow("modern, not declared") << Revision::R2026_07_28 << R"({"prompts":{}})"_ba << false;
        QTest::newRow("there was no way to declare it") << Revision::R2024_11_05 << R"({"prompts":{}})"_ba << true;
    }
    void offered()
    {
        QFETCH(const Revision, revision);
        QFETCH(const QByteArray, capabilities);
        QFETCH(const bool, offered);
        connectTo(revision, capabilities);
        QCOMPARE(Completion::isOffered(*m_peer->client), offered);
        QCOMPARE(m_completion->ask(query(u"P"_s), 0ms), offered);
        QCOMPARE(m_completion->isWaiting(), offered);
        QVERIFY(m_peer->waitForSent(offered ? 1 : 0));
        QVERIFY(m_peer->loseConnection());
        QVERIFY(!Completion::isOffered(*m_peer->client));
    }

    void answers()
    {
        connectTo(Revision::R2026_07_28);
        QVERIFY(m_completion->ask(query(u"P"_s), 0ms));
        QVERIFY(m_peer->waitForSent(1));
        QCOMPARE(sentMethod(0), "completion/complete");
        QCOMPARE(m_peer->sentMember("/params/context/arguments/country"), "\"France\"");
        QVERIFY(m_completion->isWaiting());
        m_peer->answer(R"({"completion":{"values":["Paris","Pau"],"total":7,"hasMore":true}})");
        QVERIFY(!m_completion->isWaiting());
        QCOMPARE(m_outcomes.size(), 1);
        QCOMPARE(m_outcomes[0]->values, (QStringList{u"Paris"_s, u"Pau"_s}));
        QCOMPARE(m_outcomes[0]->total, 7);
        QVERIFY(m_outcomes[0]->hasMore);
    }

    void failures_data()
    {
        QTest::addColumn<QByteArray>("result"); // empty: an error
        QTest::addColumn<ErrorKind>("kind");
        QTest::newRow("refused") << QByteArray() << ErrorKind::Peer;
        QTest::newRow("no completion") << "{}"_ba << ErrorKind::Protocol;
        QTest::newRow("no values") << R"({"completion":{"values":"x"}})"_ba << ErrorKind::Protocol;
    }
    void failures()
    {
        QFETCH(const QByteArray, result);
        connectTo(Revision::R2025_11_25);
        QVERIFY(m_completion->ask(query(u"P"_s), 0ms));
        QVERIFY(m_peer->waitForSent(1));
        if (result.isEmpty())
            m_peer->refuse(R"({"code":-32602,"message":"no"})");
        else
            m_peer->answer(result);
        QCOMPARE(m_outcomes.size(), 1);
        QTEST(m_outcomes[0].error().kind, "kind");
    }

    void typingCancelsTheEarlierRequest()
    {
        connectTo(Revision::R2025_11_25);
        QVERIFY(m_completion->ask(query(u"P"_s), 0ms));
        QVERIFY(m_peer->waitForSent(1));
        const QByteArray first = m_peer->idOf(0);
        QVERIFY(m_completion->ask(query(u"Pa"_s), 0ms));
        QVERIFY(m_peer->waitForSent(3));
        QCOMPARE(sentMethod(1), "notifications/cancelled");
        QCOMPARE(JsonValue(m_peer->sent().at(1)).pointer("/params/requestId").raw().toByteArray(), first);
        QCOMPARE(sentMethod(2), "completion/complete");
        m_peer->answerTo(first, R"({"completion":{"values":["late"]}})");
        QVERIFY(m_outcomes.isEmpty());
        m_peer->answer(R"({"completion":{"values":["Paris"]}})");
        QCOMPARE(m_outcomes.size(), 1);
        QCOMPARE(m_outcomes[0]->values, QStringList{u"Paris"_s});
    }

    void fastTypingIsOneRequest()
    {
        connectTo(Revision::R2025_11_25);
        for (const QString &value : {u"P"_s, u"Pa"_s, u"Par"_s})
            QVERIFY(m_completion->ask(query(value), 20ms));
        QVERIFY(m_peer->sent().isEmpty());
        QVERIFY(m_peer->waitForSent(1));
        QCOMPARE(m_peer->sentMember("/params/argument/value"), "\"Par\"");
    }

    void stops_data()
    {
        QTest::addColumn<bool>("destroy");
        QTest::newRow("stopped") << false;
        QTest::newRow("destroyed") << true;
    }
    void stops()
    {
        QFETCH(const bool, destroy);
        connectTo(Revision::R2025_11_25);
        QVERIFY(m_completion->ask(query(u"P"_s), 0ms));
        QVERIFY(m_peer->waitForSent(1));
        if (destroy)
            m_completion.reset();
        else
            m_completion->stop();
        QVERIFY(m_peer->waitForSent(2));
        QCOMPARE(sentMethod(1), "notifications/cancelled");
        QVERIFY(m_outcomes.isEmpty());
    }

    void cancelledElsewhere()
    {
        connectTo(Revision::R2025_11_25);
        QVERIFY(m_completion->ask(query(u"P"_s), 0ms));
        QVERIFY(m_peer->waitForSent(1));
        QCOMPARE(m_peer->rpc->cancelAll(u"by hand"_s), 1);
        QTRY_COMPARE_WITH_TIMEOUT(m_outcomes.size(), 1, Limit);
        QCOMPARE(m_outcomes[0].error().kind, ErrorKind::Cancelled);
        QVERIFY(!m_completion->isWaiting());
    }
};

QTEST_GUILESS_MAIN(TestCompletion)
#include "tst_completion.moc"
