// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/networkdialog.h"
#include "ui/dialogs/connect/serverform.h"
#include "ui/dialogs/preferencesdialog.h"
#include "ui/windowfixture.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestConnectDialog : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void lineAndFieldsAreSynchronized();
    void everyFieldIsUsed();
    void reportsWhatIsMissing();
    void explainsThatNoShellIsUsed_data();
    void explainsThatNoShellIsUsed();
    void variablesMoveToTheEnvironment();
    void recentServersFillTheForm();
    void demoServerIsOffered();
    void browsesForProgramAndFolder();
    void urlInTheCommandLineIsRecognized();
    void placeholdersInThePathAreKept();
    void everyFieldOfAUrlIsUsed();
    void networkOptionsAreEdited();
    void reportsAnInvalidUrl_data();
    void reportsAnInvalidUrl();
    void headerValuesAreRequestedAgain();
    void variableValuesAreRequestedAgain();
    void headerCanBeRemoved();
    void preferencesAreStored();
    void preferencesCanBeDiscarded();
    void invalidNumberIsReported_data();
    void invalidNumberIsReported();

private:
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_dialog->findChild<T *>(name);
    }
    [[nodiscard]] ServerTarget target() const { return m_dialog->form()->target(); }
    void reopen();
    void showUrlForm() { find<QTabWidget>(u"serverKinds"_s)->setCurrentIndex(1); }
    void setHeader(int row, const QString &name, const QString &value)
    {
        auto *headers = find<QTableWidget>(u"headers"_s);
        headers->setItem(row, 0, new QTableWidgetItem(name));
        headers->setItem(row, 1, new QTableWidgetItem(value));
    }

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<ConnectDialog> m_dialog;
};

void TestConnectDialog::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    reopen();
}

void TestConnectDialog::cleanup()
{
    m_dialog.reset();
    m_fixture.reset();
}

void TestConnectDialog::reopen()
{
    m_dialog = std::make_unique<ConnectDialog>(m_fixture->settings, m_fixture->dialogs, m_fixture->services.demoServer);
    m_dialog->open();
}

void TestConnectDialog::lineAndFieldsAreSynchronized()
{
    QTest::keyClicks(find<QLineEdit>(u"commandLine"_s), u"npx -y \"my server\" stdio"_s);
    QCOMPARE(find<QLineEdit>(u"program"_s)->text(), u"npx"_s);
    QCOMPARE(find<QPlainTextEdit>(u"arguments"_s)->toPlainText(), u"-y\nmy server\nstdio"_s);
    QCOMPARE(target().command.arguments, QStringList({u"-y"_s, u"my server"_s, u"stdio"_s}));

    auto *arguments = find<QPlainTextEdit>(u"arguments"_s);
    arguments->moveCursor(QTextCursor::End);
    QTest::keyClick(arguments, Qt::Key_Return);
    QTest::keyClicks(arguments, u"two words"_s);
    QCOMPARE(find<QLineEdit>(u"commandLine"_s)->text(), target().command.toLine());
    QCOMPARE(StdioCommand::fromLine(find<QLineEdit>(u"commandLine"_s)->text())->arguments,
             QStringList({u"-y"_s, u"my server"_s, u"stdio"_s, u"two words"_s}));
}

void TestConnectDialog::everyFieldIsUsed()
{
    QTest::keyClicks(find<QLineEdit>(u"program"_s), u"server"_s);
    QTest::keyClicks(find<QLineEdit>(u"workingDirectory"_s), u"/srv"_s);
    QTest::keyClicks(find<QPlainTextEdit>(u"setVariables"_s), u"A=1=2"_s);
    QTest::keyClicks(find<QLineEdit>(u"unsetVariables"_s), u"B C"_s);
    QVERIFY(!find<QLineEdit>(u"inheritedVariables"_s)->isEnabled()); // all are inherited
    find<QCheckBox>(u"inheritEnvironment"_s)->click();
    QTest::keyClicks(find<QLineEdit>(u"inheritedVariables"_s), u"PATH HOME"_s);
    find<QComboBox>(u"revision"_s)->setCurrentText(u"2025-03-26"_s);
    find<QSpinBox>(u"serverTimeout"_s)->setValue(30);
    find<QCheckBox>(u"serverTimeoutExtends"_s)->click();
    find<QSpinBox>(u"serverTimeoutCap"_s)->setValue(90);
    QSignalSpy chosen(m_dialog.get(), &ConnectDialog::targetChosen);
    QTest::mouseClick(find<QPushButton>(u"connectButton"_s), Qt::LeftButton);
    QCOMPARE(chosen.count(), 1);
    QVERIFY(!m_dialog->isVisible());
    const auto result = chosen.at(0).at(0).value<ServerTarget>();
    QCOMPARE(result.command.program, u"server"_s);
    QCOMPARE(result.command.workingDirectory, u"/srv"_s);
    QCOMPARE(result.command.setVariables.value(u"A"_s), u"1=2"_s);
    QCOMPARE(result.command.unsetVariables, QStringList({u"B"_s, u"C"_s}));
    QVERIFY(!result.command.inheritEnvironment);
    QCOMPARE(result.command.inheritedVariables, QStringList({u"PATH"_s, u"HOME"_s}));
    QCOMPARE(result.timeouts,
             (Timeouts{.limit = std::chrono::seconds(30), .progressExtends = false, .cap = std::chrono::seconds(90)}));
    QCOMPARE(result.revision, Revision::R2025_03_26);
}

void TestConnectDialog::reportsWhatIsMissing()
{
    auto *connectButton = find<QPushButton>(u"connectButton"_s);
    QVERIFY(!connectButton->isEnabled());
    QCOMPARE(m_dialog->form()->complaint(), u"Type the command that starts the server, or its URL."_s);
    QTest::keyClicks(find<QLineEdit>(u"commandLine"_s), u"server"_s);
    QVERIFY(connectButton->isEnabled());
    QTest::keyClicks(find<QLineEdit>(u"commandLine"_s), u" 'it"_s);
    QVERIFY(!connectButton->isEnabled());
    QCOMPARE(m_dialog->form()->complaint(), u"Command: the quote ' at position 8 is not closed."_s);
    QTest::keyClicks(find<QLineEdit>(u"commandLine"_s), u"'"_s);
    QVERIFY(connectButton->isEnabled());
    QTest::keyClicks(find<QPlainTextEdit>(u"setVariables"_s), u"NAME"_s);
    QVERIFY(!connectButton->isEnabled());
    QCOMPARE(m_dialog->form()->complaint(), u"“NAME” is not of the form NAME=value."_s);
    QCOMPARE(find<QLabel>(u"variablesNote"_s)->text(), m_dialog->form()->complaint());
    QVERIFY(find<QLabel>(u"commandNote"_s)->isHidden());
}

void TestConnectDialog::explainsThatNoShellIsUsed_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("word"); // named in the note; empty: no note
    QTest::newRow("variable") << u"TOKEN=hunter2 npx server"_s << u"“TOKEN=…”"_s;
    QTest::newRow("pipe") << u"server | tee log"_s << u"“|”"_s;
    QTest::newRow("and") << u"cd /srv && node x.js"_s << u"“&&”"_s;
    QTest::newRow("end of a command") << u"cd /srv; node x.js"_s << u"“/srv;”"_s;
    QTest::newRow("redirection") << u"server 2>/dev/null"_s << u"“2>/dev/null”"_s;
    QTest::newRow("home") << u"~/bin/server"_s << u"“~/bin/server”"_s;
    QTest::newRow("expansion") << u"server --key=$KEY"_s << u"“--key=$KEY”"_s;
    QTest::newRow("substitution") << u"server $(pwd)"_s << u"“$(pwd)”"_s;
    QTest::newRow("plain") << u"npx -y @scope/server --a=b 'a b' ~x $ a|b"_s << QString();
    QTest::newRow("env is a program") << u"env TOKEN=x server"_s << QString();
}

void TestConnectDialog::explainsThatNoShellIsUsed()
{
    QFETCH(QString, line);
    QFETCH(QString, word);
    QTest::keyClicks(find<QLineEdit>(u"commandLine"_s), line);
    const auto *note = find<QLabel>(u"commandNote"_s);
    QCOMPARE(note->isHidden(), word.isEmpty());
    QVERIFY2(note->text().contains(word), qPrintable(note->text()));
    QVERIFY(!note->text().contains(u"hunter2"_s));
    QCOMPARE(find<QPushButton>(u"moveVariables"_s)->isHidden(), !word.endsWith(u"=…”"_s));
    QVERIFY(m_dialog->form()->complaint().isEmpty()); // only a hint
}

void TestConnectDialog::variablesMoveToTheEnvironment()
{
    auto *line = find<QLineEdit>(u"commandLine"_s);
    QTest::keyClicks(line, u"A=1 B='x y=z' server --c=d"_s);
    find<QPushButton>(u"moveVariables"_s)->click();
    QCOMPARE(line->text(), u"server --c=d"_s);
    const StdioCommand command = target().command;
    QCOMPARE(command.program, u"server"_s);
    QCOMPARE(command.arguments, QStringList{u"--c=d"_s});
    QCOMPARE(command.setVariables, (QHash<QString, QString>{{u"A"_s, u"1"_s}, {u"B"_s, u"x y=z"_s}}));
    QVERIFY(find<QLabel>(u"commandNote"_s)->isHidden());
    QVERIFY(find<QPushButton>(u"moveVariables"_s)->isHidden());
}

void TestConnectDialog::recentServersFillTheForm()
{
    ServerTarget first;
    first.command = {.program = u"first"_s, .arguments = {u"--x"_s}};
    first.revision = Revision::R2024_11_05;
    ServerTarget second;
    second.command = {.program = u"second"_s};
    m_fixture->settings.addRecentServer(first);
    m_fixture->settings.addRecentServer(second);
    reopen();
    QCOMPARE(target().command.program, u"second"_s); // the latest server is preselected
    QVERIFY(find<QPushButton>(u"removeRecent"_s)->isEnabled());
    auto *recent = find<QListWidget>(u"connectRecent"_s);
    QCOMPARE(recent->count(), 3);
    recent->setCurrentRow(2);
    QCOMPARE(find<QLineEdit>(u"commandLine"_s)->text(), u"first --x"_s);
    QCOMPARE(find<QComboBox>(u"revision"_s)->currentText(), u"2024-11-05"_s);
    QTest::mouseClick(find<QPushButton>(u"removeRecent"_s), Qt::LeftButton);
    QCOMPARE(m_fixture->settings.recentServers().size(), 1);
    QCOMPARE(recent->count(), 2);
}

void TestConnectDialog::demoServerIsOffered()
{
    auto *recent = find<QListWidget>(u"connectRecent"_s);
    recent->setCurrentRow(0);
    QVERIFY(!find<QPushButton>(u"removeRecent"_s)->isEnabled());
    QSignalSpy chosen(m_dialog.get(), &ConnectDialog::targetChosen);
    QTest::keyClick(recent, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(chosen.count(), 1, 10000);
    QVERIFY(chosen.at(0).at(0).value<ServerTarget>().isSameAs(m_fixture->services.demoServer));
}

void TestConnectDialog::browsesForProgramAndFolder()
{
    m_fixture->dialogs.path = u"/usr/bin/some program"_s;
    QTest::mouseClick(find<QPushButton>(u"browseProgram"_s), Qt::LeftButton);
    QCOMPARE(target().command.program, u"/usr/bin/some program"_s);
    QCOMPARE(find<QLineEdit>(u"commandLine"_s)->text(), u"'/usr/bin/some program'"_s);
    m_fixture->dialogs.path = u"/var"_s;
    QTest::mouseClick(find<QPushButton>(u"browseFolder"_s), Qt::LeftButton);
    QCOMPARE(target().command.workingDirectory, u"/var"_s);
}

void TestConnectDialog::urlInTheCommandLineIsRecognized()
{
    QTest::keyClicks(find<QLineEdit>(u"commandLine"_s), u"https://"_s);
    auto *url = find<QLineEdit>(u"url"_s);
    QVERIFY(url->isVisible());
    QVERIFY(!find<QLineEdit>(u"commandLine"_s)->isVisible());
    QVERIFY(!find<QPushButton>(u"connectButton"_s)->isEnabled());
    QTest::keyClicks(url, u"example.com/mcp"_s); // typing continues at the same place
    QCOMPARE(target().http.url, QUrl(u"https://example.com/mcp"_s));
    QVERIFY(target().isHttp());
    QVERIFY(find<QPushButton>(u"connectButton"_s)->isEnabled());
    find<QTabWidget>(u"serverKinds"_s)->setCurrentIndex(0);
    QVERIFY(find<QLineEdit>(u"commandLine"_s)->text().isEmpty());
    QVERIFY(!target().isHttp());
}

/// The values of placeholders are requested on connecting.
void TestConnectDialog::placeholdersInThePathAreKept()
{
    ServerTarget imported;
    imported.http.url = QUrl(u"https://h.example/${TENANT}/mcp?k=${input:k}"_s);
    m_dialog->setTarget(imported);
    QCOMPARE(find<QLineEdit>(u"url"_s)->text(), u"https://h.example/${TENANT}/mcp?k=${input:k}"_s);
    QVERIFY(find<QPushButton>(u"connectButton"_s)->isEnabled());
    QCOMPARE(target().placeholders().size(), 2);
    QCOMPARE(target().address(), imported.address());
}

void TestConnectDialog::everyFieldOfAUrlIsUsed()
{
    showUrlForm();
    QTest::keyClicks(find<QLineEdit>(u"url"_s), u" http://localhost:3001/mcp?a=b "_s);
    setHeader(0, u"Authorization"_s, u"Bearer hunter2"_s);
    setHeader(1, u"X-Tenant"_s, u"7"_s);
    QCOMPARE(find<QTableWidget>(u"headers"_s)->rowCount(), 3); // with an empty row for the next one
    find<QComboBox>(u"transport"_s)->setCurrentIndex(2);
    find<QDoubleSpinBox>(u"cancelGrace"_s)->setValue(0.25);
    find<QSpinBox>(u"connectTimeout"_s)->setValue(7);
    find<QSpinBox>(u"idleTimeout"_s)->setValue(90);
    find<QComboBox>(u"revision"_s)->setCurrentText(u"2024-11-05"_s);
    QSignalSpy chosen(m_dialog.get(), &ConnectDialog::targetChosen);
    QTest::mouseClick(find<QPushButton>(u"connectButton"_s), Qt::LeftButton);
    QCOMPARE(chosen.count(), 1);
    const auto result = chosen.at(0).at(0).value<ServerTarget>();
    QCOMPARE(result.http.url, QUrl(u"http://localhost:3001/mcp?a=b"_s));
    QCOMPARE(result.http.kind, HttpOptions::Kind::HttpSse);
    QCOMPARE(result.http.headers.value("authorization"), "Bearer hunter2"_ba);
    QCOMPARE(result.http.headers.value("X-Tenant"), "7"_ba);
    QCOMPARE(result.http.cancelGrace, std::chrono::milliseconds(250));
    QCOMPARE(result.http.exchange.connectTimeout, std::chrono::seconds(7));
    QCOMPARE(result.http.exchange.idleTimeout, std::chrono::seconds(90));
    QCOMPARE(result.revision, Revision::R2024_11_05);
    QVERIFY(!result.http.followRedirects);
    QCOMPARE(result.title(), u"localhost:3001"_s);
}

void TestConnectDialog::networkOptionsAreEdited()
{
    showUrlForm();
    auto *button = find<QPushButton>(u"networkButton"_s);
    QVERIFY(button->toolTip().contains(u"Certificates, proxy and redirects: default."_s));
    QTest::mouseClick(button, Qt::LeftButton);
    const auto *dialog = find<NetworkDialog>(u"networkDialog"_s);
    const auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    const auto *note = find<QLabel>(u"networkNote"_s);
    QVERIFY(ok->isEnabled());
    // The error is shown at once.
    find<QLineEdit>(u"caFile"_s)->setText(u"/missing.pem"_s);
    QVERIFY2(note->text().contains(u"/missing.pem cannot be read: "_s), qPrintable(note->text()));
    QVERIFY(!ok->isEnabled());
    const QString certificate = QFINDTESTDATA("core/data/loopback.crt");
    m_fixture->dialogs.path = certificate;
    QTest::mouseClick(find<QPushButton>(u"caFileBrowse"_s), Qt::LeftButton);
    QCOMPARE(find<QLineEdit>(u"caFile"_s)->text(), certificate);
    find<QLineEdit>(u"certificateFile"_s)->setText(certificate);
    find<QLineEdit>(u"keyFile"_s)->setText(QFINDTESTDATA("core/data/encrypted.key"));
    QVERIFY(note->text().contains(u"needs a passphrase"_s));
    find<QLineEdit>(u"keyPassphrase"_s)->setText(u"secret"_s);
    QCOMPARE(find<QLineEdit>(u"keyPassphrase"_s)->echoMode(), QLineEdit::Password);
    find<QComboBox>(u"proxyKind"_s)->setCurrentIndex(2);
    QVERIFY(!ok->isEnabled());
    find<QLineEdit>(u"proxy"_s)->setText(u"http://p.example:8080"_s);
    QVERIFY2(ok->isEnabled(), qPrintable(note->text()));
    find<QCheckBox>(u"followRedirects"_s)->click();
    QTest::mouseClick(dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QVERIFY2(button->toolTip().contains(u"\nproxy http://p.example:8080"_s), qPrintable(button->toolTip()));
    QVERIFY(target().http.followRedirects);
    const HttpNetwork network = target().http.network;
    QCOMPARE(network.caFile, certificate);
    QCOMPARE(network.passphrase, u"secret"_s);
    QCOMPARE(network.proxy, u"http://p.example:8080"_s);
}

void TestConnectDialog::reportsAnInvalidUrl_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("note");
    QTest::addColumn<QString>("complaint");
    const QString fine = u"http://localhost/mcp"_s;
    QTest::newRow("nothing") << u""_s << u""_s << u""_s << u"urlNote"_s << u"Type the URL of the server."_s;
    QTest::newRow("no scheme") << u"localhost/mcp"_s << u""_s << u""_s << u"urlNote"_s
                               << u"The URL must begin with http:// or https://."_s;
    QTest::newRow("other scheme") << u"ws://localhost/mcp"_s << u""_s << u""_s << u"urlNote"_s
                                  << u"The URL must begin with http:// or https://."_s;
    QTest::newRow("no host") << u"http:///mcp"_s << u""_s << u""_s << u"urlNote"_s << u"The URL has no host."_s;
    QTest::newRow("bad port") << u"http://localhost:99999/"_s << u""_s << u""_s << u"urlNote"_s
                              << u"Not a valid URL: Invalid port or port number out of range."_s;
    QTest::newRow("header without a name") << fine << u""_s << u"x"_s << u"headerNote"_s << u"A header needs a name."_s;
    QTest::newRow("bad name") << fine << u"My Header"_s << u"x"_s << u"headerNote"_s
                              << u"“My Header” is not a valid header name."_s;
    QTest::newRow("header without a value") << fine << u"Authorization"_s << u""_s << u"headerNote"_s
                                            << u"Authorization needs a value. Values are not saved."_s;
    QTest::newRow("bad value") << fine << u"X"_s << u"a\nb"_s << u"headerNote"_s
                               << u"The value of X contains a character that is not allowed in headers."_s;
}

void TestConnectDialog::reportsAnInvalidUrl()
{
    QFETCH(QString, url);
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, note);
    QFETCH(QString, complaint);
    showUrlForm();
    QTest::keyClicks(find<QLineEdit>(u"url"_s), url);
    setHeader(0, name, value);
    QCOMPARE(m_dialog->form()->complaint(), complaint);
    QCOMPARE(find<QLabel>(note)->text(), complaint);
    QVERIFY(find<QLabel>(note)->isVisible());
    QVERIFY(!find<QPushButton>(u"connectButton"_s)->isEnabled());
    find<QLineEdit>(u"url"_s)->setText(u"https://example.com/"_s);
    setHeader(0, u"X"_s, u"y"_s);
    QVERIFY(find<QPushButton>(u"connectButton"_s)->isEnabled());
    QVERIFY(!find<QLabel>(note)->isVisible());
}

void TestConnectDialog::headerValuesAreRequestedAgain()
{
    ServerTarget known;
    known.http.url = QUrl(u"http://127.0.0.1:9/mcp"_s);
    known.http.headers.add("Authorization", "Bearer hunter2");
    m_fixture->settings.addRecentServer(known);
    reopen();
    QVERIFY(find<QLineEdit>(u"url"_s)->isVisible());
    QVERIFY(find<QListWidget>(u"connectRecent"_s)->item(1)->text().contains(u"127.0.0.1:9"_s));
    QCOMPARE(find<QTableWidget>(u"headers"_s)->item(0, 0)->text(), u"Authorization"_s);
    QVERIFY(!find<QPushButton>(u"connectButton"_s)->isEnabled());
    m_dialog->close();
    // Other ways to connect do not use half a header either.
    m_fixture->window->connectTo(m_fixture->settings.recentServers().first());
    QVERIFY(!m_fixture->window->controller().conversation());
    auto *asked = m_fixture->find<ConnectDialog>(u"connectDialog"_s);
    QVERIFY(asked && asked->isVisible());
    QCOMPARE(asked->form()->target().http.url, known.http.url);
    // The focus is on the missing value, so the user types only that.
    QVERIFY(QTest::qWaitForWindowActive(asked));
    QVERIFY(asked->findChild<QTableWidget *>(u"headers"_s)->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClicks(QApplication::focusWidget(), u"Bearer 3"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(asked->form()->target().http.headers.value("Authorization"), "Bearer 3"_ba);
}

void TestConnectDialog::variableValuesAreRequestedAgain()
{
    ServerTarget known;
    known.name = u"Known"_s;
    known.command.program = u"server"_s;
    known.command.setVariables = {{u"MODE"_s, QString()}, {u"TOKEN"_s, QString()}};
    known.forgotten = {u"TOKEN"_s};
    m_dialog->setTarget(known);
    QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
    QVERIFY(find<QPlainTextEdit>(u"setVariables"_s)->hasFocus());
    QTest::keyClicks(QApplication::focusWidget(), u"abc"_s);
    QCOMPARE(target().command.setVariables.value(u"TOKEN"_s), u"abc"_s);
    known.forgotten.clear();
    m_dialog->setTarget(known);
    QVERIFY(find<QLineEdit>(u"commandLine"_s)->hasFocus());
}

void TestConnectDialog::headerCanBeRemoved()
{
    showUrlForm();
    find<QLineEdit>(u"url"_s)->setText(u"http://localhost/"_s);
    setHeader(0, u"A"_s, u"1"_s);
    setHeader(1, u"B"_s, u"2"_s);
    auto *remove = find<QPushButton>(u"removeHeader"_s);
    find<QTableWidget>(u"headers"_s)->setCurrentCell(2, 0);
    QVERIFY(!remove->isEnabled()); // the empty row stays
    find<QTableWidget>(u"headers"_s)->setCurrentCell(0, 0);
    QTest::mouseClick(remove, Qt::LeftButton);
    QVERIFY(!target().http.headers.contains("A"));
    QCOMPARE(target().http.headers.value("B"), "2"_ba);
}

void TestConnectDialog::preferencesAreStored()
{
    PreferencesDialog dialog(m_fixture->settings, u"/somewhere"_s);
    dialog.findChild<QCheckBox *>(u"keepSessions"_s)->click();
    QVERIFY(!dialog.findChild<QSpinBox *>(u"sessionsMegabytes"_s)->isEnabled());
    dialog.findChild<QSpinBox *>(u"probeMilliseconds"_s)->setValue(500);
    dialog.findChild<QSpinBox *>(u"jsonDepth"_s)->setValue(77);
    QTest::keyClicks(dialog.findChild<QComboBox *>(u"language"_s), u"E"_s);
    QTest::mouseClick(dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QCOMPARE(m_fixture->settings.value(Settings::KeepSessions), false);
    QCOMPARE(m_fixture->settings.language(), u"en"_s);
    QCOMPARE(m_fixture->settings.value(Settings::ProbeMilliseconds), 500);
    QCOMPARE(m_fixture->settings.value(Settings::JsonDepth), 77);
}

void TestConnectDialog::preferencesCanBeDiscarded()
{
    PreferencesDialog dialog(m_fixture->settings, u"/somewhere"_s);
    dialog.findChild<QSpinBox *>(u"jsonDepth"_s)->setValue(77);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QCOMPARE(m_fixture->settings.value(Settings::JsonDepth), Settings::JsonDepth.fallback);
}

void TestConnectDialog::invalidNumberIsReported_data()
{
    QTest::addColumn<QString>("typed");
    QTest::newRow("too small") << u"0"_s;
    QTest::newRow("too large") << u"99999999999"_s;
    QTest::newRow("no number") << u"many"_s;
    QTest::newRow("nothing") << u""_s;
}

/// The error is shown while typing. OK then restores the old number, reports that, and keeps the dialog open once.
void TestConnectDialog::invalidNumberIsReported()
{
    QFETCH(const QString, typed);
    PreferencesDialog dialog(m_fixture->settings, u"/somewhere"_s);
    dialog.show();
    dialog.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    auto *box = dialog.findChild<QSpinBox *>(u"sessionsMegabytes"_s);
    const auto *note = dialog.findChild<QLabel *>(u"sessionsMegabytesNote"_s);
    const int before = box->value();
    QVERIFY(!note->isVisible());
    box->setFocus();
    QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(box, Qt::Key_Backspace);
    QTest::keyClicks(box, typed);
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().contains(QString::number(box->minimum())), qPrintable(note->text()));
    auto *ok = dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    QTest::mouseClick(ok, Qt::LeftButton);
    QVERIFY(dialog.isVisible());
    QVERIFY(box->hasFocus());
    QVERIFY2(note->isVisible() && note->text().contains(u"“%1”"_s.arg(typed)), qPrintable(note->text()));
    QCOMPARE(box->value(), before);
    QTest::mouseClick(ok, Qt::LeftButton);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(m_fixture->settings.value(Settings::SessionsMegabytes), before);
}

QTEST_MAIN(TestConnectDialog)
#include "tst_connectdialog.moc"
