// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/actions.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/serverform.h"
#include "ui/views/widgets/savedserverlist.h"
#include "ui/windowfixture.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Servers are saved by name and group, and offered wherever one can be chosen.
class TestSavedServers : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void typedServerIsSaved();
    void savedServerIsChanged();
    void savedServerIsRenamedAndGrouped();
    void savedServerIsDuplicatedAndRemoved();
    void doubleClickConnects();
    void typedValuesAreKeptUntilTheProgramEnds();
    void currentServerIsSaved();
    void startPageListsServers();
    void startPageShowsLongNamesWhole();
    void menuListsServers();
    void nameIsFirst();
    void nothingIsOfferedWithoutServers();

private:
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_fixture->window->findChild<T *>(name);
    }
    [[nodiscard]] QStringList saved() const;
    void put(const QString &name, const QString &group, const StdioCommand &command) const;
    void openDialog() const;
    void type(QLineEdit *edit, const QString &text) const;
    void pick(const QString &name) const { find<SavedServerList>(u"connectSaved"_s)->setCurrent(name); }
    [[nodiscard]] static QStringList rowsOf(const QListWidget &list);

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestSavedServers::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestSavedServers::cleanup()
{
    m_fixture.reset();
}

/// Returns "group/name: address", in order.
QStringList TestSavedServers::saved() const
{
    QStringList lines;
    const ServerList list = m_fixture->settings.savedServers();
    for (const ServerTarget &server : list.servers())
        lines << u"%1/%2: %3"_s.arg(server.group, server.name, server.address());
    return lines;
}

void TestSavedServers::put(const QString &name, const QString &group, const StdioCommand &command) const
{
    ServerTarget target;
    target.name = name;
    target.group = group;
    target.command = command;
    ServerList list = m_fixture->settings.savedServers();
    list.put(target);
    m_fixture->settings.setSavedServers(list);
}

void TestSavedServers::openDialog() const
{
    m_fixture->window->actions().connectServer->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), find<ConnectDialog>(u"connectDialog"_s), 5000);
}

void TestSavedServers::type(QLineEdit *edit, const QString &text) const
{
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
}

QStringList TestSavedServers::rowsOf(const QListWidget &list)
{
    QStringList rows;
    for (int row = 0; row < list.count(); ++row)
        rows << (list.item(row)->flags() == Qt::NoItemFlags ? u"# "_s : QString()) + list.item(row)->text();
    return rows;
}

void TestSavedServers::typedServerIsSaved()
{
    openDialog();
    QVERIFY(!find<QPushButton>(u"saveServer"_s)->isEnabled());
    type(find<QLineEdit>(u"commandLine"_s), u"npx -y server"_s);
    QCOMPARE(find<QLineEdit>(u"serverName"_s)->placeholderText(), u"server"_s);
    type(find<QLineEdit>(u"serverName"_s), u"mine"_s);
    type(find<QComboBox>(u"serverGroup"_s)->lineEdit(), u"work"_s);
    QTest::keyClick(find<QLineEdit>(u"serverName"_s), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(saved(), QStringList(u"work/mine: npx -y server"_s), 5000);
    QVERIFY(find<ConnectDialog>(u"connectDialog"_s)->isVisible());
    QCOMPARE(rowsOf(*find<SavedServerList>(u"connectSaved"_s)), QStringList({u"# work"_s, u"mine"_s}));
    QVERIFY(!m_fixture->settings.savedServers().servers().first().imported);
}

void TestSavedServers::savedServerIsChanged()
{
    put(u"a"_s, {}, {.program = u"a"_s, .setVariables = {{u"TOKEN"_s, u"x"_s}}});
    put(u"b"_s, {}, {.program = u"b"_s});
    openDialog();
    pick(u"a"_s);
    QCOMPARE(find<QLineEdit>(u"commandLine"_s)->text(), u"a"_s);
    QCOMPARE(find<QPlainTextEdit>(u"setVariables"_s)->toPlainText(), u"TOKEN=x"_s);
    type(find<QLineEdit>(u"commandLine"_s), u"a --more"_s);
    QTest::mouseClick(find<QPushButton>(u"saveServer"_s), Qt::LeftButton);
    QCOMPARE(saved(), QStringList({u"/a: a --more"_s, u"/b: b"_s}));
}

void TestSavedServers::savedServerIsRenamedAndGrouped()
{
    put(u"a"_s, {}, {.program = u"a"_s});
    put(u"b"_s, u"old"_s, {.program = u"b"_s});
    openDialog();
    pick(u"b"_s);
    QCOMPARE(find<QComboBox>(u"serverGroup"_s)->currentText(), u"old"_s);
    type(find<QLineEdit>(u"serverName"_s), u"a"_s); // is taken
    QTest::keyClick(find<QLineEdit>(u"serverName"_s), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(saved(), QStringList({u"/a: a"_s, u"old/a (2): b"_s}), 5000);
    QCOMPARE(find<QLineEdit>(u"serverName"_s)->text(), u"a (2)"_s);
    type(find<QLineEdit>(u"serverName"_s), u"c"_s);
    type(find<QComboBox>(u"serverGroup"_s)->lineEdit(), u" new "_s);
    QTest::keyClick(find<QLineEdit>(u"serverName"_s), Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(saved(), QStringList({u"/a: a"_s, u"new/c: b"_s}), 5000);
}

void TestSavedServers::savedServerIsDuplicatedAndRemoved()
{
    put(u"a"_s, u"g"_s, {.program = u"a"_s});
    openDialog();
    auto *duplicate = find<QPushButton>(u"duplicateSaved"_s);
    auto *remove = find<QPushButton>(u"removeSaved"_s);
    QVERIFY(!duplicate->isEnabled() && !remove->isEnabled());
    pick(u"a"_s);
    QTest::mouseClick(duplicate, Qt::LeftButton);
    QCOMPARE(saved(), QStringList({u"g/a: a"_s, u"g/a (2): a"_s}));
    QCOMPARE(find<QLineEdit>(u"serverName"_s)->text(), u"a (2)"_s);
    pick(u"a"_s);
    QTest::mouseClick(remove, Qt::LeftButton);
    QCOMPARE(saved(), QStringList(u"g/a (2): a"_s));
    QCOMPARE(find<QLineEdit>(u"commandLine"_s)->text(), u"a"_s); // still there, to be saved again
    QTest::mouseClick(find<QPushButton>(u"saveServer"_s), Qt::LeftButton);
    QCOMPARE(saved(), QStringList({u"g/a: a"_s, u"g/a (2): a"_s}));
}

void TestSavedServers::doubleClickConnects()
{
    put(u"demo of mine"_s, {}, WindowFixture::demoServer().command);
    openDialog();
    auto *list = find<SavedServerList>(u"connectSaved"_s);
    const QPoint at = list->visualItemRect(list->item(0)).center();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, at);
    QVERIFY(m_fixture->waitForTools());
    QCOMPARE(m_fixture->window->controller().target()->name, u"demo of mine"_s);
}

void TestSavedServers::typedValuesAreKeptUntilTheProgramEnds()
{
    ServerTarget target;
    target.name = u"secret"_s;
    target.command = WindowFixture::demoServer().command;
    target.command.setVariables = {{u"TOKEN"_s, u"x"_s}};
    ServerList list;
    list.put(*ServerTarget::fromSetting(target.toSetting())); // as after a restart
    m_fixture->settings.setSavedServers(list);
    m_fixture->window->connectTo(*m_fixture->settings.savedServers().find(u"secret"_s));
    auto *variables = find<QPlainTextEdit>(u"setVariables"_s);
    QVERIFY(variables);
    variables->moveCursor(QTextCursor::End);
    QTest::keyClicks(variables, u"y"_s);
    QTest::mouseClick(find<QPushButton>(u"connectButton"_s), Qt::LeftButton);
    QVERIFY(m_fixture->waitForTools());
    QCOMPARE(m_fixture->window->controller().target()->name, u"secret"_s);
    QCOMPARE(m_fixture->settings.savedServers().find(u"secret"_s)->command.setVariables.value(u"TOKEN"_s), u"y"_s);
    m_fixture->store.sync();
    QFile settings(m_fixture->store.fileName());
    QVERIFY(settings.open(QIODevice::ReadOnly));
    QVERIFY(!settings.readAll().contains("TOKEN=y"));
}

void TestSavedServers::currentServerIsSaved()
{
    auto *action = m_fixture->window->actions().saveServer;
    QVERIFY(!action->isEnabled());
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(action->isEnabled());
    action->trigger();
    auto *name = find<QLineEdit>(u"serverName"_s);
    QTRY_VERIFY_WITH_TIMEOUT(name->hasFocus(), 5000);
    QCOMPARE(name->text(), u"Demo server"_s);
    QTest::keyClicks(name, u"kept"_s);
    QTest::keyClick(name, Qt::Key_S, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(saved(), QStringList(u"/kept: "_s + WindowFixture::demoServer().address()), 5000);
}

void TestSavedServers::startPageListsServers()
{
    put(u"mine"_s, u"work"_s, WindowFixture::demoServer().command);
    auto *list = find<SavedServerList>(u"savedServers"_s);
    QVERIFY(list->isVisible());
    QCOMPARE(rowsOf(*list), QStringList({u"# work"_s, u"mine"_s}));
    list->setFocus();
    list->setCurrent(u"mine"_s);
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(m_fixture->waitForTools());
    QCOMPARE(m_fixture->window->controller().target()->name, u"mine"_s);
}

/// Long names are shown in full if they fit, and are cut in a small window.
void TestSavedServers::startPageShowsLongNamesWhole()
{
    ServerTarget server;
    server.http.url = QUrl(
        u"https://a-host-with-a-long-name.example.com/and/a/path/that/is/long/as/well/down/to/the/last/part/of/it/mcp"_s);
    m_fixture->settings.addRecentServer(server);
    auto *list = find<QListWidget>(u"recentServers"_s);
    m_fixture->window->resize(1440, 900);
    QTRY_COMPARE_WITH_TIMEOUT(list->count(), 1, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(list->sizeHintForColumn(0) <= list->viewport()->width(), 5000);
    const int whole = list->width();
    m_fixture->window->resize(2400, 900);
    QCoreApplication::processEvents();
    QCOMPARE(list->width(), whole); // no wider
    m_fixture->window->resize(600, 700);
    QTRY_VERIFY_WITH_TIMEOUT(list->width() < whole, 5000);
    QCOMPARE(m_fixture->window->width(), 600);
}

void TestSavedServers::menuListsServers()
{
    put(u"a & b"_s, u"work"_s, WindowFixture::demoServer().command);
    auto *menu = find<QMenu>(u"savedServersMenu"_s);
    auto *server = qobject_cast<QMenu *>(menu->parent());
    emit server->aboutToShow();
    QVERIFY(menu->isEnabled());
    QCOMPARE(menu->actions().size(), 2);
    QCOMPARE(menu->actions().at(0)->text(), u"work"_s);
    QCOMPARE(menu->actions().at(1)->text(), u"a && b"_s);
    menu->actions().at(1)->trigger();
    QVERIFY(m_fixture->waitForTools());
}

void TestSavedServers::nameIsFirst()
{
    put(u"mine"_s, {}, WindowFixture::demoServer({u"--legacy-only"_s}).command);
    m_fixture->window->connectTo(*m_fixture->settings.savedServers().find(u"mine"_s));
    QVERIFY(m_fixture->waitForTools());
    QCOMPARE(m_fixture->window->windowTitle(), u"mine — Pullcord"_s);
    const TabAppearance look = m_fixture->window->page().look();
    QCOMPARE(look.text, u"mine"_s);
    QVERIFY2(look.where.startsWith(u"pullcord-demo-server · "_s), qPrintable(look.where)); // by the server's own name
    m_fixture->window->actions().newTab->trigger();
    const auto *recent = find<QListWidget>(u"recentServers"_s);
    QVERIFY2(recent->item(0)->text().startsWith(u"mine · "_s), qPrintable(recent->item(0)->text()));
}

void TestSavedServers::nothingIsOfferedWithoutServers()
{
    QVERIFY(!find<SavedServerList>(u"savedServers"_s)->isVisible());
    auto *menu = find<QMenu>(u"savedServersMenu"_s);
    emit qobject_cast<QMenu *>(menu->parent())->aboutToShow();
    QVERIFY(!menu->isEnabled());
}

QTEST_MAIN(TestSavedServers)
#include "tst_savedservers.moc"
