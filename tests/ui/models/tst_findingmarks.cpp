// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "core/capture/noisefilter.h"
#include "core/findings/findings.h"
#include "core/mcp/validation/mcpschema.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/languages.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/groupedrequestmodel.h"
#include "ui/models/requests/markroles.h"
#include "ui/models/requests/requestmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Marks of findings on rows: only rows with another mark than before are announced.
class TestFindingMarks : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void growingFindingAnnouncesNewRows();
    void onlyAffectedRowsAreAnnounced();
    void mutedRulesAreAnnounced();
    void liveMessageIsValidatedOnce();
    void rowsInViewAreValidatedFirst();
    void noiseWithAFindingIsShown();

private:
    void shakeHands()
    {
        m_log->toServer(R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":)"
                        R"("2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}})");
        m_log->fromServer(R"({"jsonrpc":"2.0","id":"i","result":{"protocolVersion":"2025-11-25",)"
                          R"("capabilities":{"logging":{},"tools":{}},"serverInfo":{"name":"b","version":"1"}}})");
        m_log->toServer(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    }
    /// Feeds a log message of a level that no schema has (P11).
    qsizetype wrongLevel(int number)
    {
        return m_log->fromServer(
            R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"loud","data":)" +
            QByteArray::number(number) + "}}");
    }
    [[nodiscard]] bool look()
    {
        QSignalSpy looked(&m_marks, &FindingMarks::changed);
        m_findings->continueChecking(Findings::AllAtOnce);
        return looked.wait(5000);
    }
    static bool isMarked(const MessageModel &model, qsizetype event)
    {
        const QVariant severity = model.dataOf(event, MessageTable::Kind, RowMarks::FindingRole);
        return FindingSeverity(severity.toInt()) != FindingSeverity::Info;
    }
    /// Returns the number of different rows in `changes`; -1 if a change has other roles than those of findings.
    static int announced(const QSignalSpy &changes)
    {
        QSet<int> rows;
        for (const QList<QVariant> &change : changes) {
            if (change.at(2).value<QList<int>>() != RowMarks::OfFindings)
                return -1;
            for (int row = change.at(0).toModelIndex().row(); row <= change.at(1).toModelIndex().row(); ++row)
                rows.insert(row);
        }
        return int(rows.size());
    }

    std::unique_ptr<LogFixture> m_log;
    std::unique_ptr<Findings> m_findings;
    FindingMarks m_marks;
};

void TestFindingMarks::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    Languages::speak(u"en"_s);
    m_marks.setSource(nullptr, nullptr);
    m_marks.setSilenced({});
    m_findings.reset();
    m_log = std::make_unique<LogFixture>();
    m_findings = std::make_unique<Findings>(*m_log->capture, *m_log->log);
    m_marks.setSource(m_findings.get(), m_log->log.get());
}

void TestFindingMarks::growingFindingAnnouncesNewRows()
{
    MessageModel messages;
    const QAbstractItemModelTester tester(&messages, QAbstractItemModelTester::FailureReportingMode::QtTest);
    messages.setSource(m_log->capture.get(), m_log->log.get());
    messages.setFindings(m_marks);
    shakeHands();
    for (int i = 0; i < 5; ++i)
        wrongLevel(i);
    for (int i = 0; i < 100; ++i)
        m_log->call(i);
    messages.flush();
    QSignalSpy changes(&messages, &QAbstractItemModel::dataChanged);
    QVERIFY(look());
    QCOMPARE(m_marks.count(), 1);
    QCOMPARE(announced(changes), 5);

    wrongLevel(5);
    wrongLevel(6);
    messages.flush();
    changes.clear();
    QVERIFY(look());
    QCOMPARE(m_marks.count(), 1);
    QCOMPARE(announced(changes), 2);
}

/// A second response to a call changes only the row of that call.
void TestFindingMarks::onlyAffectedRowsAreAnnounced()
{
    RequestModel requests;
    GroupedRequestModel grouped(requests);
    const QAbstractItemModelTester tester(&grouped, QAbstractItemModelTester::FailureReportingMode::QtTest);
    requests.setSource(m_log->log.get());
    requests.setFindings(m_marks);
    shakeHands();
    for (int i = 0; i < 60; ++i) {
        m_log->call(i);
        m_log->answer(i);
    }
    requests.flush();
    QSignalSpy looked(&m_marks, &FindingMarks::changed);
    QSignalSpy changes(&grouped, &QAbstractItemModel::dataChanged);
    m_log->answer(30);
    requests.flush();
    QVERIFY(looked.wait(5000));
    QCOMPARE(m_marks.ofRequest(31).severity, FindingSeverity::Error); // the handshake is the first
    changes.removeIf([](const QList<QVariant> &change) { return change.at(2).value<QList<int>>().isEmpty(); });
    QCOMPARE(announced(changes), 1);
    QCOMPARE(changes.constFirst().constFirst().toModelIndex().row(), 31);
}

void TestFindingMarks::mutedRulesAreAnnounced()
{
    MessageModel messages;
    messages.setSource(m_log->capture.get(), m_log->log.get());
    messages.setFindings(m_marks);
    shakeHands();
    wrongLevel(1);
    m_log->call(1);
    messages.flush();
    QVERIFY(look());
    for (const bool silenced : {true, false}) {
        QSignalSpy changes(&messages, &QAbstractItemModel::dataChanged);
        m_marks.setSilenced(silenced ? QSet<FindingCode>{FindingCode::P11} : QSet<FindingCode>());
        QCOMPARE(announced(changes), 1);
        QCOMPARE(m_marks.count(), silenced ? 0 : 1);
    }
}

/// A live message is validated once, even if its row is painted first.
void TestFindingMarks::liveMessageIsValidatedOnce()
{
    MessageModel messages;
    messages.setFindings(m_marks);
    messages.setSource(m_log->capture.get(), m_log->log.get());
    shakeHands();
    m_findings->continueChecking(Findings::AllAtOnce);
    const qsizetype before = McpSchema::of(Revision::R2025_11_25).validated();
    const qsizetype wrong = wrongLevel(100);
    m_log->call(777);
    m_log->answer(777);
    QVERIFY(!isMarked(messages, wrong));
    QVERIFY(look());
    QVERIFY(isMarked(messages, wrong));
    QCOMPARE(McpSchema::of(Revision::R2025_11_25).validated(), before + 3);
}

/// A visible row of a long capture gets its mark at once. The list of findings stays the same.
void TestFindingMarks::rowsInViewAreValidatedFirst()
{
    MessageModel messages;
    messages.setFindings(m_marks);
    messages.setSource(m_log->capture.get(), m_log->log.get());
    shakeHands();
    wrongLevel(0);
    for (int id = 0; id < 1000; ++id) {
        m_log->call(id);
        m_log->answer(id);
    }
    m_log->call(1000);
    const qsizetype wrongAnswer = m_log->fromServer(R"({"jsonrpc":"2.0","id":1000,"result":{"content":1}})");
    const qsizetype wrong = wrongLevel(1);
    const qsizetype valid = m_log->call(1001);
    for (const qsizetype row : {wrongAnswer, wrong, valid})
        QVERIFY(!isMarked(messages, row)); // painting it queues its validation
    for (int slice = 0; slice < 3; ++slice)
        m_findings->continueChecking(std::chrono::nanoseconds(1));
    QVERIFY(m_findings->checked() < 10);
    QCOMPARE(m_findings->count(), 0);
    QVERIFY(isMarked(messages, wrongAnswer));
    QVERIFY(isMarked(messages, wrong));
    QVERIFY(!isMarked(messages, valid));
    QCOMPARE(m_marks.ofRequest(m_findings->rowOf(wrongAnswer)).codes, QList<FindingCode>{FindingCode::P11});
    QCOMPARE(m_marks.count(), 0); // nothing counts twice
    QVERIFY(look());
    QVERIFY(m_findings->ahead().empty());
    QVERIFY(isMarked(messages, wrong));
    QCOMPARE(m_marks.count(), 2);
    Findings inOrder(*m_log->capture, *m_log->log);
    inOrder.continueChecking(Findings::AllAtOnce);
    QCOMPARE(m_findings->count(), inOrder.count());
    for (qsizetype index = 0; index < inOrder.count(); ++index)
        QVERIFY(m_findings->at(index) == inOrder.at(index));
    QCOMPARE(m_findings->unchecked(), inOrder.unchecked());
}

/// A row that is hidden as noise appears once a finding names it.
void TestFindingMarks::noiseWithAFindingIsShown()
{
    MessageModel messages;
    messages.setFindings(m_marks);
    messages.setSource(m_log->capture.get(), m_log->log.get());
    messages.setFilter({}, NoiseFilter(*m_log->capture, *m_log->log, NoiseFilter::AllKinds));
    shakeHands();
    const auto log = [this](const QByteArray &members) {
        return m_log->fromServer(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info")" +
                                 members + "}}");
    };
    const qsizetype valid = log(R"(,"data":1)");
    const qsizetype invalid = log(""); // without data
    messages.flush();
    QCOMPARE(messages.rowOf(invalid), -1);
    QVERIFY(look());
    messages.flush();
    QVERIFY(messages.rowOf(invalid) >= 0);
    QCOMPARE(messages.rowOf(valid), -1);
}

QTEST_GUILESS_MAIN(TestFindingMarks)
#include "tst_findingmarks.moc"
