// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/memoryserver.h"
#include "ui/windowfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/models/catalog/catalogmodel.h"
#include "ui/views/widgets/peerlabel.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QCompleter>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Kind = CatalogList::Kind;

/// The panel for prompts, resources and templates, with a server inside the test and real keys.
class TestItemPanel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void promptRequiresItsArguments();
    void promptIsSentWithoutRequiredArguments();
    void promptIsSentAsTyped();
    void typingIsCompletedInContext();
    void enterInTheCompletions_data();
    void enterInTheCompletions();
    void templateExpandsWhileTyped();
    void resourceIsReadAndItsRequestSelected();
    void watchedResourceThatChangedIsMarked();
    void refusedWatchIsReported();
    void typedTextIsRemembered();

private:
    static constexpr int Limit = 5000;

    void select(Kind kind, const QString &key)
    {
        m_fixture->find<QTreeView>(u"catalogTree"_s)->setCurrentIndex(m_fixture->offered(kind, key));
    }
    [[nodiscard]] QLineEdit *field(const QString &name) const { return m_fixture->find<QLineEdit>(u"item_"_s + name); }
    [[nodiscard]] const Actions &actions() const { return m_fixture->window->actions(); }
    [[nodiscard]] QString detailOf(const QString &uri) const
    {
        return m_fixture->offered(Kind::Resources, uri).data(CatalogModel::DetailRole).toString();
    }
    [[nodiscard]] QByteArray paramsOf(const QByteArray &method) const
    {
        QByteArray params = JsonValue(m_server->last(method)).member("params").raw().toByteArray();
        return params.left(params.indexOf(R"(,"_meta")")) + (params.contains(R"(,"_meta")") ? "}" : "");
    }

    std::unique_ptr<MemoryServer> m_server;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestItemPanel::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    m_server = std::make_unique<MemoryServer>(R"({"prompts":{},"resources":{"subscribe":true},"completions":{}})");
    m_server->setResult("prompts/list",
                        R"({"prompts":[{"name":"travel","title":"A journey","arguments":[
                            {"name":"country","description":"Where to","required":true},{"name":"city"}]}]})");
    m_server->setResult("prompts/get",
                        R"({"messages":[{"role":"user","content":{"type":"text","text":"Take me there"}}]})");
    m_server->setResult("resources/list",
                        R"({"resources":[{"uri":"file:///a","name":"a"},{"uri":"file:///b","name":"b"}]})");
    m_server->setResult("resources/templates/list",
                        R"({"resourceTemplates":[{"uriTemplate":"file:///{name}","name":"any"}]})");
    m_server->setResult("resources/read", R"({"contents":[{"uri":"file:///a","text":"hello"}]})");
    m_server->setResult("resources/subscribe", "{}");
    m_server->setResult("resources/unsubscribe", "{}");
    m_server->setResult("completion/complete", R"({"completion":{"values":["Berlin","Bremen"]}})");
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    for (const auto &[kind, key] : {std::pair(Kind::Prompts, u"travel"_s), std::pair(Kind::Resources, u"file:///b"_s),
                                    std::pair(Kind::ResourceTemplates, u"file:///{name}"_s)})
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->offered(kind, key).isValid(), Limit);
}

void TestItemPanel::cleanup()
{
    m_fixture.reset();
    m_server.reset();
}

void TestItemPanel::promptRequiresItsArguments()
{
    select(Kind::Prompts, u"travel"_s);
    QVERIFY(field(u"country"_s)->isVisible());
    QCOMPARE(field(u"country"_s)->placeholderText(), u"Where to"_s);
    QCOMPARE(actions().fetch->text(), u"&Get Prompt Anyway"_s);
    QCOMPARE(m_fixture->find<PeerLabel>(u"itemMissing"_s)->text(), u"Required but empty: country"_s);
    QVERIFY(!actions().watchResource->isVisible());
    QTest::keyClicks(field(u"country"_s), u"x"_s);
    QCOMPARE(actions().fetch->text(), u"&Get Prompt"_s);
    QVERIFY(!m_fixture->find<PeerLabel>(u"itemMissing"_s)->isVisible());
}

/// As with tools, invalid arguments are sent only by the button, not by an accidental Enter.
void TestItemPanel::promptIsSentWithoutRequiredArguments()
{
    select(Kind::Prompts, u"travel"_s);
    m_fixture->window->activateWindow();
    field(u"city"_s)->setFocus();
    QTest::keyClicks(field(u"city"_s), u"P"_s);
    QTest::keyClick(field(u"city"_s), Qt::Key_Escape);
    QTest::keyClick(field(u"city"_s), Qt::Key_Return);
    QCOMPARE(QApplication::focusWidget(), field(u"country"_s));
    QCOMPARE(m_server->count("prompts/get"), 0);
    QVERIFY(actions().fetch->isEnabled());
    actions().fetch->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(m_server->count("prompts/get"), 1, Limit);
    QCOMPARE(paramsOf("prompts/get"), R"({"name":"travel","arguments":{"city":"P"}})");
}

void TestItemPanel::promptIsSentAsTyped()
{
    select(Kind::Prompts, u"travel"_s);
    QTest::keyClicks(field(u"country"_s), u"\"1\""_s);
    QTest::keyClick(field(u"country"_s), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_server->count("prompts/get"), 1, Limit);
    QCOMPARE(paramsOf("prompts/get"), R"({"name":"travel","arguments":{"country":"\"1\""}})");
}

void TestItemPanel::typingIsCompletedInContext()
{
    select(Kind::Prompts, u"travel"_s);
    field(u"country"_s)->setText(u"Germany"_s);
    m_fixture->window->activateWindow();
    field(u"city"_s)->setFocus();
    QTest::keyClicks(field(u"city"_s), u"B"_s);
    const QAbstractItemModel *values = field(u"city"_s)->completer()->model();
    QTRY_COMPARE_WITH_TIMEOUT(values->rowCount(), 2, Limit);
    QVERIFY(field(u"city"_s)->completer()->popup()->isVisible());
    QCOMPARE(m_server->count("completion/complete"), 1);
    const QByteArray asked = m_server->last("completion/complete");
    QVERIFY2(asked.contains(R"("argument":{"name":"city","value":"B"})"), asked.constData());
    QVERIFY2(asked.contains(R"("context":{"arguments":{"country":"Germany"}})"), asked.constData());
}

void TestItemPanel::enterInTheCompletions_data()
{
    QTest::addColumn<bool>("chooses");
    QTest::addColumn<QString>("text");
    QTest::newRow("chooses") << true << u"Berlin"_s;
    QTest::newRow("closes them without a choice") << false << u"B"_s;
}

/// The key that ends the completions does not also request the prompt.
void TestItemPanel::enterInTheCompletions()
{
    QFETCH(bool, chooses);
    QFETCH(QString, text);
    select(Kind::Prompts, u"travel"_s);
    QLineEdit *line = field(u"country"_s);
    m_fixture->window->activateWindow();
    line->setFocus();
    QTest::keyClicks(line, u"B"_s);
    auto *popup = line->completer()->popup();
    QTRY_VERIFY_WITH_TIMEOUT(popup->isVisible(), Limit);
    QVERIFY(!popup->selectionModel()->hasSelection());
    if (chooses)
        QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QVERIFY(!popup->isVisible());
    QCOMPARE(line->text(), text);
    QCoreApplication::processEvents();
    QCOMPARE(m_server->count("prompts/get"), 0);
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_server->count("prompts/get"), 1, Limit);
}

void TestItemPanel::templateExpandsWhileTyped()
{
    select(Kind::ResourceTemplates, u"file:///{name}"_s);
    QTest::keyClicks(field(u"name"_s), u"my file"_s);
    QCOMPARE(m_fixture->find<PeerLabel>(u"itemUri"_s)->text(), u"Expands to file:///my%20file"_s);
    QTest::keyClick(m_fixture->window.get(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(m_server->count("resources/read"), 1, Limit);
    QVERIFY(m_server->last("resources/read").contains("file:///my%20file"));
}

void TestItemPanel::resourceIsReadAndItsRequestSelected()
{
    select(Kind::Resources, u"file:///a"_s);
    QCOMPARE(actions().fetch->text(), u"Read Res&ource"_s);
    auto *tree = m_fixture->find<QTreeView>(u"catalogTree"_s);
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(m_server->count("resources/read"), 1, Limit);
    const auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    const auto selected = [&] {
        const int row = table->currentIndex().row();
        return row >= 0 ? m_fixture->record(row).method : QByteArray();
    };
    QTRY_COMPARE_WITH_TIMEOUT(selected(), "resources/read"_ba, Limit);
}

void TestItemPanel::watchedResourceThatChangedIsMarked()
{
    select(Kind::Resources, u"file:///a"_s);
    QVERIFY(!actions().watchResource->isChecked());
    actions().watchResource->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(detailOf(u"file:///a"_s), u"watched"_s, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(actions().watchResource->isChecked(), Limit);
    m_server->notify("notifications/resources/updated", R"({"uri":"file:///a"})");
    QTRY_COMPARE_WITH_TIMEOUT(detailOf(u"file:///a"_s), u"changed"_s, Limit);
    QCOMPARE(detailOf(u"file:///b"_s), u"file:///b"_s);
    actions().fetch->trigger(); // no longer outdated
    QTRY_COMPARE_WITH_TIMEOUT(detailOf(u"file:///a"_s), u"watched"_s, Limit);
    actions().watchResource->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(m_server->count("resources/unsubscribe"), 1, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(detailOf(u"file:///a"_s), u"file:///a"_s, Limit);
}

void TestItemPanel::refusedWatchIsReported()
{
    m_server->answers["resources/subscribe"] = R"("error":{"code":-32603,"message":"no watching today"})";
    select(Kind::Resources, u"file:///a"_s);
    actions().watchResource->trigger();
    auto *bar = m_fixture->find<PeerLabel>(u"messageBarText"_s);
    QVERIFY(bar);
    QTRY_VERIFY2_WITH_TIMEOUT(bar->text().contains(u"no watching today"_s), qPrintable(bar->text()), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(detailOf(u"file:///a"_s).startsWith(u"not watched"_s), Limit);
}

void TestItemPanel::typedTextIsRemembered()
{
    select(Kind::Prompts, u"travel"_s);
    QTest::keyClicks(field(u"country"_s), u"France"_s);
    select(Kind::Resources, u"file:///a"_s);
    QVERIFY(!field(u"country"_s));
    select(Kind::Prompts, u"travel"_s);
    QCOMPARE(field(u"country"_s)->text(), u"France"_s);
}

QTEST_MAIN(TestItemPanel)
#include "tst_itempanel.moc"
