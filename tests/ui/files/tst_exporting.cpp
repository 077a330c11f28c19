// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/capture/export/exportformat.h"
#include "support/exchanges.h"
#include "ui/actions.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/views/widgets/messagebar.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Exports read back, and all ways to open files.
class TestExporting : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void aReopenedExportHasTheSameRows();
    void reportContainsFindings();
    void stoppedExportIsReported();
    void selectionIsExported();
    void selectedMessagesAreExported();
    void otherFormats_data();
    void otherFormats();
    void failureIsExplained();
    void suffixSelectsTheFormat();
    void offersAnotherFileName();
    void formatChangesTheSuffix();
    void opensDroppedFiles();
    void opensFromTheMenuAndTheStartPage();
    void invalidFileIsExplained();
    void fileIsReadOnly();

private:
    /// Makes calls, a cancellation with a late response, and a failure, and disconnects.
    void converse();
    [[nodiscard]] bool exportTo(const QString &name, int format);
    [[nodiscard]] QString bar() const { return m_fixture->find<MessageBar>(u"messageBar"_s)->text(); }

    std::unique_ptr<WindowFixture> m_fixture;
    qsizetype m_late = -1;
};

void TestExporting::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestExporting::converse()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->call(u"echo"_s, R"({"text": "hello"})");
    m_late = m_fixture->call(u"late"_s, R"({"ms": 30, "from_cancel": true})");
    m_fixture->window->actions().cancel->trigger();
    m_fixture->call(u"echo"_s, R"({"text": 1})");
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(m_late).late.answered(), 5000);
    m_fixture->window->actions().disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().isConnected(), 10'000);
}

bool TestExporting::exportTo(const QString &name, int format)
{
    m_fixture->dialogs.path = m_fixture->file(name);
    m_fixture->dialogs.filter = format;
    m_fixture->window->actions().exportAll->trigger();
    m_fixture->agreeToExport();
    return QTest::qWaitFor([this] { return bar().startsWith(u"Exported to "_s); }, 10'000);
}

void TestExporting::aReopenedExportHasTheSameRows()
{
    converse();
    m_fixture->flush();
    const QStringList requests = WindowFixture::textOf(*m_fixture->requests());
    const QStringList messages = WindowFixture::textOf(*m_fixture->messages());
    QVERIFY(requests.size() >= 4);
    QVERIFY(exportTo(u"all.pullcord"_s, 0));

    m_fixture->window->openCapture(m_fixture->file(u"all.pullcord"_s));
    QVERIFY(!m_fixture->conversation().isLive());
    QCOMPARE(WindowFixture::textOf(*m_fixture->requests()), requests);
    QCOMPARE(WindowFixture::textOf(*m_fixture->messages()), messages);
    QVERIFY(m_fixture->requests()->index(int(m_late), 0).data(RequestTable::LateRole).toBool());
}

void TestExporting::reportContainsFindings()
{
    converse();
    const auto html = int(ExportFormats::all().indexOf(ExportFormat::Html));
    QVERIFY(exportTo(u"all.html"_s, html));
    QFile file(m_fixture->file(u"all.html"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.contains("<h2>Findings</h2>") && text.contains("<td>C01</td>"), text.constData());
}

void TestExporting::stoppedExportIsReported()
{
    QFile file(m_fixture->file(u"large.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(headerLine() + exchanges(1, 20'000)) > 0);
    file.close();
    m_fixture->window->openCapture(file.fileName());
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->conversation().follower()->isReading(), 20'000);
    m_fixture->dialogs.path = m_fixture->file(u"stopped.pullcord"_s);
    m_fixture->window->actions().exportAll->trigger();
    QCOMPARE(m_fixture->find<QLabel>(u"exportScope"_s)->text(),
             u"All 40,000 events, including those hidden by filters."_s);
    m_fixture->agreeToExport();
    QVERIFY(QTest::qWaitFor([this] { return bar().startsWith(u"Exporting to "_s); }, 10'000));
    auto *stop = m_fixture->find<MessageBar>(u"messageBar"_s)->findChild<QPushButton *>(u"messageBarAction"_s);
    QCOMPARE(stop->text(), u"Stop"_s);
    stop->click();
    QVERIFY2(bar().startsWith(u"The export was stopped; nothing was written to "_s), qPrintable(bar()));
    QVERIFY(!QFile::exists(m_fixture->dialogs.path));
}

void TestExporting::selectionIsExported()
{
    converse();
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    table->selectRow(int(m_late));
    m_fixture->dialogs.path = m_fixture->file(u"one.pullcord"_s);
    m_fixture->window->actions().exportSelection->trigger();
    QVERIFY(m_fixture->find<QLabel>(u"exportScope"_s)->text().endsWith(u" selected events."_s));
    m_fixture->agreeToExport();
    QTRY_VERIFY_WITH_TIMEOUT(bar().startsWith(u"Exported to "_s), 10'000);
    m_fixture->window->openCapture(m_fixture->file(u"one.pullcord"_s));
    QCOMPARE(m_fixture->log().count(), 1);
    QCOMPARE(m_fixture->record(0).target, u"late"_s);
    QCOMPARE(m_fixture->record(0).state, RequestState::Cancelled);
    QVERIFY(m_fixture->record(0).late.answered());
}

void TestExporting::selectedMessagesAreExported()
{
    converse();
    m_fixture->select(0);
    auto *messages = m_fixture->find<QTableView>(u"messageTable"_s);
    messages->selectRow(2); // the latest selection counts
    const QString text = messages->currentIndex().siblingAtColumn(MessageTable::Content).data().toString();
    m_fixture->dialogs.path = m_fixture->file(u"message.pullcord"_s);
    m_fixture->window->actions().exportSelection->trigger();
    m_fixture->agreeToExport();
    QTRY_VERIFY_WITH_TIMEOUT(bar().startsWith(u"Exported to "_s), 10'000);
    m_fixture->window->openCapture(m_fixture->dialogs.path);
    QCOMPARE(m_fixture->conversation().capture().count(), 1);
    QCOMPARE(m_fixture->messages()->index(0, MessageTable::Content).data().toString(), text);
}

void TestExporting::otherFormats_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<QByteArray>("held");
    QTest::newRow("JSON Lines") << 1 << QByteArray("{\"jsonrpc\"") << QByteArray("late");
    QTest::newRow("Markdown") << 2 << QByteArray("#") << QByteArray("late");
    QTest::newRow("HTML") << 3 << QByteArray("<!DOCTYPE html>") << QByteArray("<strong>late");
    QTest::newRow("CSV") << 4 << QByteArray("number,") << QByteArray(",late,");
    QTest::newRow("HAR") << 5 << QByteArray("{\"log\":") << QByteArray("\"entries\":[\n]"); // stdio has no HTTP
    QTest::newRow("OTLP") << 6 << QByteArray("{\"resourceSpans\":") << QByteArray("tools/call late");
}

void TestExporting::otherFormats()
{
    QFETCH(int, format);
    QFETCH(QByteArray, start);
    QFETCH(QByteArray, held);
    converse();
    QVERIFY(exportTo(u"export.txt"_s, format));
    QFile file(m_fixture->file(u"export.txt"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray content = file.readAll();
    QVERIFY2(content.startsWith(start), content.left(100).constData());
    QVERIFY2(content.contains(held), content.constData());
    const bool isEmpty = format == 5;
    QCOMPARE(bar().startsWith(u"Exported to %1. The file is empty: "_s.arg(file.fileName())), isEmpty);
    QVERIFY(m_fixture->dialogs.labels.at(5).contains(u"no HTTP exchange"_s));
}

void TestExporting::failureIsExplained()
{
    converse();
    m_fixture->dialogs.path = m_fixture->file(u"no/such/folder/x.pullcord"_s);
    m_fixture->window->actions().exportAll->trigger();
    m_fixture->agreeToExport();
    QVERIFY2(bar().startsWith(u"The export failed: "_s + m_fixture->dialogs.path), qPrintable(bar()));
    m_fixture->dialogs.path = m_fixture->conversation().capture().path();
    const qint64 size = QFileInfo(m_fixture->dialogs.path).size();
    m_fixture->window->actions().exportAll->trigger();
    m_fixture->agreeToExport();
    QVERIFY2(bar().contains(u"the open conversation is read from this file; choose another file"_s), qPrintable(bar()));
    QCOMPARE(QFileInfo(m_fixture->dialogs.path).size(), size);
}

void TestExporting::suffixSelectsTheFormat()
{
    converse();
    QVERIFY(exportTo(u"report.md"_s, 0)); // the suffix wins over the selected format
    QFile report(m_fixture->file(u"report.md"_s));
    QVERIFY(report.open(QIODevice::ReadOnly));
    QVERIFY(report.readLine().startsWith("# "));
    QVERIFY(exportTo(u"bare"_s, 1));
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(m_fixture->file(u"bare.jsonl"_s)), 5000);
    QVERIFY(!QFileInfo::exists(m_fixture->file(u"bare"_s)));
    QVERIFY(exportTo(u"spans.JSON"_s, 0)); // not a capture
    QFile spans(m_fixture->file(u"spans.JSON"_s));
    QTRY_VERIFY_WITH_TIMEOUT(spans.exists(), 5000);
    QVERIFY(spans.open(QIODevice::ReadOnly));
    QVERIFY(spans.readLine().startsWith("{\"resourceSpans\":"));
}

void TestExporting::offersAnotherFileName()
{
    converse();
    QVERIFY(exportTo(u"all.pullcord"_s, 0));
    m_fixture->window->openCapture(m_fixture->file(u"all.pullcord"_s));
    m_fixture->dialogs.path.clear();
    m_fixture->window->actions().exportAll->trigger();
    m_fixture->agreeToExport();
    QCOMPARE(m_fixture->dialogs.offered, u"all export.pullcord"_s);
}

/// In the file dialog of the desktop, choosing a format changes the suffix of the proposed name.
void TestExporting::formatChangesTheSuffix()
{
    DesktopFileDialogs dialogs;
    dialogs.saveFile(m_fixture->window.get(), u"Export"_s, u"a.b.pullcord"_s,
                     {u"Captures (*.pullcord)"_s, u"Spans (*.otlp.json)"_s, u"Tables (*.csv)"_s},
                     {u"pullcord"_s, u"otlp.json"_s, u"csv"_s}, [](const FileDialogs::SaveChoice &) {});
    auto *dialog = m_fixture->window->findChild<QFileDialog *>();
    QVERIFY(dialog);
    auto *name = dialog->findChild<QLineEdit *>(u"fileNameEdit"_s);
    auto *format = dialog->findChild<QComboBox *>(u"fileTypeCombo"_s);
    QVERIFY(name && format);
    QCOMPARE(name->text(), u"a.b.pullcord"_s);
    const auto choose = [format](int index) {
        format->setCurrentIndex(index);
        emit format->textActivated(format->itemText(index)); // as if selected by the user
    };
    choose(1);
    QCOMPARE(name->text(), u"a.b.otlp.json"_s);
    choose(2);
    QCOMPARE(name->text(), u"a.b.csv"_s);
    name->setText(u"other.txt"_s);
    choose(0);
    QCOMPARE(name->text(), u"other.txt"_s);
    dialog->reject();
}

void TestExporting::opensDroppedFiles()
{
    converse();
    QVERIFY(exportTo(u"all.pullcord"_s, 0));
    const qsizetype count = m_fixture->log().count();
    m_fixture->window->actions().closeTab->trigger();
    QVERIFY(!m_fixture->window->controller().conversation());

    QMimeData data;
    const QString second = m_fixture->file(u"second.pullcord"_s);
    QVERIFY(QFile::copy(m_fixture->file(u"all.pullcord"_s), second));
    data.setUrls({QUrl::fromLocalFile(m_fixture->file(u"all.pullcord"_s)), QUrl::fromLocalFile(second)});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_fixture->window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_fixture->window.get(), &drop);
    QVERIFY(m_fixture->window->controller().conversation());
    QCOMPARE(m_fixture->log().count(), count);
    const QList<ConversationPage *> pages = m_fixture->window->pages(); // no tab is replaced
    QCOMPARE(pages.size(), 2);
    QCOMPARE(&m_fixture->window->page(), pages.first());
    QVERIFY(pages.last()->shows(second));
}

void TestExporting::opensFromTheMenuAndTheStartPage()
{
    converse();
    QVERIFY(exportTo(u"all.pullcord"_s, 0));
    m_fixture->window->actions().closeTab->trigger();
    m_fixture->window->actions().openCapture->trigger(); // the preset dialogs return the same path
    QVERIFY(m_fixture->window->controller().conversation());
    QCOMPARE(m_fixture->window->windowTitle(), u"all.pullcord — Pullcord"_s);
    QCOMPARE(m_fixture->settings.recentCaptures(), QStringList{m_fixture->file(u"all.pullcord"_s)});
    m_fixture->window->actions().closeTab->trigger();
    auto *recent = m_fixture->find<QListWidget>(u"recentCaptures"_s);
    QCOMPARE(recent->count(), 2); // the opened file and the saved conversation
    QVERIFY2(recent->item(1)->text().endsWith(u" — Demo server"_s), qPrintable(recent->item(1)->text()));
    recent->setCurrentRow(0);
    QTest::keyClick(recent, Qt::Key_Return);
    QVERIFY(m_fixture->window->controller().conversation());
}

void TestExporting::invalidFileIsExplained()
{
    m_fixture->window->openCapture(m_fixture->file(u"missing.pullcord"_s));
    QVERIFY2(bar().startsWith(u"Cannot open missing.pullcord: "_s), qPrintable(bar()));
    QFile file(m_fixture->file(u"note.txt"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("not a capture\n");
    file.close();
    m_fixture->window->openCapture(file.fileName());
    QVERIFY2(bar().startsWith(u"Cannot open note.txt: "_s), qPrintable(bar()));
    QVERIFY2(!bar().contains(u"Cannot use the file"_s), qPrintable(bar())); // not reported twice
    QVERIFY(m_fixture->find<QWidget>(u"startPage"_s)->isVisible());
    QVERIFY(m_fixture->settings.recentCaptures().isEmpty());
}

void TestExporting::fileIsReadOnly()
{
    converse();
    QVERIFY(exportTo(u"all.pullcord"_s, 0));
    m_fixture->window->openCapture(m_fixture->file(u"all.pullcord"_s));
    const Actions &actions = m_fixture->window->actions();
    QVERIFY(!m_fixture->find<QWidget>(u"serverPanel"_s)->isVisible());
    m_fixture->select(m_late);
    for (const QAction *action :
         {actions.cancel, actions.cancelAll, actions.callTool, actions.reconnect, actions.answer})
        QVERIFY2(!action->isEnabled(), qPrintable(action->objectName()));
    QVERIFY(m_fixture->find<DetailsPanel>(u"detailsPanel"_s)->banner().contains(u"after the cancel"_s));
    const QString server = m_fixture->find<QLabel>(u"statusServer"_s)->text();
    QVERIFY2(server.startsWith(u"Recorded by Pullcord test on "_s), qPrintable(server));
    QVERIFY2(server.contains(u" — pullcord-demo-server "_s), qPrintable(server));
    QCOMPARE(m_fixture->find<QLabel>(u"statusRevision"_s)->text(), u"MCP 2026-07-28"_s);
}

QTEST_MAIN(TestExporting)
#include "tst_exporting.moc"
