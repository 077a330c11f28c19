// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/serverform.h"
#include "ui/dialogs/lists/exportserversdialog.h"
#include "ui/dialogs/lists/importdialog.h"
#include "ui/mainwindow/sources/hostlogmenu.h"
#include "ui/views/messages/textview.h"
#include "ui/views/widgets/drophint.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/windowfixture.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Import of servers from configurations of other tools: complete, reviewed, and started only with consent.
class TestImporting : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void allServersOfAFileAreShown();
    void longNameIsElided();
    void namesTheProjectOfAServer();
    void checkedServersAreSaved();
    void knownServersAreMarked();
    void badFilesAreExplained_data();
    void badFilesAreExplained();
    void onlyFilesAreRead();
    void longConfigurationIsPastedCompletely();
    void usualPlacesAreOffered();
    void dropOpensTheDialog();
    void dropOnATextFieldOpensTheDialog_data();
    void dropOnATextFieldOpensTheDialog();
    void pasteOnTheStartPage();
    void pasteIntoTheCommandLine();
    void hiddenCharactersAreShown();
    void importedCommandIsConfirmedOnce();
    void changedCommandIsConfirmedAgain();
    void typedCommandNeedsNoConfirmation();
    void placeholdersOfAnAddressAreRequested();
    void configurationsOfOtherFormatsAreImported();
    void logsOfHostsAreInTheMenu();
    void forgottenValuesAreRequested();
    void savedServersAreWritten();
    void oneServerOrAGroupIsExported();

private:
    /// Presses Save in the export dialog.
    void saveExport();
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_fixture->window->findChild<T *>(name);
    }
    QString write(const QByteArray &json, const QString &name = u"mcp.json"_s) const;
    [[nodiscard]] QStringList texts(const QString &name) const;
    [[nodiscard]] ServerList saved() const { return m_fixture->settings.savedServers(); }
    /// Saves the demo server.
    void saveDemo(const QStringList &arguments = {}) const;

    std::unique_ptr<WindowFixture> m_fixture;
};

namespace {

const QByteArray Sample = R"({
  // with a comment
  "mcpServers": {
    "files": {"command": "npx", "args": ["-y", "server-files", "/a folder"], "cwd": "/srv", "env": {"TOKEN": "hunter2", "KEY": "${env:K}"}},
    "off": {"command": "off", "disabled": true},
    "far": {"url": "https://example.com/mcp", "headers": {"Authorization": "Bearer hunter2"}},
    "bad": {"args": []},
  }
})";

}

void TestImporting::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    qputenv("HOME", m_fixture->folder.path().toUtf8());
}

void TestImporting::cleanup()
{
    m_fixture.reset();
}

QString TestImporting::write(const QByteArray &json, const QString &name) const
{
    const QString path = m_fixture->file(name);
    QFile file(path);
    if (!QDir().mkpath(QFileInfo(path).path()) || !file.open(QIODevice::WriteOnly))
        qFatal("no file");
    file.write(json);
    return path;
}

QStringList TestImporting::texts(const QString &name) const
{
    QStringList all;
    const QList<QLabel *> labels = find<ImportDialog>(u"importDialog"_s)->findChildren<QLabel *>(name);
    for (const QLabel *label : labels)
        all << label->text();
    return all;
}

void TestImporting::saveDemo(const QStringList &arguments) const
{
    ServerTarget target = WindowFixture::demoServer(arguments);
    target.name = u"imported demo"_s;
    target.imported = true;
    ServerList list = saved();
    list.put(target);
    m_fixture->settings.setSavedServers(list);
}

void TestImporting::allServersOfAFileAreShown()
{
    m_fixture->dialogs.path = write(Sample);
    m_fixture->window->actions().importServers->trigger();
    QVERIFY(!find<QPushButton>(u"importButton"_s)->isEnabled());
    QTest::mouseClick(find<QPushButton>(u"importFile"_s), Qt::LeftButton);
    QCOMPARE(find<QLabel>(u"importSource"_s)->text(), u"From ~/mcp.json, 4 servers:"_s);
    QCOMPARE(texts(u"importAddress"_s),
             QStringList({u"npx -y server-files '/a folder'"_s, u"off"_s, u"https://example.com/mcp"_s}));
    QCOMPARE(texts(u"importFact"_s), QStringList({u"In the folder: /srv"_s, u"With the variables: KEY, TOKEN"_s,
                                                  u"With the headers: Authorization"_s}));
    const QString remarks = texts(u"importRemark"_s).join(u'\n');
    for (const QString &part : {u"${env:K}"_s, u"Disabled"_s, u"neither a command nor a URL"_s})
        QVERIFY2(remarks.contains(part), qPrintable(remarks));
    QList<bool> checks;
    const auto boxes = find<ImportDialog>(u"importDialog"_s)->findChildren<QCheckBox *>(u"importCheck"_s);
    for (const QCheckBox *box : boxes)
        checks << box->isChecked();
    QCOMPARE(checks, QList({true, false, true, false}));
    QVERIFY(!boxes.last()->isEnabled());
    QVERIFY(find<QLabel>(u"importSecrets"_s)->text().contains(u"Authorization, KEY, TOKEN"_s));
    QVERIFY(saved().isEmpty());
}

/// A long name is cut instead of making the list scroll; its tool tip has all of it.
void TestImporting::longNameIsElided()
{
    const QString name = u"a&b "_s.repeated(60).trimmed();
    write(R"({"mcpServers":{")"_ba + name.toUtf8() + R"(":{"command":"npx"}, "short": {"command":"npx"}}})");
    m_fixture->window->openCapture(m_fixture->file(u"mcp.json"_s));
    const auto *found = find<QScrollArea>(u"importFound"_s);
    QVERIFY(found);
    const QList<QCheckBox *> checks = found->findChildren<QCheckBox *>();
    QCOMPARE(checks.size(), 2);
    QTRY_VERIFY_WITH_TIMEOUT(checks.at(0)->text().contains(u'…'), 5000);
    QVERIFY(checks.at(0)->text().endsWith(u"a&&b"_s));
    QVERIFY(checks.at(0)->width() <= found->viewport()->width());
    QCOMPARE(checks.at(0)->accessibleName(), name);
    QVERIFY(checks.at(0)->toolTip().contains(u"a&amp;b"_s));
    QCOMPARE(checks.at(1)->text(), u"short"_s);
    QCOMPARE(found->horizontalScrollBar()->maximum(), 0);
}

void TestImporting::namesTheProjectOfAServer()
{
    m_fixture->window->openCapture(write(R"({"mcpServers":{"a":{"url":"http://127.0.0.1/a"}},
        "projects":{"/srv/one":{"mcpServers":{"b":{"url":"http://127.0.0.1/b"}}}}})"));
    QCOMPARE(texts(u"importAddress"_s).size(), 2);
    QCOMPARE(texts(u"importFact"_s), QStringList{u"For the project: /srv/one"_s});
}

void TestImporting::checkedServersAreSaved()
{
    m_fixture->window->openCapture(write(Sample));
    const auto boxes = find<ImportDialog>(u"importDialog"_s)->findChildren<QCheckBox *>(u"importCheck"_s);
    boxes.at(2)->setFocus();
    QTest::keyClick(boxes.at(2), Qt::Key_Space);
    QTest::keyClicks(find<QLineEdit>(u"importGroup"_s), u"work"_s);
    QTest::keyClick(find<QLineEdit>(u"importGroup"_s), Qt::Key_Return);
    QCOMPARE(saved().servers().size(), 1);
    const ServerTarget server = saved().servers().first();
    QCOMPARE(server.name, u"files"_s);
    QCOMPARE(server.group, u"work"_s);
    QVERIFY(server.imported);
    QCOMPARE(server.command.setVariables.value(u"TOKEN"_s), u"hunter2"_s); // for this session
    m_fixture->store.sync();
    QFile settings(m_fixture->store.fileName());
    QVERIFY(settings.open(QIODevice::ReadOnly));
    QVERIFY(!settings.readAll().contains("hunter2"));
    QVERIFY(
        m_fixture->window->findChild<MessageBar *>(u"messageBar"_s)->text().startsWith(u"1 server saved: files."_s));
    QTest::keyClick(m_fixture->window.get(), Qt::Key_N, Qt::ControlModifier | Qt::AltModifier); // not a command
    QVERIFY(m_fixture->window->findChild<MessageBar *>(u"messageBar"_s)->isVisible());
    m_fixture->window->actions().connectServer->trigger(); // an unrelated action
    QVERIFY(!m_fixture->window->findChild<MessageBar *>(u"messageBar"_s)->isVisible());
}

void TestImporting::knownServersAreMarked()
{
    m_fixture->window->openCapture(write(Sample));
    QTest::keyClick(find<ImportDialog>(u"importDialog"_s), Qt::Key_Return);
    QCOMPARE(saved().servers().size(), 2);
    QTRY_VERIFY_WITH_TIMEOUT(!find<ImportDialog>(u"importDialog"_s), 5000);
    m_fixture->window->openCapture(write(Sample));
    QCOMPARE(texts(u"importRemark"_s).filter(u"Already saved as files"_s).size(), 1);
    QVERIFY(!find<QPushButton>(u"importButton"_s)->isEnabled());
    const auto boxes = find<ImportDialog>(u"importDialog"_s)->findChildren<QCheckBox *>(u"importCheck"_s);
    QTest::keyClick(boxes.first(), Qt::Key_Space); // import it again anyway
    QTest::mouseClick(find<QPushButton>(u"importButton"_s), Qt::LeftButton);
    QVERIFY(saved().find(u"files (2)"_s));
}

void TestImporting::badFilesAreExplained_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("problem");
    QTest::newRow("no JSON") << QByteArray("{\n  \"mcpServers\": oops }")
                             << u"Cannot read the configuration: line 2, column 17"_s;
    QTest::newRow("no servers") << QByteArray("{}") << u"The configuration contains no servers."_s;
    QTest::newRow("empty") << QByteArray() << u"Cannot read the configuration: line 1, column 1"_s;
    QTest::newRow("bytes") << QByteArray("\0\xFF\x01", 3) << u"Cannot read the configuration: line 1, column 1"_s;
}

void TestImporting::badFilesAreExplained()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, problem);
    m_fixture->window->openCapture(write(json));
    const auto *note = find<QLabel>(u"importProblem"_s);
    QVERIFY2(note->text().startsWith(problem), qPrintable(note->text()));
    QVERIFY(!find<QPushButton>(u"importButton"_s)->isEnabled());
    find<ImportDialog>(u"importDialog"_s)->readFile(write(Sample, u"good.json"_s)); // then read another file
    QVERIFY(note->isHidden());
    QVERIFY(find<QPushButton>(u"importButton"_s)->isEnabled());
}

void TestImporting::onlyFilesAreRead()
{
    const QString folder = m_fixture->file(u"folder.json"_s);
    const QString pipe = m_fixture->file(u"pipe.json"_s);
    QVERIFY(QDir().mkpath(folder));
    QCOMPARE(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
    m_fixture->window->actions().importServers->trigger();
    for (const QString &path : {folder, pipe, m_fixture->file(u"missing.json"_s)}) {
        find<ImportDialog>(u"importDialog"_s)->readFile(path);
        QCOMPARE(find<QLabel>(u"importProblem"_s)->text(), u"This is not a file."_s);
    }
}

void TestImporting::longConfigurationIsPastedCompletely()
{
    QByteArray json = "{\"mcpServers\": {";
    for (int i = 0; i < 1000; ++i)
        json += "\"server " + QByteArray::number(i) + "\": {\"command\": \"npx\", \"args\": [\"-y\", \"x\"]},\n";
    QApplication::clipboard()->setText(QString::fromUtf8(json + "}}"));
    m_fixture->window->actions().connectServer->trigger();
    QTest::keyClick(find<QLineEdit>(u"commandLine"_s), Qt::Key_V, Qt::ControlModifier);
    QVERIFY(find<ImportDialog>(u"importDialog"_s));
    QCOMPARE(texts(u"importAddress"_s).size(), 1000);
}

void TestImporting::usualPlacesAreOffered()
{
    write(Sample, u".cursor/mcp.json"_s);
    m_fixture->window->actions().importServers->trigger();
    QVERIFY(!find<QPushButton>(u"importFrom_Claude Code"_s));
    QVERIFY(texts(u"importAddress"_s).isEmpty()); // only on demand
    QTest::mouseClick(find<QPushButton>(u"importFrom_Cursor"_s), Qt::LeftButton);
    QCOMPARE(texts(u"importAddress"_s).size(), 3);
}

void TestImporting::dropOpensTheDialog()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(write(Sample))});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    auto *hint = find<DropHint>(u"dropHint"_s);
    QVERIFY(!hint->isVisible());
    QApplication::sendEvent(m_fixture->window.get(), &enter);
    QVERIFY(hint->isVisible() && !hint->text().isEmpty());
    QCOMPARE(hint->size(), m_fixture->window->size());
    QDragLeaveEvent leave;
    QApplication::sendEvent(m_fixture->window.get(), &leave);
    QVERIFY(!hint->isVisible());
    QApplication::sendEvent(m_fixture->window.get(), &enter);
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_fixture->window.get(), &event);
    QVERIFY(!hint->isVisible());
    QVERIFY(find<ImportDialog>(u"importDialog"_s));
    QCOMPARE(texts(u"importAddress"_s).size(), 3);
}

void TestImporting::dropOnATextFieldOpensTheDialog_data()
{
    QTest::addColumn<QString>("field");
    for (const char *field : {"jsonEdit", "requestFilter", "reasonEdit", "catalogSearch"})
        QTest::newRow(field) << QString::fromLatin1(field);
}

/// A file manager also offers the name of a dropped file as text, which the field must not take.
void TestImporting::dropOnATextFieldOpensTheDialog()
{
    QFETCH(const QString, field);
    QVERIFY(m_fixture->connectToDemo());
    auto *widget = m_fixture->window->findChild<QWidget *>(field);
    auto *text = qobject_cast<QPlainTextEdit *>(widget);
    QWidget *at = text ? text->viewport() : widget;
    const auto shown = [&] { return text ? text->toPlainText() : qobject_cast<QLineEdit *>(widget)->text(); };
    const QString before = shown();
    QMimeData data;
    const QUrl url = QUrl::fromLocalFile(write(Sample));
    data.setUrls({url});
    data.setText(url.toString());
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(at, &enter);
    QVERIFY(enter.isAccepted());
    QVERIFY(find<DropHint>(u"dropHint"_s)->isVisible());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(at, &drop);
    QCOMPARE(shown(), before);
    QVERIFY(find<ImportDialog>(u"importDialog"_s));
    QCOMPARE(texts(u"importAddress"_s).size(), 3);
}

void TestImporting::pasteOnTheStartPage()
{
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
    QApplication::clipboard()->setText(QString::fromUtf8(Sample));
    QTest::keyClick(m_fixture->window.get(), Qt::Key_V, Qt::ControlModifier);
    QVERIFY(find<ImportDialog>(u"importDialog"_s));
    QCOMPARE(texts(u"importAddress"_s).size(), 3);
    find<ImportDialog>(u"importDialog"_s)->close();
    QTRY_VERIFY_WITH_TIMEOUT(!find<ImportDialog>(u"importDialog"_s), 5000);
    QApplication::clipboard()->setText(u"npx -y 'my server'"_s);
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
    QTest::keyClick(m_fixture->window.get(), Qt::Key_V, Qt::ControlModifier);
    QVERIFY(find<ConnectDialog>(u"connectDialog"_s));
    QCOMPARE(find<QLineEdit>(u"commandLine"_s)->text(), u"npx -y 'my server'"_s);
}

void TestImporting::pasteIntoTheCommandLine()
{
    m_fixture->window->actions().connectServer->trigger();
    auto *line = find<QLineEdit>(u"commandLine"_s);
    QApplication::clipboard()->setText(QString::fromUtf8(Sample));
    QTest::keyClick(line, Qt::Key_V, Qt::ControlModifier);
    QVERIFY(line->text().isEmpty());
    QCOMPARE(texts(u"importAddress"_s).size(), 3);
    QTest::mouseClick(find<QPushButton>(u"importButton"_s), Qt::LeftButton);
    QCOMPARE(saved().servers().size(), 2);
    QCOMPARE(line->text(), u"npx -y server-files '/a folder'"_s); // the first one is preselected
    QVERIFY(find<ConnectDialog>(u"connectDialog"_s)->form()->target().imported);
    QApplication::clipboard()->setText(u"{\"mcpServers\": {"_s);
    line->clear();
    line->setFocus();
    line->paste(); // an unreadable text stays, with an explanation
    QVERIFY(line->text().contains(u"mcpServers"_s));
}

void TestImporting::hiddenCharactersAreShown()
{
    const QByteArray json = "{\"a\": {\"command\": \"ls\", \"args\": [\"\\u202egpj.exe\", \"a\\u0007b\\nc\"]}}";
    m_fixture->window->openCapture(write(json));
    const QString shown = texts(u"importAddress"_s).value(0);
    for (const QString &part : {u"⟨U+202E⟩"_s, u"⟨U+0007⟩"_s, u"⟨U+000A⟩"_s})
        QVERIFY2(shown.contains(part), qPrintable(shown));
}

void TestImporting::importedCommandIsConfirmedOnce()
{
    saveDemo({u"--legacy-only"_s});
    m_fixture->window->connectTo(*saved().find(u"imported demo"_s));
    auto *dialog = find<ConfirmDialog>(u"confirmDialog"_s);
    QVERIFY(dialog);
    QVERIFY(!m_fixture->window->controller().conversation());
    QCOMPARE(find<QPlainTextEdit>(u"confirmCommand"_s)->toPlainText(), saved().servers().first().address());
    QTest::keyClick(dialog, Qt::Key_Return); // the safe button is the default
    QTRY_VERIFY_WITH_TIMEOUT(!find<ConfirmDialog>(u"confirmDialog"_s), 5000);
    QVERIFY(!m_fixture->window->controller().conversation());

    m_fixture->window->connectTo(*saved().find(u"imported demo"_s));
    QTest::mouseClick(find<QPushButton>(u"confirmStart"_s), Qt::LeftButton);
    QVERIFY(m_fixture->waitForTools());
    QTRY_VERIFY_WITH_TIMEOUT(!find<ConfirmDialog>(u"confirmDialog"_s), 5000);
    m_fixture->window->connectTo(*saved().find(u"imported demo"_s));
    QVERIFY(!find<ConfirmDialog>(u"confirmDialog"_s));
    QCOMPARE(m_fixture->window->pages().size(), 2);
}

void TestImporting::changedCommandIsConfirmedAgain()
{
    saveDemo();
    m_fixture->settings.confirm(saved().servers().first());
    m_fixture->window->actions().connectServer->trigger();
    auto *dialog = find<ConnectDialog>(u"connectDialog"_s);
    dialog->setTarget(saved().servers().first());
    auto *line = find<QLineEdit>(u"commandLine"_s);
    line->setFocus();
    line->end(false);
    QTest::keyClicks(line, u" --legacy-only"_s);
    QTest::mouseClick(find<QPushButton>(u"connectButton"_s), Qt::LeftButton);
    QVERIFY(find<ConfirmDialog>(u"confirmDialog"_s));
    QVERIFY(find<QPlainTextEdit>(u"confirmCommand"_s)->toPlainText().endsWith(u" --legacy-only"_s));
    QVERIFY(!m_fixture->window->controller().conversation());
}

void TestImporting::typedCommandNeedsNoConfirmation()
{
    m_fixture->window->actions().connectServer->trigger();
    auto *line = find<QLineEdit>(u"commandLine"_s);
    line->selectAll();
    QTest::keyClicks(line, WindowFixture::demoServer().command.toLine());
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(!find<ConfirmDialog>(u"confirmDialog"_s));
    QVERIFY(m_fixture->waitForTools());
}

void TestImporting::placeholdersOfAnAddressAreRequested()
{
    ServerTarget target;
    target.urlTemplate = u"${BASE:-https://localhost:1}/${input:x}"_s;
    m_fixture->window->connectTo(target);
    auto *url = find<QLineEdit>(u"url"_s);
    QVERIFY(url);
    QVERIFY(!m_fixture->window->controller().conversation());
    QCOMPARE(url->text(), u"https://localhost:1/${input:x}"_s); // its default is suggested
    url->setText(u"https://${input:x}.example.com/mcp"_s);
    QVERIFY2(find<QLabel>(u"urlNote"_s)->text().contains(u"${input:x}"_s),
             qPrintable(find<QLabel>(u"urlNote"_s)->text()));
    QVERIFY(!find<QPushButton>(u"connectButton"_s)->isEnabled());
}

/// The format is recognized by the content, not by the name.
void TestImporting::configurationsOfOtherFormatsAreImported()
{
    const QString path = write("[mcp_servers.a]\ncommand = \"x\"\nargs = [\"y\"]\n", u"settings"_s);
    m_fixture->window->openCapture(path);
    QCOMPARE(texts(u"importAddress"_s), QStringList(u"x y"_s));
}

void TestImporting::logsOfHostsAreInTheMenu()
{
    const QString folder = m_fixture->file(u".config/Claude/logs"_s);
    QVERIFY(QDir().mkpath(folder));
    QFile log(folder + u"/mcp-server-a&b.log"_s);
    QVERIFY(log.open(QIODevice::WriteOnly));
    log.close();
    QMenu file;
    HostLogMenu menu(file, HostLog::Folders::in(m_fixture->file(QString())));
    QSignalSpy chosen(&menu, &HostLogMenu::logChosen);
    emit file.aboutToShow();
    QCOMPARE(menu.actions().size(), 1);
    QVERIFY2(menu.actions().constFirst()->text().startsWith(u"Claude Desktop: a&&b ("_s),
             qPrintable(menu.actions().constFirst()->text()));
    menu.actions().constFirst()->trigger();
    QCOMPARE(QFileInfo(chosen.at(0).at(0).toString()).fileName(), u"mcp-server-a&b.log"_s);
    QVERIFY(QFile::remove(log.fileName()));
    emit file.aboutToShow();
    QVERIFY(!menu.isEnabled());
}

void TestImporting::forgottenValuesAreRequested()
{
    ServerTarget target = WindowFixture::demoServer();
    target.command.setVariables = {{u"TOKEN"_s, u"x"_s}};
    const auto later = ServerTarget::fromSetting(target.toSetting());
    QVERIFY(later);
    m_fixture->window->connectTo(*later);
    QVERIFY(find<ConnectDialog>(u"connectDialog"_s));
    QVERIFY(!m_fixture->window->controller().conversation());
    const auto *note = find<QLabel>(u"variablesNote"_s);
    QVERIFY2(note->text().contains(u"TOKEN"_s), qPrintable(note->text()));
    auto *variables = find<QPlainTextEdit>(u"setVariables"_s);
    variables->moveCursor(QTextCursor::End);
    QTest::keyClicks(variables, u"y"_s);
    QVERIFY(note->text().isEmpty());
    QTest::mouseClick(find<QPushButton>(u"connectButton"_s), Qt::LeftButton);
    QVERIFY(m_fixture->waitForTools());
    QCOMPARE(m_fixture->window->controller().target()->command.setVariables.value(u"TOKEN"_s), u"y"_s);
}

void TestImporting::savedServersAreWritten()
{
    QVERIFY(!m_fixture->window->actions().exportServers->isEnabled());
    saveDemo();
    m_fixture->dialogs.path = m_fixture->file(u"out.json"_s);
    QFile before(m_fixture->dialogs.path); // readable by everyone before
    QVERIFY(before.open(QIODevice::WriteOnly));
    before.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
    before.close();
    m_fixture->window->actions().exportServers->trigger();
    const auto *preview = find<TextView>(u"exportedPreview"_s); // a server with every member fits into the preview
    QVERIFY(preview->height() >= 25 * preview->fontMetrics().lineSpacing());
    saveExport();
    const auto own = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
    QCOMPARE(QFile::permissions(m_fixture->dialogs.path), own);
    find<MessageBar>({})->clear();
    m_fixture->window->openCapture(m_fixture->dialogs.path);
    QCOMPARE(texts(u"importAddress"_s), QStringList(saved().servers().first().address()));
}

void TestImporting::saveExport()
{
    const auto *buttons = find<ExportServersDialog>(u"exportServersDialog"_s)->findChild<QDialogButtonBox *>();
    QTest::mouseClick(buttons->button(QDialogButtonBox::Save), Qt::LeftButton);
}

void TestImporting::oneServerOrAGroupIsExported()
{
    ServerList servers;
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s}) {
        ServerTarget target;
        target.name = name;
        target.group = name == u"a"_s ? QString() : u"team"_s;
        target.command = {.program = u"run"_s, .setVariables = {{u"TOKEN"_s, u"hunter2"_s}, {u"MODE"_s, u"test"_s}}};
        servers.put(target);
    }
    m_fixture->settings.setSavedServers(servers);
    m_fixture->window->actions().exportServers->trigger();
    auto *which = find<QComboBox>(u"exportedServers"_s);
    auto *format = find<QComboBox>(u"exportedFormat"_s);
    const auto *preview = find<TextView>(u"exportedPreview"_s);
    const auto names = [&](const char *place) {
        QStringList found;
        const QByteArray json = preview->text().toUtf8();
        const JsonValue object = JsonValue(json).pointer(place);
        for (const JsonMember &member : object)
            found << member.key();
        return found;
    };
    QCOMPARE(which->count(), 5); // all, one group, three servers
    QCOMPARE(names("/mcpServers"), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
    which->setFocus();
    QTest::keyClick(which, Qt::Key_Down);
    QCOMPARE(names("/mcpServers"), (QStringList{u"b"_s, u"c"_s}));
    QTest::keyClick(which, Qt::Key_Down);
    QCOMPARE(names("/mcpServers"), QStringList{u"a"_s});
    format->setFocus();
    QTest::keyClick(format, Qt::Key_Down);
    QCOMPARE(names("/servers"), QStringList{u"a"_s});

    const auto *note = find<FieldNote>(u"exportedNote"_s);
    QVERIFY2(note->text().contains(u"are replaced by their names: TOKEN"_s), qPrintable(note->text()));
    QVERIFY(!preview->text().contains(u"hunter2"_s) && preview->text().contains(u"test"_s));
    QTest::keyClick(find<QCheckBox>(u"exportedInFull"_s), Qt::Key_Space);
    QVERIFY2(note->text().startsWith(u"Anyone who reads the file can use these secrets: TOKEN"_s),
             qPrintable(note->text()));
    QVERIFY(preview->text().contains(u"hunter2"_s));
    QVERIFY2(note->text().contains(u"in URLs and arguments"_s), qPrintable(note->text()));
    auto *copies = find<QPushButton>(u"exportedCopy"_s);
    copies->click();
    QCOMPARE(QGuiApplication::clipboard()->text().trimmed(), preview->text().trimmed());
    QCOMPARE(copies->text(), u"&Copied"_s);
    QTest::keyClick(find<QCheckBox>(u"exportedInFull"_s), Qt::Key_Space); // the clipboard no longer matches the preview
    QCOMPARE(copies->text(), u"&Copy"_s);
    QTest::keyClick(find<QCheckBox>(u"exportedInFull"_s), Qt::Key_Space);
    m_fixture->dialogs.path = m_fixture->file(u"out.json"_s);
    const QString shown = preview->text();
    saveExport();
    QFile file(m_fixture->dialogs.path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()).trimmed(), shown.trimmed());
}

QTEST_MAIN(TestImporting)
#include "tst_importing.moc"
