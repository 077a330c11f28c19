// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/dialogs/connect/valuesdialog.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/conversationpage.h"
#include "ui/mainwindow/tabrestorer.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/messagebar.h"

#include <QCheckBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {
constexpr int Limit = 30'000;
}

/// Values that a connection needs and that are not stored: placeholders, the passphrase of a key, the password of a
/// proxy.
class TestAskingValues : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void placeholders();
    void placeholdersInATypedCommand();
    void lineBreakInAHeader();
    void lineBreakInAHeaderWithoutPlaceholder();
    void cancelConnectsToNothing();
    void passphrase();
    void proxyPassword();

private:
    [[nodiscard]] ValuesDialog *dialog() const { return m_fixture->find<ValuesDialog>(u"valuesDialog"_s); }
    [[nodiscard]] QLineEdit *field(int number) const
    {
        return dialog()->findChild<QLineEdit *>(u"value%1"_s.arg(number));
    }
    void accept() const { QTest::mouseClick(dialog()->findChild<QPushButton *>(u"valuesConnect"_s), Qt::LeftButton); }
    /// Presses the first button of the bar, once it has this text.
    void press(const QString &text) const
    {
        const auto *button = m_fixture->find<QPushButton>(u"messageBarAction"_s);
        QTRY_COMPARE_WITH_TIMEOUT(button->text(), text, Limit);
        QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), Limit);
        QTest::mouseClick(m_fixture->find<QPushButton>(u"messageBarAction"_s), Qt::LeftButton);
    }
    [[nodiscard]] static ServerTarget importedDemo(const QStringList &arguments)
    {
        ServerTarget target = WindowFixture::demoServer(arguments);
        target.imported = true;
        return target;
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestAskingValues::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    qputenv("PULLCORD_TEST_VALUE", "from the environment");
}

void TestAskingValues::placeholders()
{
    ServerTarget target = importedDemo({u"${input:mode}"_s});
    target.inputs.insert(u"input:mode"_s, {.description = u"Eras"_s});
    target.command.setVariables = {{u"GREETING"_s, u"${PULLCORD_TEST_VALUE}"_s}};
    target.command.workingDirectory = u"${workspaceFolder}"_s;
    m_fixture->settings.confirm(target);
    m_fixture->window->connectTo(target);
    QVERIFY(dialog() && !m_fixture->window->controller().conversation());
    QCOMPARE(field(0)->accessibleName(), u"Eras · ${input:mode}"_s);
    QCOMPARE(field(0)->echoMode(), QLineEdit::Normal); // declared, and not as a password
    QCOMPARE(field(1)->text(), u"from the environment"_s);
    QCOMPARE(field(1)->echoMode(), QLineEdit::Password);
    QCOMPARE(field(2)->echoMode(), QLineEdit::Normal);
    auto *show = dialog()->findChild<QCheckBox *>(u"valuesShow"_s);
    show->click();
    QCOMPARE(field(1)->echoMode(), QLineEdit::Normal);
    show->click();
    QCOMPARE(field(1)->echoMode(), QLineEdit::Password);
    field(0)->setText(u"--legacy-only"_s);
    field(2)->setText(m_fixture->folder.path());
    accept();
    QVERIFY(m_fixture->waitForTools());
    // The server has the values; neither the record nor the settings have those that may be secrets.
    const qint64 pid = WindowFixture::serverPid(m_fixture->conversation());
    const auto read = [pid](const QString &name) {
        QFile file(u"/proc/%1/%2"_s.arg(pid).arg(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll().split('\0') : QByteArrayList();
    };
    QVERIFY(read(u"cmdline"_s).contains("--legacy-only"));
    QVERIFY(read(u"environ"_s).contains("GREETING=from the environment"));
    QCOMPARE(QFile::symLinkTarget(u"/proc/%1/cwd"_s.arg(pid)), m_fixture->folder.path());
    const QJsonObject recorded = m_fixture->conversation().capture().header().connection;
    QCOMPARE(recorded.value(u"arguments"_s).toArray().last().toString(), u"${input:mode}"_s);
    QVERIFY(!m_fixture->settings.recentServers().constFirst().toSetting().contains(u"--legacy-only"_s));
    // Until the tab is closed.
    m_fixture->window->actions().duplicateTab->trigger();
    QCOMPARE(m_fixture->window->pages().size(), 2);
    QVERIFY(!dialog() && m_fixture->waitForTools());
    QVERIFY(m_fixture->window->page().tabRestorer().tab().server->values.isEmpty());
}

/// A header cannot hold a line break: it would be another header.
void TestAskingValues::lineBreakInAHeader()
{
    qputenv("PULLCORD_TEST_VALUE", "a\r\nX-Other: b");
    ServerTarget target;
    target.http.url = QUrl(u"http://127.0.0.1:9/mcp"_s);
    target.http.headers.add("X-Tenant", "${PULLCORD_TEST_VALUE}");
    target.http.headers.add("X-Other", "${OTHER}");
    m_fixture->window->connectTo(target);
    QCOMPARE(field(0)->text(), u"a\r\nX-Other: b"_s); // from the environment
    QVERIFY(dialog()->findChildren<FieldNote *>().isEmpty());
    field(1)->setText(u"fine"_s);
    accept();
    // The dialog comes again, names the field, and contains the entered values.
    QTRY_VERIFY_WITH_TIMEOUT(dialog() && dialog()->findChildren<FieldNote *>().size() == 1, Limit);
    QVERIFY(!m_fixture->window->controller().conversation());
    const QString said = dialog()->findChild<FieldNote *>()->text();
    QVERIFY2(said.contains(u"header X-Tenant"_s), qPrintable(said));
    QCOMPARE(field(0)->accessibleDescription(), said);
    QCOMPARE(dialog()->focusWidget(), field(0));
    QCOMPARE(field(1)->text(), u"fine"_s);
    field(0)->setText(u"a"_s);
    accept();
    QVERIFY(m_fixture->window->controller().conversation());
}

/// The dialog cannot correct a line break in the header itself.
void TestAskingValues::lineBreakInAHeaderWithoutPlaceholder()
{
    ServerTarget target;
    target.http.url = QUrl(u"http://127.0.0.1:9/mcp"_s);
    target.http.headers.add("X-Tenant", "a\nb");
    m_fixture->window->connectTo(target);
    QVERIFY(!dialog() && !m_fixture->window->controller().conversation());
    const QString said = m_fixture->find<MessageBar>(u"messageBar"_s)->text();
    QVERIFY2(said.contains(u"header X-Tenant"_s), qPrintable(said));
}

/// A typed command keeps its placeholders, which may be meant for a shell.
void TestAskingValues::placeholdersInATypedCommand()
{
    m_fixture->window->connectTo(ServerTarget{.command = {u"sh"_s, {u"-c"_s, u"echo ${HOME}"_s}}});
    QVERIFY(!dialog());
    QVERIFY(m_fixture->window->controller().conversation());
}

void TestAskingValues::cancelConnectsToNothing()
{
    ServerTarget target;
    target.http.url = QUrl(u"http://127.0.0.1:9/mcp"_s);
    target.http.headers.add("X-Tenant", "${input:tenant}");
    m_fixture->window->connectTo(target);
    QVERIFY(dialog());
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QVERIFY(!m_fixture->window->controller().conversation());
}

void TestAskingValues::passphrase()
{
    ServerTarget target;
    target.http.url = QUrl(u"https://127.0.0.1:9/mcp"_s);
    target.http.network.certificateFile = QFINDTESTDATA("core/data/loopback.crt");
    target.http.network.keyFile = QFINDTESTDATA("core/data/encrypted.key");
    m_fixture->window->connectTo(target);
    for (const QString &typed : {u"sesame"_s, u"secret"_s}) {
        press(u"Enter Password…"_s);
        QVERIFY(dialog());
        QCOMPARE(field(0)->echoMode(), QLineEdit::Password);
        field(0)->setText(typed);
        accept();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog(), Limit);
        QCOMPARE(m_fixture->window->controller().target()->http.network.passphrase, typed);
    }
    // The key is unlocked now; the fault is the port.
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->find<QPushButton>(u"messageBarAction"_s)->text(), u"Change URL…"_s, Limit);
}

void TestAskingValues::proxyPassword()
{
    ServerTarget target;
    target.http.url = QUrl(u"https://server.example/mcp"_s);
    target.http.network.proxy = u"http://me@127.0.0.1:9"_s;
    m_fixture->window->connectTo(target);
    press(u"Enter Password…"_s);
    QVERIFY(dialog());
    field(0)->setText(u"a@b"_s);
    accept();
    QCOMPARE(m_fixture->window->controller().target()->http.network.proxy, u"http://me:a%40b@127.0.0.1:9"_s);
    QVERIFY(!m_fixture->settings.recentServers().constFirst().toSetting().contains(u"a%40b"_s));
}

QTEST_MAIN(TestAskingValues)
#include "tst_askingvalues.moc"
