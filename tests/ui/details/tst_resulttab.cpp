// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/memoryserver.h"
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/details/resulttab.h"
#include "ui/views/content/contentpiece.h"
#include "ui/views/messages/textview.h"
#include "ui/views/widgets/peerlabel.h"

#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Kind = CatalogList::Kind;

/// A script in place of xdg-open.
class DesktopDouble
{
public:
    explicit DesktopDouble(const QByteArray &script)
        : m_before(qgetenv("PATH"))
    {
        QFile file(path());
        if (file.open(QIODevice::WriteOnly))
            file.write("#!/bin/sh\n" + script);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        file.close();
        qputenv("PATH", m_folder.path().toLocal8Bit() + ':' + m_before);
    }
    ~DesktopDouble() { qputenv("PATH", m_before); }
    Q_DISABLE_COPY_MOVE(DesktopDouble)

    [[nodiscard]] QString path() const { return m_folder.filePath(u"xdg-open"_s); }

private:
    QTemporaryDir m_folder;
    QByteArray m_before;
};

/// Results in the window: content of the demo server and of a server inside the test.
class TestResultTab : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void contentIsShownAtOnce();
    void violationsAreNamed();
    void missingStructuredContentIsAViolation();
    void errorIsMarked();
    void resultStaysWithItsCall();
    void chosenTabIsRemembered();
    void otherMessagesHaveNoResult();
    void pieceIsSaved();
    void unwritableFileIsReported();
    void soundIsHandedToThePlayer();
    void unplayableSoundIsReported();
    void linkIsReadAndShown();
    void resourceAndPromptAreShown();
    void questionOfTheServerIsShown();
    void endlessQuestionsAreStopped();
    void reopenedFileIsCheckedToo();
    void hugeResultIsShownInPart();
    void iconOfTheServerIsInTheTree();

private:
    static constexpr int Limit = 10000;

    /// Calls a tool and waits until the result is shown.
    [[nodiscard]] bool callAndSee(const QString &tool, const QByteArray &arguments = "{}")
    {
        const qsizetype row = m_fixture->call(tool, arguments);
        return row >= 0 && QTest::qWaitFor(
                               [&] {
                                   m_fixture->flush();
                                   return !m_fixture->record(row).isOpen() && tab()->hasContent() &&
                                          shown<PeerLabel>(u"pieceTitle"_s);
                               },
                               Limit);
    }
    [[nodiscard]] ResultTab *tab() const { return m_fixture->find<ResultTab>(u"resultTab"_s); }
    [[nodiscard]] QTabWidget *tabs() const { return m_fixture->find<QTabWidget>(u"detailsTabs"_s); }
    template<typename T>
    [[nodiscard]] T *shown(const QString &name) const
    {
        return tab()->findChild<T *>(name);
    }
    [[nodiscard]] QString firstText() const
    {
        const auto *text = shown<TextView>(u"pieceText"_s);
        return text ? text->toPlainText() : QString();
    }
    [[nodiscard]] QString notes() const { return texts(u"contentNoteText"_s).join(u'\n'); }
    [[nodiscard]] QStringList texts(const QString &name) const
    {
        QStringList all;
        const QList<QLabel *> labels = tab()->findChildren<QLabel *>(name);
        for (const QLabel *label : labels)
            all << label->text().replace(QChar::Nbsp, u' ');
        return all;
    }
    [[nodiscard]] QString bar() const { return m_fixture->find<PeerLabel>(u"messageBarText"_s)->text(); }
    void connectToMemory();
    void fetch(Kind kind, const QString &key)
    {
        m_fixture->find<QTreeView>(u"catalogTree"_s)->setCurrentIndex(m_fixture->offered(kind, key));
        m_fixture->window->actions().fetch->trigger();
    }

    std::unique_ptr<MemoryServer> m_server;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestResultTab::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestResultTab::cleanup()
{
    m_fixture.reset();
    m_server.reset();
}

void TestResultTab::connectToMemory()
{
    m_server = std::make_unique<MemoryServer>(R"({"prompts":{},"resources":{}})");
    m_server->setResult("prompts/list", R"({"prompts":[{"name":"tale"}]})");
    m_server->setResult("resources/list", R"({"resources":[{"uri":"file:///a","name":"a"}]})");
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
}

void TestResultTab::contentIsShownAtOnce()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"content"_s));
    QCOMPARE(tabs()->currentWidget(), tab());
    QCOMPARE(texts(u"pieceTitle"_s),
             QStringList({u"Text"_s, u"Text"_s, u"Image"_s, u"Audio"_s, u"Resource link"_s, u"Resource"_s,
                          u"Resource"_s, u"Resource"_s, u"Other content: hologram"_s, u"Structured content"_s}));
    QCOMPARE(texts(u"pieceProblem"_s).join(QString()), QString());
    QCOMPARE(notes(), u"The structured content matches the tool's output schema."_s);
    QVERIFY(firstText().contains(u"<b>marks</b>"_s));
}

void TestResultTab::violationsAreNamed()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"structured"_s));
    for (const QString &place : {u"/place "_s, u"/temperature "_s, u"/wind/speed "_s})
        QVERIFY2(notes().contains(place), qPrintable(notes()));
    QVERIFY(callAndSee(u"structured"_s, R"({"valid":true})"));
    QTRY_VERIFY2_WITH_TIMEOUT(notes().contains(u"matches"_s), qPrintable(notes()), Limit);
}

void TestResultTab::missingStructuredContentIsAViolation()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"unstructured"_s));
    QVERIFY2(notes().contains(u"but the result has no structured content"_s), qPrintable(notes()));
}

void TestResultTab::errorIsMarked()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"echo"_s, R"({"text":5})"));
    QVERIFY2(notes().contains(u"isError"_s), qPrintable(notes()));
}

void TestResultTab::resultStaysWithItsCall()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"structured"_s));
    const qsizetype violated = m_fixture->log().count() - 1;
    QVERIFY(callAndSee(u"echo"_s, R"({"text":"hello"})"));
    QTRY_COMPARE_WITH_TIMEOUT(firstText(), u"hello"_s, Limit);
    QVERIFY2(notes().isEmpty(), qPrintable(notes()));
    m_fixture->select(violated); // while another tool is selected
    QVERIFY2(notes().contains(u"/temperature "_s), qPrintable(notes()));
}

void TestResultTab::chosenTabIsRemembered()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"echo"_s, R"({"text":"one"})"));
    const qsizetype row = m_fixture->log().count() - 1;
    auto *raw = m_fixture->find<QWidget>(u"rawTab"_s);
    tabs()->setCurrentWidget(raw);
    m_fixture->call(u"echo"_s, R"({"text":"two"})");
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row + 1).isOpen(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->find<TextView>(u"rawView"_s)->toPlainText().contains(u"two"_s), Limit);
    QCOMPARE(tabs()->currentWidget(), raw);
    m_fixture->window->close(); // outlives this window
    m_fixture->window = std::make_unique<MainWindow>(m_fixture->services);
    m_fixture->window->show(); // limited to the screen, so Details are narrower beside the tables
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->window->resize(1440, 900);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->window->width(), 1440, Limit);
    const qsizetype again = m_fixture->call(u"echo"_s, R"({"text":"three"})");
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(again).isOpen() && tab()->hasContent(), Limit);
    QCOMPARE(tabs()->currentWidget()->objectName(), u"rawTab"_s);
    tabs()->setCurrentWidget(tab());
    QCOMPARE(firstText(), u"three"_s);
}

void TestResultTab::otherMessagesHaveNoResult()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"echo"_s, R"({"text":"hello"})"));
    const int place = tabs()->indexOf(tab());
    QVERIFY(tabs()->isTabVisible(place));
    m_fixture->find<QAbstractButton>(u"part0"_s)->click(); // the request
    QVERIFY(!tabs()->isTabVisible(place));
    QCOMPARE(tabs()->currentWidget()->objectName(), u"prettyView"_s);
    m_fixture->find<QAbstractButton>(u"part1"_s)->click();
    QCOMPARE(tabs()->currentWidget(), tab());
    m_fixture->select(0); // a handshake has no content
    QVERIFY(!tabs()->isTabVisible(place));
}

void TestResultTab::pieceIsSaved()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"content"_s));
    m_fixture->dialogs.path = m_fixture->file(u"picture.png"_s);
    auto *piece = shown<QWidget>(u"imagePiece"_s);
    QVERIFY(piece);
    piece->findChild<QToolButton *>(u"savePiece"_s)->click();
    QFile file(m_fixture->dialogs.path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("\x89PNG"));
    QVERIFY2(bar().contains(u"picture.png"_s), qPrintable(bar()));
}

void TestResultTab::unwritableFileIsReported()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"echo"_s, R"({"text":"hello"})"));
    m_fixture->dialogs.path = m_fixture->file(u"no/such/folder/a.txt"_s);
    shown<QToolButton>(u"savePiece"_s)->click();
    QVERIFY2(bar().contains(u"Cannot save it"_s), qPrintable(bar()));
}

void TestResultTab::soundIsHandedToThePlayer()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"content"_s));
    const DesktopDouble desktop("cp \"$1\" \"$0.heard\"; printf %s \"$1\" >\"$0.opened\"\n");
    shown<QToolButton>(u"playPiece"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(desktop.path() + u".opened"_s).size() > 0, Limit);
    QFile opened(desktop.path() + u".opened"_s);
    QVERIFY(opened.open(QIODevice::ReadOnly));
    const QFileInfo file(QString::fromUtf8(opened.readAll()));
    QVERIFY2(file.exists() && file.suffix() == "wav"_L1, qPrintable(file.path()));
    constexpr auto Others =
        QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFileInfo(file.path()).permissions() & Others));
    m_fixture->window.reset();
    QVERIFY(!QFileInfo::exists(file.path())); // the file is deleted
}

void TestResultTab::unplayableSoundIsReported()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"content"_s));
    const DesktopDouble desktop("echo 'xdg-open: no method available' >&2; exit 3\n");
    shown<QToolButton>(u"playPiece"_s)->click();
    const auto *bar = m_fixture->find<PeerLabel>(u"messageBarText"_s);
    QTRY_COMPARE_WITH_TIMEOUT(
        bar->text(), u"No program on this desktop plays this sound. Save it instead. (xdg-open: no method available)"_s,
        Limit);
}

void TestResultTab::linkIsReadAndShown()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"content"_s));
    shown<QToolButton>(u"readLink"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("resources/read").size(), 1, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(texts(u"pieceUri"_s), QStringList(u"demo:///counter"_s), Limit);
    QCOMPARE(firstText(), u"0"_s);
}

void TestResultTab::resourceAndPromptAreShown()
{
    connectToMemory();
    m_server->setResult("resources/read", R"({"contents":[{"uri":"file:///a","mimeType":"text/plain","text":"hello"},)"
                                          R"({"uri":"file:///a/b","blob":"AAEC"}]})");
    m_server->setResult("prompts/get", R"({"description":"A tale","messages":[)"
                                       R"({"role":"user","content":{"type":"text","text":"Once"}},)"
                                       R"({"role":"assistant","content":{"type":"text","text":"upon"}}]})");
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->offered(Kind::Resources, u"file:///a"_s).isValid(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->offered(Kind::Prompts, u"tale"_s).isValid(), Limit);
    fetch(Kind::Resources, u"file:///a"_s);
    QTRY_COMPARE_WITH_TIMEOUT(texts(u"pieceUri"_s), QStringList({u"file:///a"_s, u"file:///a/b"_s}), Limit);
    QCOMPARE(firstText(), u"hello"_s);
    QCOMPARE(tabs()->currentWidget(), tab());
    QCOMPARE(notes(), QString()); // the server sends no notes
    m_server->setResult("resources/read", R"({"contents":[],"ttlMs":60000,"cacheScope":"public"})");
    m_fixture->window->actions().fetch->trigger();
    QTRY_VERIFY2_WITH_TIMEOUT(notes().startsWith(u"The server allows caching for 1 min 00 s, for all users"_s),
                              qPrintable(notes()), Limit);
    fetch(Kind::Prompts, u"tale"_s);
    QTRY_COMPARE_WITH_TIMEOUT(texts(u"contentHeading"_s), QStringList({u"user"_s, u"assistant"_s}), Limit);
    QCOMPARE(firstText(), u"A tale"_s);
    m_server->setResult("prompts/get", R"({"messages":7})");
    m_fixture->window->actions().fetch->trigger();
    QTRY_VERIFY2_WITH_TIMEOUT(notes().contains(u"messages"_s), qPrintable(notes()), Limit);
}

void TestResultTab::questionOfTheServerIsShown()
{
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    const qsizetype row = m_fixture->call(u"ask_sampling"_s, "{}") + 1;
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > row, Limit);
    m_fixture->flush();
    m_fixture->select(row);
    QCOMPARE(m_fixture->record(row).method, "sampling/createMessage"_ba);
    QVERIFY(tab()->hasContent());
    QCOMPARE(texts(u"contentHeading"_s), QStringList(u"user"_s));
}

/// The call ends, and the view shows the reason.
void TestResultTab::endlessQuestionsAreStopped()
{
    m_server = std::make_unique<MemoryServer>("{\"prompts\":{}}");
    m_server->setResult("server/discover", "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                                           "\"capabilities\":{\"prompts\":{}}}");
    m_server->setResult("prompts/list", "{\"prompts\":[{\"name\":\"tale\"}]}");
    m_server->setResult("prompts/get", "{\"resultType\":\"input_required\",\"requestState\":\"again\"}");
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->offered(Kind::Prompts, u"tale"_s).isValid(), Limit);
    fetch(Kind::Prompts, u"tale"_s);
    const QString why = u"The server kept asking questions after 20 rounds"_s;
    QTRY_VERIFY2_WITH_TIMEOUT(bar().contains(why), qPrintable(bar()), Limit);
    QCOMPARE(m_server->count("prompts/get"), 20);
    m_fixture->flush();
    const int last = int(m_fixture->log().count()) - 1;
    QCOMPARE(m_fixture->requests()->index(last, RequestTable::State).data().toString(), u"Cancelled"_s);
    QCOMPARE(m_fixture->requests()->index(last, RequestTable::Reason).data().toString(), why);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->actions().cancelAll->isEnabled(), 10'000);
}

void TestResultTab::reopenedFileIsCheckedToo()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"structured"_s));
    const int row = int(m_fixture->log().count()) - 1;
    const QString path = m_fixture->conversation().capture().path();
    m_fixture->window->actions().closeTab->trigger();
    m_fixture->window->openCapture(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->requests()->rowCount() > row, Limit);
    m_fixture->select(row);
    QTRY_VERIFY2_WITH_TIMEOUT(notes().contains(u"/temperature "_s), qPrintable(notes()), Limit);
}

void TestResultTab::hugeResultIsShownInPart()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(callAndSee(u"big"_s, R"({"mb":8})"));
    QVERIFY(firstText().startsWith(u"All work"_s));
    QVERIFY(firstText().size() <= TextPiece::FirstShown);
    m_fixture->dialogs.path = m_fixture->file(u"big.txt"_s);
    shown<QToolButton>(u"savePiece"_s)->click();
    QCOMPARE(QFileInfo(m_fixture->dialogs.path).size(), 8 << 20);
}

void TestResultTab::iconOfTheServerIsInTheTree()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *tree = m_fixture->find<QTreeView>(u"catalogTree"_s);
    const auto colored = [&](const QString &tool) {
        const QModelIndex item = m_fixture->offered(Kind::Tools, tool);
        tree->scrollTo(item);
        const QImage image = tree->viewport()->grab(tree->visualRect(item)).toImage();
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixelColor(x, y) == QColor(0xd9, 0x53, 0x1e))
                    return true;
            }
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(colored(u"content"_s), 5000); // icons are decoded a few at a time
    QVERIFY(!colored(u"structured"_s));
}

QTEST_MAIN(TestResultTab)
#include "tst_resulttab.moc"
