// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/memoryserver.h"
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/models/catalog/catalogmodel.h"
#include "ui/models/messages/jsontreemodel.h"
#include "ui/panels/aboutpanel.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/itempanel.h"
#include "ui/views/messages/jsontreeview.h"
#include "ui/views/widgets/peerlabel.h"

#include <QTabBar>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Kind = CatalogList::Kind;

/// Descriptions of the server's offers beside their forms, and invalid entries.
class TestAboutPanel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void showsEveryFactOfATool();
    void showsEveryFactOfAResource();
    void staysOpenForOtherItems();
    void invalidEntries_data();
    void invalidEntries();
    void invalidEntryIsShown();

private:
    static constexpr int Limit = 5000;

    [[nodiscard]] bool connectWindow();
    [[nodiscard]] QTreeView *tree() const { return m_fixture->find<QTreeView>(u"catalogTree"_s); }
    [[nodiscard]] QTabBar *tabs() const { return m_fixture->find<QTabBar>(u"itemTabs"_s); }
    [[nodiscard]] AboutPanel *about() const { return m_fixture->find<AboutPanel>(u"aboutPanel"_s); }
    [[nodiscard]] QString text() const { return m_fixture->find<PeerLabel>(u"aboutText"_s)->text(); }
    [[nodiscard]] QByteArray json() const
    {
        const QAbstractItemModel *model = m_fixture->find<JsonTreeView>(u"aboutTree"_s)->model();
        return model->index(0, 0).data(JsonTreeModel::RawRole).toByteArray();
    }
    void select(Kind kind, const QString &key) { tree()->setCurrentIndex(m_fixture->offered(kind, key)); }
    void lookAt(Kind kind, const QString &key)
    {
        select(kind, key);
        tabs()->setFocus();
        while (tabs()->currentIndex() != 2)
            QTest::keyClick(tabs(), Qt::Key_Right);
    }

    std::unique_ptr<MemoryServer> m_server;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestAboutPanel::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    m_server = std::make_unique<MemoryServer>(R"({"tools":{},"prompts":{},"resources":{}})");
    m_server->setResult("tools/list", R"({"tools":[
        {"name":"plain","inputSchema":{"type":"object"}},
        {"name":"rich","title":"Rich","description":"Has it all","inputSchema":{"type":"object"},
         "outputSchema":{"type":"object","properties":{"n":{"type":"number"}}},
         "annotations":{"readOnlyHint":true,"openWorldHint":false},"execution":{"taskSupport":"optional"},
         "icons":[{"src":"data:image/png;base64,AAAA","mimeType":"image/png","sizes":["48x48"],"theme":"dark"},
                  {"src":"https://example.com/i.png"}],
         "_meta":{"com.example/owner":"the owners","n":[1,2]}}]})");
    m_server->setResult("prompts/list", R"({"prompts":[{"name":"travel","_meta":{"a":"b"}}]})");
    m_server->setResult("resources/list", R"({"resources":[
        {"uri":"file:///a","name":"a","size":12345,"mimeType":"text/plain",
         "annotations":{"audience":["user"],"priority":0.5,"lastModified":"2026-01-01T00:00:00Z"},"_meta":{"x":"y"}}]})");
    m_server->setResult("resources/templates/list",
                        R"({"resourceTemplates":[{"uriTemplate":"file:///{name}","name":"any","_meta":{"t":1}}]})");
}

void TestAboutPanel::cleanup()
{
    m_fixture.reset();
    m_server.reset();
}

bool TestAboutPanel::connectWindow()
{
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    return QTest::qWaitFor(
        [this] {
            return m_fixture->conversation().client()->state() == Client::State::Ready &&
                   !m_fixture->conversation().catalog()->list(Kind::Tools).items().isEmpty() && m_fixture->showsLists();
        },
        Limit);
}

void TestAboutPanel::showsEveryFactOfATool()
{
    QVERIFY(connectWindow());
    lookAt(Kind::Tools, u"rich"_s);
    QVERIFY(about()->isVisible());
    for (const auto &fact :
         {u"Has it all"_s, u"Name: rich"_s, u"changes nothing"_s, u"stays within the server"_s,
          u"It can be called as a task."_s, u"Its results have structured content"_s,
          u"Icon, in the entry: image/png, 48x48, dark"_s, u"Icon, not fetched: https://example.com/i.png"_s,
          u"_meta: com.example/owner: "_s, u"the owners"_s, u"_meta: n: [1,2]"_s})
        QVERIFY2(text().contains(fact), qPrintable(fact + u"\n"_s + text()));
    QVERIFY(json().startsWith(R"({"name":"rich")"));
    QVERIFY(json().contains(R"("outputSchema":{"type":"object")"));
    select(Kind::Tools, u"plain"_s);
    QCOMPARE(text(), QString());
}

void TestAboutPanel::showsEveryFactOfAResource()
{
    QVERIFY(connectWindow());
    lookAt(Kind::Resources, u"file:///a"_s);
    for (const auto &fact : {u"file:///a"_s, u"12.3 kB"_s, u"For: user"_s, u"Priority: 0.5"_s,
                             u"Last changed: 2026-01-01T00:00:00Z"_s, u"_meta: x: "_s})
        QVERIFY2(text().contains(fact), qPrintable(fact + u"\n"_s + text()));
    QVERIFY(json().contains("\"size\":12345"));
    select(Kind::ResourceTemplates, u"file:///{name}"_s);
    QVERIFY(about()->isVisible());
    QVERIFY2(text().contains(u"_meta: t: 1"_s), qPrintable(text()));
    select(Kind::Prompts, u"travel"_s);
    QVERIFY2(text().contains(u"_meta: a: "_s), qPrintable(text()));
}

void TestAboutPanel::staysOpenForOtherItems()
{
    QVERIFY(connectWindow());
    lookAt(Kind::Tools, u"rich"_s);
    select(Kind::Tools, u"plain"_s);
    QVERIFY(about()->isVisible());
    QTest::keyClick(tabs(), Qt::Key_Left);
    QVERIFY(m_fixture->window->findChild<CallPanel *>()->isVisible());
    QCOMPARE(tabs()->tabText(1), u"Call"_s);
    select(Kind::Prompts, u"travel"_s);
    QCOMPARE(tabs()->tabText(1), u"Get"_s);
    QVERIFY(m_fixture->window->findChild<ItemPanel *>()->isVisible());
    select(Kind::Resources, u"file:///a"_s);
    QCOMPARE(tabs()->tabText(1), u"Read"_s);
    tree()->setCurrentIndex(m_fixture->section(Kind::Tools)); // nothing more to describe
    QVERIFY(!tabs()->isVisible());
    QVERIFY(!about()->isVisible());
}

void TestAboutPanel::invalidEntries_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("problem");
    const auto tool = [](const char *row, const QByteArray &entry, const QString &title, const QString &problem) {
        QTest::newRow(row) << "tools/list"_ba
                           << R"({"tools":[{"name":"good","inputSchema":{}},)" + entry + "]}" << Kind::Tools << title
                           << problem;
    };
    const QString invalid = u"Invalid entry 2"_s;
    tool("a number", "5", invalid, u"it is not an object"_s);
    tool("null", "null", invalid, u"it is not an object"_s);
    tool("no name", R"({"inputSchema":{}})", invalid, u"it has no name"_s);
    tool("nothing", "{}", invalid, u"it has no name, it has no inputSchema"_s);
    tool("name of another type", R"({"name":7,"inputSchema":{}})", invalid, u"its name is not a string"_s);
    tool("empty name", R"({"name":"","inputSchema":{}})", invalid, u"its name is empty"_s);
    tool("no schema", R"({"name":"x"})", u"x"_s, u"it has no inputSchema"_s);
    tool("title of another type", R"({"name":"x","title":[],"inputSchema":true})", u"x"_s,
         u"its title is not a string, its inputSchema is not an object"_s);
    tool("schema for arrays", R"({"name":"x","inputSchema":{"type":"array"}})", u"x"_s,
         u"its inputSchema is not of type \"object\""_s);
    tool("good", R"({"name":"x","inputSchema":{}})", u"x"_s, QString());
    tool("good, with its type", R"({"name":"x","inputSchema":{"type":"object"}})", u"x"_s, QString());
    QTest::newRow("resource without a URI")
        << "resources/list"_ba
        << R"({"resources":[{"uri":"a:b","name":"a"},{"name":"b","size":"1"}]})"_ba << Kind::Resources << invalid
        << u"its size is not a number, it has no uri"_s;
    QTest::newRow("resource without a name") << "resources/list"_ba
                                             << R"({"resources":[{"uri":"a:b","name":"a"},{"uri":"c:d"}]})"_ba
                                             << Kind::Resources << u"c:d"_s << u"it has no name"_s;
}

void TestAboutPanel::invalidEntries()
{
    QFETCH(const QByteArray, method);
    QFETCH(const QByteArray, list);
    QFETCH(const Kind, kind);
    QFETCH(const QString, title);
    QFETCH(const QString, problem);
    m_server->setResult(method, list);
    QVERIFY(connectWindow());
    const QModelIndex section = m_fixture->section(kind);
    const QModelIndex entry = section.model()->index(1, 0, section);
    QCOMPARE(entry.data().toString(), title);
    QCOMPARE(entry.data(CatalogModel::ProblemRole).toString(), problem);
    if (title.startsWith(u"Invalid"_s)) {
        QCOMPARE(entry.data(CatalogModel::DetailRole).toString(), problem);
        QCOMPARE(section.data(CatalogModel::DetailRole).toString(), u"1, and 1 invalid"_s);
    }
    const QString tip = entry.data(Qt::ToolTipRole).toString(); // rich text
    QVERIFY2(tip.contains(problem.toHtmlEscaped()), qPrintable(tip));
}

void TestAboutPanel::invalidEntryIsShown()
{
    m_server->setResult("tools/list", R"({"tools":[{"inputSchema":{},"x":1},{"name":"good","inputSchema":{}}]})");
    QVERIFY(connectWindow());
    QCOMPARE(tree()->currentIndex().data().toString(), u"good"_s); // the first valid one
    const QModelIndex section = m_fixture->section(Kind::Tools);
    tree()->setCurrentIndex(section.model()->index(0, 0, section));
    QVERIFY(about()->isVisible());
    QVERIFY(!tabs()->isVisible());
    QCOMPARE(m_fixture->find<PeerLabel>(u"aboutTitle"_s)->text(), u"Invalid entry 1"_s);
    QVERIFY2(text().contains(u"Invalid entry, not usable: it has no name"_s), qPrintable(text()));
    QCOMPARE(json(), R"({"inputSchema":{},"x":1})");
    QVERIFY(!m_fixture->window->actions().callTool->isEnabled());
    const qsizetype before = m_fixture->log().count();
    QTest::keyClick(tree(), Qt::Key_Return);
    QCOMPARE(m_fixture->log().count(), before);
}

QTEST_MAIN(TestAboutPanel)
#include "tst_aboutpanel.moc"
