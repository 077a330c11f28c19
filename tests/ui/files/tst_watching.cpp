// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/actions.h"
#include "ui/dialogs/lists/watchdialog.h"
#include "ui/views/messages/textview.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/windowfixture.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Server > Watch a Host: servers of a host run through the proxy, after the difference was shown.
class TestWatching : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void servers();
    void noHost();
    void changedFile();
    void faultyFile();

private:
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_fixture->window->findChild<T *>(name);
    }
    void write(const QByteArray &text) const;
    [[nodiscard]] QByteArray text() const;
    [[nodiscard]] QList<QCheckBox *> boxes() const
    {
        return find<WatchDialog>(u"watchDialog"_s)->findChildren<QCheckBox *>(u"importCheck"_s);
    }
    [[nodiscard]] QString path() const { return m_fixture->file(u".cursor/mcp.json"_s); }

    std::unique_ptr<WindowFixture> m_fixture;
};

namespace {

const QByteArray Original = R"({
  "mcpServers": {
    "files": {"command": "npx", "args": ["-y", "server-files"], "env": {"API_KEY": "hunter2-hunter2"}},
    "far": {"url": "https://example.com/mcp", "headers": {"Authorization": "Bearer hunter2"}}, // by URL
    "bad": {"args": []}
  }
})";

}

void TestWatching::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    qputenv("HOME", m_fixture->folder.path().toUtf8());
    for (const char *place : {"XDG_CONFIG_HOME", "XDG_DATA_HOME"}) // of the user who runs the test
        qunsetenv(place);
}

void TestWatching::cleanup()
{
    m_fixture.reset();
}

void TestWatching::write(const QByteArray &text) const
{
    QVERIFY(QDir().mkpath(QFileInfo(path()).path()));
    QFile file(path());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QByteArray TestWatching::text() const
{
    QFile file(path());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestWatching::servers()
{
    write(Original);
    m_fixture->window->actions().watchHost->trigger();
    QCOMPARE(find<QComboBox>(u"watchHosts"_s)->currentText(), u"Cursor · ~/.cursor/mcp.json"_s);
    QCOMPARE(boxes().size(), 3);
    QVERIFY(!boxes().at(2)->isEnabled());
    auto *const button = find<QPushButton>(u"watchWrite"_s);
    auto *const difference = find<TextView>(u"watchDifference"_s);
    QVERIFY(!button->isEnabled());
    QVERIFY(difference->text().isEmpty());

    boxes().at(0)->click();
    boxes().at(1)->click();
    QVERIFY(button->isEnabled());
    QVERIFY(difference->text().contains(u"\n+    \"files\": {\"command\": \""_s));
    QVERIFY(!difference->text().contains(u"hunter2"_s));
    QCOMPARE(text(), Original);
    button->click();
    QCOMPARE(text().count("\"proxy\""), 2);
    QVERIFY(!find<QLabel>(u"watchNote"_s)->text().isEmpty());
    QVERIFY(!button->isEnabled());
    QVERIFY(boxes().at(0)->isChecked() && boxes().at(1)->isChecked());

    boxes().at(0)->click();
    boxes().at(1)->click();
    button->click();
    QCOMPARE(text(), Original);
}

void TestWatching::noHost()
{
    m_fixture->window->actions().watchHost->trigger();
    QVERIFY(!find<QComboBox>(u"watchHosts"_s)->isEnabled());
    QVERIFY(!find<FieldNote>(u"watchProblem"_s)->text().isEmpty());
    QVERIFY(!find<QPushButton>(u"watchWrite"_s)->isEnabled());
    write(Original);
    m_fixture->dialogs.path = path();
    find<QPushButton>(u"watchFile"_s)->click();
    QVERIFY(find<FieldNote>(u"watchProblem"_s)->text().isEmpty());
    QCOMPARE(boxes().size(), 3);
}

/// The host writes its file between the difference and the button.
void TestWatching::changedFile()
{
    write(Original);
    m_fixture->window->actions().watchHost->trigger();
    boxes().at(0)->click();
    write(Original + '\n');
    find<QPushButton>(u"watchWrite"_s)->click();
    QVERIFY(find<FieldNote>(u"watchProblem"_s)->text().contains(u"has changed"_s));
    QCOMPARE(text(), Original + '\n');
}

void TestWatching::faultyFile()
{
    write("{\n  oops");
    m_fixture->window->actions().watchHost->trigger();
    QVERIFY(find<FieldNote>(u"watchProblem"_s)->text().contains(u"line 2"_s));
    QVERIFY(boxes().isEmpty());
    QVERIFY(!find<QPushButton>(u"watchWrite"_s)->isEnabled());
}

QTEST_MAIN(TestWatching)
#include "tst_watching.moc"
