// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/memoryserver.h"
#include "ui/singleclickstyle.h"
#include "ui/windowfixture.h"

#include "core/json/jsontext.h"
#include "ui/actions.h"
#include "ui/models/catalog/catalogmodel.h"
#include "ui/panels/callpanel.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/peerlabel.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTreeView>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Kind = CatalogList::Kind;

/// The view of the server's offers, with a server inside the test and real keys.
class TestCatalogPanel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void sectionsAreFilledAndCounted();
    void downSelectsTheFirstMatch();
    void missingCapabilitiesAreExplained();
    void refusedListsAreExplained();
    void changesKeepTheSelection();
    void changedToolIsUpdated();
    void isUsableByKeyboard();
    void thousandsAreSearchedAsYouType();
    void modernListsAreWatchedAndCacheHintsShown();
    void visibleListsBecomeStale();
    void hiddenCallPanelCallsNothing();
    void refreshRequestsAllLists();
    void oneClickOnlySelects();
    void currentItemIsVisibleAfterASearch();
    void strangeCharactersAreVisible();

private:
    static constexpr int Limit = 5000;
    static constexpr auto All =
        R"({"tools":{"listChanged":true},"prompts":{"listChanged":true},"resources":{"listChanged":true}})";

    void serve(const QByteArray &capabilities);
    /// Waits for the lists.
    [[nodiscard]] bool connectWindow();
    [[nodiscard]] static QByteArray toolList(const QStringList &names);

    [[nodiscard]] QTreeView *tree() const { return m_fixture->find<QTreeView>(u"catalogTree"_s); }
    void select(Kind kind, const QString &key) { tree()->setCurrentIndex(m_fixture->offered(kind, key)); }
    [[nodiscard]] QString detail(Kind kind) const
    {
        return m_fixture->section(kind).data(CatalogModel::DetailRole).toString();
    }
    [[nodiscard]] QString current() const { return tree()->currentIndex().data(CatalogModel::KeyRole).toString(); }
    [[nodiscard]] QString facts() const
    {
        const auto *label = m_fixture->find<PeerLabel>(u"factsText"_s);
        const auto *item = m_fixture->find<PeerLabel>(u"itemText"_s);
        return label->isVisible() ? label->text() : item->isVisible() ? item->text() : QString();
    }

    std::unique_ptr<MemoryServer> m_server;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestCatalogPanel::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestCatalogPanel::cleanup()
{
    m_fixture.reset();
    m_server.reset();
}

void TestCatalogPanel::serve(const QByteArray &capabilities)
{
    m_server = std::make_unique<MemoryServer>(capabilities);
    m_server->setResult("tools/list", toolList({u"alpha"_s, u"beta"_s, u"gamma"_s}));
    m_server->setResult("prompts/list",
                        R"({"prompts":[{"name":"travel","title":"A journey","description":"Asks for one"}]})");
    m_server->setResult("resources/list",
                        R"({"resources":[{"uri":"file:///a.txt","name":"a.txt","mimeType":"text/plain","size":12},
                            {"uri":"file:///b","name":"b"}]})");
    m_server->setResult("resources/templates/list",
                        R"({"resourceTemplates":[{"uriTemplate":"file:///{path}","name":"any file"}]})");
}

bool TestCatalogPanel::connectWindow()
{
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    return QTest::qWaitFor(
        [this] {
            return m_fixture->conversation().client()->state() == Client::State::Ready && m_fixture->showsLists();
        },
        Limit);
}

QByteArray TestCatalogPanel::toolList(const QStringList &names)
{
    QByteArrayList tools;
    for (const QString &name : names)
        tools << R"({"name":)" + JsonText::quoted(name) + R"(,"inputSchema":{"type":"object"}})";
    return R"({"tools":[)" + tools.join(',') + "]}";
}

void TestCatalogPanel::downSelectsTheFirstMatch()
{
    serve(All);
    QVERIFY(connectWindow());
    QCOMPARE(current(), u"alpha"_s);
    m_fixture->window->activateWindow();
    auto *search = m_fixture->find<QLineEdit>(u"catalogSearch"_s);
    search->setFocus();
    QTest::keyClicks(search, u"journey"_s);
    QTest::keyClick(search, Qt::Key_Down);
    QCOMPARE(current(), u"travel"_s);
    QVERIFY(tree()->hasFocus());
}

void TestCatalogPanel::sectionsAreFilledAndCounted()
{
    serve(All);
    QVERIFY(connectWindow());
    QCOMPARE(detail(Kind::Tools), u"3"_s);
    QCOMPARE(detail(Kind::Prompts), u"1"_s);
    QCOMPARE(detail(Kind::Resources), u"2"_s);
    QCOMPARE(detail(Kind::ResourceTemplates), u"1"_s);
    QCOMPARE(current(), u"alpha"_s); // ready for use
    QVERIFY(tree()->visualRect(m_fixture->offered(Kind::ResourceTemplates, u"file:///{path}"_s)).isValid());
    const QModelIndex prompt = m_fixture->offered(Kind::Prompts, u"travel"_s);
    QCOMPARE(prompt.data().toString(), u"A journey"_s);
    QCOMPARE(prompt.data(CatalogModel::DetailRole).toString(), u"travel"_s);
    select(Kind::Resources, u"file:///a.txt"_s);
    QCOMPARE(facts(), u"file:///a.txt\ntext/plain, 12 B"_s);
    QVERIFY(m_fixture->sentWithMethod("subscriptions/listen").isEmpty()); // the legacy era needs no subscription
}

void TestCatalogPanel::missingCapabilitiesAreExplained()
{
    serve(R"({"prompts":{}})");
    m_server->setResult("prompts/list", R"({"prompts":[]})");
    QCOMPARE(detail(Kind::Tools), QString());
    QVERIFY(connectWindow());
    QCOMPARE(detail(Kind::Tools), u"not offered"_s);
    QCOMPARE(detail(Kind::Prompts), u"none"_s);
    QCOMPARE(detail(Kind::Resources), u"not offered"_s);
    tree()->setCurrentIndex(m_fixture->section(Kind::Tools));
    QVERIFY2(facts().contains(u"does not declare the capability “tools”"_s), qPrintable(facts()));
    QCOMPARE(m_server->count("tools/list"), 0);
}

void TestCatalogPanel::refusedListsAreExplained()
{
    serve(All);
    m_server->answers["tools/list"] = R"("error":{"code":-32603,"message":"the disk is full"})";
    m_server->answers.remove("resources/templates/list"); // as in many servers with resources
    QVERIFY(connectWindow());
    QCOMPARE(detail(Kind::Tools), u"failed"_s);
    QCOMPARE(detail(Kind::ResourceTemplates), u"failed"_s);
    tree()->setCurrentIndex(m_fixture->section(Kind::Tools));
    QVERIFY2(facts().contains(u"the disk is full"_s), qPrintable(facts()));
    const QString bar = m_fixture->find<MessageBar>(u"messageBar"_s)->text();
    QVERIFY2(bar.contains(u"Tools"_s) && !bar.contains(u"Templates"_s), qPrintable(bar));

    m_server->setResult("tools/list", toolList({u"alpha"_s}));
    m_fixture->window->actions().refreshCatalog->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(detail(Kind::Tools), u"1"_s, Limit);
}

void TestCatalogPanel::changesKeepTheSelection()
{
    serve(All);
    QVERIFY(connectWindow());
    select(Kind::Tools, u"beta"_s);
    m_server->setResult("tools/list", toolList({u"gamma"_s, u"new"_s, u"beta"_s}));
    m_server->notify("notifications/tools/list_changed");
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->offered(Kind::Tools, u"new"_s).isValid(), Limit);
    QCOMPARE(current(), u"beta"_s);
    QCOMPARE(m_fixture->window->findChild<CallPanel *>()->toolName(), u"beta"_s);
    QCOMPARE(m_fixture->offered(Kind::Tools, u"gamma"_s).row(), 0);

    select(Kind::Resources, u"file:///b"_s);
    m_server->setResult(
        "resources/list",
        R"({"resources":[{"uri":"file:///b","name":"b","description":"Changed"},{"uri":"file:///c","name":"c"}]})");
    m_server->notify("notifications/resources/list_changed");
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->offered(Kind::Resources, u"file:///c"_s).isValid(), Limit);
    QCOMPARE(current(), u"file:///b"_s);
    QVERIFY2(facts().startsWith(u"Changed"_s), qPrintable(facts()));
}

void TestCatalogPanel::changedToolIsUpdated()
{
    serve(All);
    QVERIFY(connectWindow());
    m_server->setResult("tools/list", R"({"tools":[{"name":"alpha","title":"Another title","inputSchema":{}}]})");
    m_server->notify("notifications/tools/list_changed");
    const auto shows = [this](const QString &text) {
        const QList<QLabel *> labels = m_fixture->window->findChild<CallPanel *>()->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) { return label->text() == text; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"Another title"_s), Limit);
}

void TestCatalogPanel::isUsableByKeyboard()
{
    serve(All);
    QVERIFY(connectWindow());
    m_fixture->window->activateWindow();
    m_fixture->find<QWidget>(u"requestTable"_s)->setFocus();
    QTest::keyClick(m_fixture->window.get(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    auto *search = m_fixture->find<QLineEdit>(u"catalogSearch"_s);
    QTRY_VERIFY_WITH_TIMEOUT(search->hasFocus(), Limit);
    QTest::keyClicks(search, u"jour"_s);
    QCOMPARE(detail(Kind::Prompts), u"1 of 1"_s);
    QCOMPARE(detail(Kind::Tools), u"0 of 3"_s);
    tree()->setFocus();
    QTest::keyClick(tree(), Qt::Key_Home);
    QTest::keyClick(tree(), Qt::Key_Down);
    QTest::keyClick(tree(), Qt::Key_Down);
    QCOMPARE(current(), u"travel"_s);
    QTest::keyClick(tree(), Qt::Key_Left); // to the section
    QTest::keyClick(tree(), Qt::Key_Left); // folds it
    QVERIFY(!tree()->isExpanded(m_fixture->section(Kind::Prompts)));
    search->setText(u"travel"_s); // matches are unfolded
    QVERIFY(tree()->isExpanded(m_fixture->section(Kind::Prompts)));
}

void TestCatalogPanel::thousandsAreSearchedAsYouType()
{
    serve(R"({"tools":{"listChanged":true}})");
    QStringList names;
    for (int i = 0; i < 5000; ++i)
        names << u"tool_%1"_s.arg(i);
    m_server->setResult("tools/list", toolList(names));
    QVERIFY(connectWindow());
    QCOMPARE(detail(Kind::Tools), u"5,000"_s);
    select(Kind::Tools, u"tool_4321"_s);
    auto *search = m_fixture->find<QLineEdit>(u"catalogSearch"_s);
    QTest::keyClicks(search, u"tool_4321"_s);
    QCOMPARE(detail(Kind::Tools), u"1 of 5,000"_s);
    QCOMPARE(current(), u"tool_4321"_s);
    search->clear();
    QCOMPARE(current(), u"tool_4321"_s);
    std::reverse(names.begin(), names.end());
    m_server->setResult("tools/list", toolList(names));
    m_server->notify("notifications/tools/list_changed");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->offered(Kind::Tools, u"tool_4999"_s).row(), 0, Limit);
    QCOMPARE(current(), u"tool_4321"_s);
}

void TestCatalogPanel::visibleListsBecomeStale()
{
    serve(All);
    m_server->setResult("server/discover",
                        R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":)"_ba + All +
                            '}');
    m_server->setResult("prompts/list", R"({"prompts":[{"name":"travel"}],"ttlMs":1500,"cacheScope":"private"})");
    QVERIFY(connectWindow());
    QTRY_COMPARE_WITH_TIMEOUT(detail(Kind::Prompts), u"1"_s, Limit);
    tree()->setCurrentIndex(m_fixture->section(Kind::Prompts));
    QTRY_VERIFY2_WITH_TIMEOUT(facts().contains(u"Fresh until "_s), qPrintable(facts()), Limit);
    // No user action.
    QTRY_VERIFY2_WITH_TIMEOUT(facts().contains(u"Stale since "_s), qPrintable(facts()), Limit);
    QCOMPARE(detail(Kind::Prompts), u"1, stale"_s);
    QCOMPARE(m_server->count("prompts/list"), 1); // the expiry alone does not reload
    m_server->setResult("prompts/list", R"({"prompts":[{"name":"travel"}],"ttlMs":3600000})");
    m_fixture->window->actions().refreshCatalog->trigger();
    QTRY_VERIFY2_WITH_TIMEOUT(facts().contains(u"Fresh until "_s), qPrintable(facts()), Limit);
    QCOMPARE(detail(Kind::Prompts), u"1"_s);
    m_fixture->window->actions().refreshCatalog->trigger(); // even if fresh
    QTRY_COMPARE_WITH_TIMEOUT(m_server->count("prompts/list"), 3, Limit);
}

void TestCatalogPanel::modernListsAreWatchedAndCacheHintsShown()
{
    serve(All);
    m_server->setResult("server/discover",
                        R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":)"_ba + All +
                            '}');
    m_server->setResult("prompts/list", R"({"prompts":[{"name":"travel"}],"ttlMs":3600000,"cacheScope":"public"})");
    QVERIFY(connectWindow());
    QTRY_COMPARE_WITH_TIMEOUT(m_server->count("subscriptions/listen"), 1, Limit);
    const QByteArray listen = m_server->last("subscriptions/listen");
    for (const char *wanted : {"toolsListChanged", "promptsListChanged", "resourcesListChanged"})
        QVERIFY2(listen.contains(wanted), listen.constData());
    const QAction *cancelAll = m_fixture->window->actions().cancelAll;
    QTRY_VERIFY_WITH_TIMEOUT(!cancelAll->isEnabled(), Limit); // no call waits for it
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->find<QLabel>(u"statusInFlight"_s)->text(), u"0 in flight, 1 subscription"_s,
                              Limit);
    tree()->setCurrentIndex(m_fixture->section(Kind::Prompts));
    QTRY_VERIFY2_WITH_TIMEOUT(facts().contains(u"The server reports changes."_s), qPrintable(facts()), Limit);
    QVERIFY2(facts().contains(u"for 1 h 00 min, for all users (public)"_s), qPrintable(facts()));
    QVERIFY2(facts().contains(u"Fresh until "_s), qPrintable(facts()));
    tree()->setCurrentIndex(m_fixture->section(Kind::Tools));
    QVERIFY2(facts().contains(u"does not allow caching"_s), qPrintable(facts()));
    m_fixture->window->actions().refreshCatalog->trigger(); // even if fresh
    QTRY_COMPARE_WITH_TIMEOUT(m_server->count("prompts/list"), 2, Limit);
}

void TestCatalogPanel::hiddenCallPanelCallsNothing()
{
    serve(All);
    QVERIFY(connectWindow());
    const QAction *call = m_fixture->window->actions().callTool;
    QVERIFY(call->isEnabled());
    select(Kind::Prompts, u"travel"_s);
    QVERIFY(!call->isEnabled());
    QTest::keyClick(tree(), Qt::Key_Return);
    QTest::keyClick(tree(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m_server->count("tools/call"), 0);
    select(Kind::Tools, u"beta"_s);
    QVERIFY(call->isEnabled());
    tree()->setFocus();
    QTest::keyClick(tree(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_server->count("tools/call"), 1, Limit);
}

void TestCatalogPanel::refreshRequestsAllLists()
{
    serve(All);
    QVERIFY(connectWindow());
    m_server->answers["tools/list"] = QByteArray(); // no response yet
    QTest::keyClick(m_fixture->window.get(), Qt::Key_F5);
    for (const char *method : {"tools/list", "prompts/list", "resources/list", "resources/templates/list"})
        QTRY_COMPARE_WITH_TIMEOUT(m_server->count(method), 2, Limit);
    QCOMPARE(detail(Kind::Tools), u"3, loading…"_s);
}

void TestCatalogPanel::oneClickOnlySelects()
{
    serve(All);
    QVERIFY(connectWindow());
    SingleClickStyle style;
    tree()->setStyle(&style);
    const auto clickable = [&] { return tree()->visualRect(m_fixture->offered(Kind::Tools, u"beta"_s)).center(); };
    m_fixture->flush(); // the table may lag behind the lists
    const int before = m_fixture->requests()->rowCount();
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, clickable());
    QCOMPARE(current(), u"beta"_s);
    m_fixture->flush();
    QCOMPARE(m_fixture->requests()->rowCount(), before);
    QTest::mouseDClick(tree()->viewport(), Qt::LeftButton, {}, clickable());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), before + 1, Limit);
    QTest::keyClick(tree(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), before + 2, Limit);
    tree()->setStyle(nullptr);
}

void TestCatalogPanel::currentItemIsVisibleAfterASearch()
{
    serve(R"({"tools":{"listChanged":true}})");
    QStringList names;
    for (int i = 0; i < 500; ++i)
        names << u"tool_%1"_s.arg(i);
    m_server->setResult("tools/list", toolList(names));
    QVERIFY(connectWindow());
    auto *search = m_fixture->find<QLineEdit>(u"catalogSearch"_s);
    search->setText(u"tool_432"_s);
    select(Kind::Tools, u"tool_432"_s);
    search->clear();
    QCOMPARE(current(), u"tool_432"_s);
    const QRect place = tree()->visualRect(tree()->currentIndex());
    QVERIFY(tree()->viewport()->rect().contains(place.center()));
}

void TestCatalogPanel::strangeCharactersAreVisible()
{
    serve(All);
    m_server->setResult("tools/list", toolList({u"safe\u202egnp\n"_s}));
    QVERIFY(connectWindow());
    select(Kind::Tools, u"safe\u202egnp\n"_s);
    const QString shown = u"safe⟨U+202E⟩gnp⟨U+000A⟩"_s;
    QCOMPARE(tree()->currentIndex().data().toString(), shown);
    const QList<QLabel *> labels = m_fixture->window->findChild<CallPanel *>()->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel *each) { return each->text() == shown; }));
}

QTEST_MAIN(TestCatalogPanel)
#include "tst_catalogpanel.moc"
