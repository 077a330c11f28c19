// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"
#include "ui/memoryserver.h"
#include "ui/windowfixture.h"

#include "core/mcp/validation/mcpschema.h"
#include "ui/models/messages/jsontreemodel.h"
#include "ui/panels/details/schematab.h"
#include "ui/views/widgets/peerlabel.h"

#include <QLabel>
#include <QListWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Verdict = SchemaVerdict::Kind;

/// Validation of messages by the schema of their revision, in Details.
class TestSchemaTab : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void judges_data();
    void judges();
    void revisionIsThatOfTheTime();
    void violationLeadsToTheTree();
    void validMessagesAreReported();

private:
    static constexpr int Limit = 10000;

    void chooseTab(const QString &name) const
    {
        auto *tabs = m_fixture->find<QTabWidget>(u"detailsTabs"_s);
        for (int i = 0; i < tabs->count(); ++i) {
            if (tabs->tabText(i) == name)
                tabs->setCurrentIndex(i);
        }
    }
    [[nodiscard]] QString note() const
    {
        const auto *label = m_fixture->find<SchemaTab>(u"schemaTab"_s)->findChild<PeerLabel *>(u"contentNoteText"_s);
        return label ? label->text() : QString();
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestSchemaTab::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestSchemaTab::cleanup()
{
    m_fixture.reset();
}

void TestSchemaTab::judges_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("answered");
    QTest::addColumn<bool>("isKnown");
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<QStringList>("pointers");
    QTest::addColumn<QString>("sentence");
    const QByteArray result = R"({"jsonrpc":"2.0","id":1,"result":{}})";
    QTest::newRow("valid") << R"({"jsonrpc":"2.0","id":1,"method":"ping"})"_ba << QByteArray() << true << Verdict::Valid
                           << QStringList() << u"Valid for MCP 2025-11-25."_s;
    QTest::newRow("result") << result << "tools/call"_ba << true << Verdict::Violated
                            << QStringList{u"/result/content"_s} << u"Not valid for MCP 2025-11-25:"_s;
    QTest::newRow("params") << R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}})"_ba
                            << QByteArray() << true << Verdict::Violated << QStringList{u"/params/name"_s}
                            << u"Not valid for MCP 2025-11-25:"_s;
    QTest::newRow("unknown method") << R"({"jsonrpc":"2.0","id":1,"method":"x/y"})"_ba << QByteArray() << true
                                    << Verdict::Valid << QStringList()
                                    << u"Valid as JSON-RPC. MCP 2025-11-25 has no x/y."_s;
    QTest::newRow("no revision") << result << "tools/call"_ba << false << Verdict::NotChecked << QStringList()
                                 << u"Not checked: no revision of MCP had been agreed on yet."_s;
    QTest::newRow("too long") << QByteArray(2'000'000, ' ') + "1" << QByteArray() << true << Verdict::NotChecked
                              << QStringList() << u"Not checked: the message is larger than 1.00 MB."_s;
}

void TestSchemaTab::judges()
{
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, answered);
    QFETCH(bool, isKnown);
    const SchemaVerdict check =
        SchemaVerdict::of(message, answered, isKnown ? std::optional(Revision::R2025_11_25) : std::nullopt);
    QTEST(check.kind, "verdict");
    QTEST(QString(check.sentence), "sentence");
    QStringList pointers;
    for (const SchemaVerdict::Place &place : check.places) {
        pointers << place.pointer;
        QVERIFY(!place.message.isEmpty());
    }
    QTEST(pointers, "pointers");
}

void TestSchemaTab::revisionIsThatOfTheTime()
{
    LogFixture log;
    const auto at = [&](qsizetype index) { return revisionAt(*log.capture, *log.log, index); };
    const qsizetype ask = log.toServer(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})");
    QVERIFY(!at(ask));
    log.fromServer(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{}}})");
    QCOMPARE(at(log.call(2)), Revision::R2025_06_18);
    QCOMPARE(at(log.answer(2)), Revision::R2025_06_18);
    const qsizetype modern = log.toServer(
        R"({"jsonrpc":"2.0","id":3,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})");
    QCOMPARE(at(modern), Revision::R2026_07_28);
    QCOMPARE(at(log.answer(3)), Revision::R2026_07_28);
}

void TestSchemaTab::violationLeadsToTheTree()
{
    MemoryServer server(R"({"tools":{}})");
    server.setResult("tools/list", R"({"tools":[{"name":"odd","inputSchema":{"type":"object"}}]})");
    server.setResult("tools/call", R"({"content":[{"type":"text","text":1}],"isError":0})");
    m_fixture->window->controller().connectTo(server.transport(), u"memory"_s);
    QVERIFY(m_fixture->waitForTools());
    chooseTab(u"Schema"_s);
    const qsizetype row = m_fixture->call(u"odd"_s, "{}");
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row).isOpen(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(note().startsWith(u"Not valid for MCP"_s), Limit);
    auto *places = m_fixture->find<QListWidget>(u"schemaPlaces"_s);
    const QList<QListWidgetItem *> found = places->findItems(u"/result/isError"_s, Qt::MatchStartsWith);
    QCOMPARE(found.size(), 1);
    places->setCurrentItem(found.first());
    QTest::keyClick(places, Qt::Key_Return);
    const auto *tree = m_fixture->find<QTreeView>(u"treeView"_s);
    QVERIFY(tree->isVisible());
    QCOMPARE(tree->currentIndex().data(JsonTreeModel::PointerRole).toString(), u"/result/isError"_s);
}

void TestSchemaTab::validMessagesAreReported()
{
    QVERIFY(m_fixture->connectToDemo());
    chooseTab(u"Schema"_s);
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text":"hi"})");
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row).isOpen(), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(note(), u"Valid for MCP 2026-07-28."_s, Limit);
}

QTEST_MAIN(TestSchemaTab)
#include "tst_schematab.moc"
