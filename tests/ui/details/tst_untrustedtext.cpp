// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/memoryserver.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/windowfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/answerdialog.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/untrustedtext.h"
#include "ui/models/visibletext.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/messages/questionnote.h"
#include "ui/views/messages/textview.h"
#include "ui/views/widgets/peerlabel.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSet>
#include <QStyledItemDelegate>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Text of a server is shown as plain text everywhere, and limited in length.
class TestPeerTexts : public QObject
{
    Q_OBJECT

private slots:
    void init() { WindowFixture::failOnWarnings(); }
    void cleanup()
    {
        m_fixture.reset();
        m_server.reset();
    }
    void heads_data();
    void heads();
    void toolTips();
    void noToolTipIsMarkup();
    void longTextsAreElided();
    void titleHasNoHiddenCharacters();
    void breaksLongWords();
    void longWordsWidenNothing();
    void longQuestions();
    void questionUsesTheAvailableHeight();
    void hugeTextsAreLaidOutInPart();
    void hugeAddressesAreCopiedWhole();
    void hugeValuesStayInTheForm();
    void hiddenCharactersAreMapped();
    void hiddenCharactersAreSeenAndCopied();

private:
    static constexpr int Limit = 10'000;

    void serve(const QByteArray &text);
    [[nodiscard]] int leastWidth() const;
    [[nodiscard]] bool connectWindow();
    static void sweep(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &toolTips);

    std::unique_ptr<MemoryServer> m_server;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestPeerTexts::heads_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("head");
    QTest::newRow("short") << u"abc"_s << u"abc"_s;
    QTest::newRow("just") << u"abcd"_s << u"abcd"_s;
    QTest::newRow("long") << u"abcde"_s << u"abcd…"_s;
    QTest::newRow("no half character") << u"abc\U0001F600e"_s << u"abc…"_s;
    QTest::newRow("empty") << QString() << QString();
}

void TestPeerTexts::heads()
{
    QFETCH(QString, text);
    QTEST(Texts::head(text, 4), "head");
}

void TestPeerTexts::toolTips()
{
    const QString text = Texts::toolTip(u"<img src=\"file:///x\">\nnext"_s);
    QVERIFY2(text.contains(u"&lt;img src=&quot;file:///x&quot;&gt;\nnext"_s), qPrintable(text));
    QVERIFY(Qt::mightBeRichText(text));
    QVERIFY(Texts::toolTip(QString(100'000, u'x')).size() < 2000);
    QCOMPARE(Texts::toolTip({}), QString());
}

/// Starts a server that uses `text`, which is safe in JSON, in every place.
void TestPeerTexts::serve(const QByteArray &text)
{
    m_fixture = std::make_unique<WindowFixture>();
    m_server =
        std::make_unique<MemoryServer>(R"({"tools":{},"prompts":{},"resources":{},"logging":{},"tasks":{"list":{}}})");
    m_server->setResult("tools/list",
                        R"({"tools":[{"name":"%","title":"%","description":"%","inputSchema":{"type":"object",
                        "properties":{"%":{"type":"string","title":"%","description":"%"},
                        "o":{"type":"object","title":"%","description":"%","properties":{}}}}}]})"_ba.replace('%',
                                                                                                              text));
    m_server->setResult("prompts/list", R"({"prompts":[{"name":"%","description":"%","arguments":[
                        {"name":"%","title":"%","description":"%"}]}]})"_ba.replace('%', text));
    m_server->setResult("resources/list", R"({"resources":[{"uri":"x:%","name":"%","mimeType":"%","annotations":
                        {"audience":["%"],"lastModified":"%"},"icons":[{"src":"%"}]}]})"_ba.replace('%', text));
    m_server->setResult("resources/templates/list", R"({"resourceTemplates":[]})");
    m_server->setResult("tasks/list", R"({"tasks":[{"taskId":"%","status":"%","statusMessage":"%","createdAt":"%",
                        "lastUpdatedAt":"%","ttl":null}]})"_ba.replace('%', text));
    m_server->answers["tools/call"] = {}; // no response
}

bool TestPeerTexts::connectWindow()
{
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    return m_fixture->waitForTools() && m_fixture->waitForLists();
}

void TestPeerTexts::sweep(const QAbstractItemModel &model, const QModelIndex &parent, QStringList &toolTips)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column)
            toolTips << model.index(row, column, parent).data(Qt::ToolTipRole).toString();
        sweep(model, model.index(row, 0, parent), toolTips);
    }
}

void TestPeerTexts::noToolTipIsMarkup()
{
    const QByteArray text = "<img src='x'>";
    serve(text);
    QVERIFY(connectWindow());
    const qsizetype row = m_fixture->call(QString::fromUtf8(text), R"({"<img src='x'>":"<img src='x'>"})");
    QVERIFY(row >= 0);
    const QByteArray token =
        JsonValue(m_server->last("tools/call")).pointer("/params/_meta/progressToken").raw().toByteArray();
    m_server->notify("notifications/progress",
                     R"({"progress":1,"message":"%","progressToken":)"_ba.replace('%', text) + token + '}');
    m_server->notify("notifications/message", R"({"level":"%","logger":"%","data":1})"_ba.replace('%', text));
    m_server->notify(text);
    m_fixture->window->actions().tasks->trigger();
    m_fixture->window->findChild<RequestsPanel *>()->select(row);
    m_fixture->find<QTabWidget>(u"lowerTabs"_s)->setCurrentWidget(m_fixture->find<QWidget>(u"statisticsPanel"_s));

    const QSet<QString> expected{u"requestTable"_s, u"messageTable"_s, u"progressTable"_s,   u"serverLogTable"_s,
                                 u"treeView"_s,     u"catalogTree"_s,  u"statisticsTable"_s, u"taskTable"_s};
    QSet<QString> seen;
    QStringList markup;
    const auto look = [&] {
        m_fixture->flush();
        for (const auto *view : m_fixture->window->findChildren<QAbstractItemView *>()) {
            QStringList toolTips;
            if (view->model())
                sweep(*view->model(), {}, toolTips);
            markup += toolTips.filter(u"<img"_s);
            if (!toolTips.filter(u"&lt;img"_s).isEmpty())
                seen.insert(view->objectName());
        }
        for (const auto *widget : m_fixture->window->findChildren<QWidget *>()) {
            if (widget->toolTip().contains(u"<img"_s))
                markup << widget->objectName();
        }
    };
    auto *details = m_fixture->find<QTabWidget>(u"detailsTabs"_s);
    const auto lookInto = [&](const QString &tab) {
        details->setCurrentWidget(m_fixture->find<QWidget>(tab));
        look();
    };
    const auto isComplete = [&] {
        lookInto(u"treeView"_s);
        lookInto(u"factsTab"_s);
        return seen.contains(expected);
    };
    const bool isAll = QTest::qWaitFor(isComplete, Limit);
    QVERIFY2(markup.isEmpty(), qPrintable(markup.join(u'\n')));
    QVERIFY2(isAll, qPrintable((expected - seen).values().join(u' ')));
}

/// Megabytes in every place; laying them out would take seconds per label.
void TestPeerTexts::longTextsAreElided()
{
    serve(QByteArray(300'000, 'x'));
    QVERIFY(connectWindow());
    for (const auto kind : {CatalogList::Kind::Tools, CatalogList::Kind::Prompts, CatalogList::Kind::Resources}) {
        const QModelIndex section = m_fixture->section(kind);
        m_fixture->find<QAbstractItemView>(u"catalogTree"_s)->setCurrentIndex(section.model()->index(0, 0, section));
        for (const auto *label : m_fixture->window->findChildren<QLabel *>())
            QVERIFY2(label->text().size() < 20'000, qPrintable(label->objectName()));
    }
}

/// Control characters would affect the frame of the window and the list of windows.
void TestPeerTexts::titleHasNoHiddenCharacters()
{
    serve("x");
    m_server->setResult("initialize", R"({"protocolVersion":"2025-11-25","serverInfo":{"name":"evil\u202e\nx","version":
                        "1"},"capabilities":{"tools":{}}})");
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    QVERIFY(m_fixture->waitForTools());
    QCOMPARE(m_fixture->window->windowTitle(), u"evil⟨U+202E⟩ x — Pullcord"_s);
}

void TestPeerTexts::breaksLongWords()
{
    QCOMPARE(Texts::breakable(u"some words"_s), u"some words"_s);
    QCOMPARE(Texts::breakable(u"91 B, 1.24 s and 2 min 05 s, 3 Bs, 4 a, B"_s),
             u"91\u00a0B, 1.24\u00a0s and 2\u00a0min 05\u00a0s, 3 Bs, 4 a, B"_s);
    {
        PeerLabel label(u"took 91 B"_s, nullptr);
        label.setTextInteractionFlags(Qt::TextSelectableByMouse);
        label.setSelection(0, int(label.QLabel::text().size()));
        QTest::keySequence(&label, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"took 91 B"_s);
        label.setTextFormat(Qt::RichText);
        label.setText(Texts::breakable(u"for 91 B or 5 s"_s));
        label.setSelection(0, 9);
        QTest::keySequence(&label, QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"for 91 B "_s);
    }
    const QString word(100, u'x');
    QString broken = Texts::breakable(u"a "_s + word);
    QVERIFY(broken.contains(Texts::BreakPlace));
    QCOMPARE(broken.remove(Texts::BreakPlace), u"a "_s + word);
    const QString pairs = u"\U0001F600"_s.repeated(40);
    for (const QString &piece : Texts::breakable(pairs).split(Texts::BreakPlace))
        QVERIFY(!piece.front().isLowSurrogate());

    PeerLabel label(word, nullptr);
    QVERIFY(label.minimumSizeHint().width() < label.fontMetrics().horizontalAdvance(word) / 4);
    label.setTextInteractionFlags(Qt::TextSelectableByMouse);
    label.setSelection(0, 60);
    QTest::keySequence(&label, QKeySequence::Copy);
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY(copied.size() > 50);
    QVERIFY(!copied.contains(Texts::BreakPlace));
    label.setText(word + u'\n' + word);
    label.setSelection(0, int(label.QLabel::text().size()));
    QTest::keySequence(&label, QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), word + u'\n' + word);
    label.setText(word);
    label.setMostLines(2);
    label.resize(200, label.heightForWidth(200));
    label.show();
    QCOMPARE(label.text(), word);
    QVERIFY(label.QLabel::text().contains(u'…'));
    QCOMPARE(label.heightForWidth(200), 2 * label.fontMetrics().lineSpacing());
}

int TestPeerTexts::leastWidth() const
{
    m_fixture->flush();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    return m_fixture->window->minimumSizeHint().width();
}

/// The window stays as wide as before.
void TestPeerTexts::longWordsWidenNothing()
{
    serve(QByteArray(5000, 'x'));
    m_server->answers["tools/call"] = "\"error\":{\"code\":-32000,\"message\":\"" + QByteArray(400, 'y') + "\"}";
    QVERIFY(connectWindow());
    m_fixture->window->resize(1200, 800);
    const int least = leastWidth();
    QVERIFY(least <= 1200);
    for (const auto kind : {CatalogList::Kind::Tools, CatalogList::Kind::Prompts, CatalogList::Kind::Resources}) {
        const QModelIndex section = m_fixture->section(kind);
        m_fixture->find<QAbstractItemView>(u"catalogTree"_s)->setCurrentIndex(section.model()->index(0, 0, section));
        QVERIFY2(leastWidth() <= least, qPrintable(QString::number(leastWidth())));
    }
    const qsizetype row = m_fixture->call(QString(5000, u'x'), "{}");
    QVERIFY(row >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row).isOpen(), Limit);
    m_fixture->window->findChild<RequestsPanel *>()->select(row);
    auto *details = m_fixture->find<QTabWidget>(u"detailsTabs"_s);
    for (int tab = 0; tab < details->count(); ++tab) {
        details->setCurrentIndex(tab);
        QVERIFY2(leastWidth() <= least, qPrintable(details->tabText(tab)));
    }
    QCOMPARE(m_fixture->window->width(), 1200);
}

/// Questions too long for a line in the note and the dialog; the number of further questions stays visible.
void TestPeerTexts::longQuestions()
{
    serve("x");
    QVERIFY(connectWindow());
    const int least = leastWidth();
    const QByteArray url = "https://example.org/" + QByteArray(5000, 'u');
    m_server->ask(1, "elicitation/create",
                  R"({"mode":"url","elicitationId":"1","url":")" + url + R"(","message":")" + QByteArray(20'000, 'm') +
                      "\"}");
    m_server->ask(2, "elicitation/create",
                  R"({"message":"Next?","requestedSchema":{"type":"object","properties":{}}})");
    auto *note = m_fixture->find<QuestionNote>(u"questionNote"_s);
    QTRY_VERIFY_WITH_TIMEOUT(note->said().contains(u"1 more"_s), Limit);
    QVERIFY(leastWidth() <= least);
    QVERIFY2(note->text().startsWith(u"2: "_s), qPrintable(note->text())); // visible in any width
    QTest::mouseClick(note, Qt::LeftButton);
    auto *dialog = m_fixture->find<QDialog>(u"answerDialog"_s);
    QVERIFY(dialog);
    QVERIFY2(dialog->width() < 1500, qPrintable(QString::number(dialog->width())));
    QVERIFY2(dialog->height() < 1000, qPrintable(QString::number(dialog->height())));
}

/// In the status bar the question uses all free space. It is cut if there is none, and the recording stays visible.
void TestPeerTexts::questionUsesTheAvailableHeight()
{
    serve("x");
    QVERIFY(connectWindow());
    m_fixture->window->resize(2600, 900);
    const QByteArray message = QByteArray("How many of them are wanted? ").repeated(7);
    m_server->ask(1, "elicitation/create",
                  R"({"message":")" + message + R"(","requestedSchema":{"type":"object","properties":{}}})");
    auto *note = m_fixture->find<QuestionNote>(u"questionNote"_s);
    QTRY_VERIFY_WITH_TIMEOUT(note->isVisible(), Limit);
    QTRY_VERIFY2_WITH_TIMEOUT(!note->text().endsWith(u'…'), qPrintable(note->text()), Limit);
    m_fixture->window->resize(1200, 900);
    QTRY_VERIFY_WITH_TIMEOUT(note->text().endsWith(u'…'), Limit);
    const auto *recording = m_fixture->find<QWidget>(u"statusRecording"_s);
    const int least = 10 * letterWidth(recording->fontMetrics());
    QVERIFY(recording->isVisible() && recording->width() >= least);
    QVERIFY(note->width() > 2 * recording->width());
    QVERIFY(note->geometry().right() < recording->geometry().left());
}

void TestPeerTexts::hugeTextsAreLaidOutInPart()
{
    const QString huge(10'000'000, u'x');
    PeerLabel label;
    for (const int lines : {0, 3}) {
        label.setText({});
        label.setMostLines(lines);
        label.setText(huge);
        label.resize(300, 100);
        QVERIFY(label.sizeHint().isValid() && label.heightForWidth(300) > 0);
        QVERIFY(static_cast<QLabel &>(label).text().size() < 2 * PeerLabel::MostLaidOut);
        QCOMPARE(label.text(), huge);
    }
    label.setMostLines(0);
    QVERIFY(static_cast<QLabel &>(label).text().contains(u"characters in all"_s));
    label.setTextInteractionFlags(Qt::TextSelectableByMouse);
    label.setSelection(0, int(static_cast<QLabel &>(label).text().size()));
    QTest::keyClick(&label, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), huge);
}

void TestPeerTexts::hugeAddressesAreCopiedWhole()
{
    const QString huge = u"https://example.com/"_s + QString(1'000'000, u'x');
    UrlQuestion question(huge);
    QVERIFY(question.findChild<PeerLabel *>(u"questionUrl"_s)->text().size() < 60'000);
    QVERIFY(
        question.findChild<PeerLabel *>(u"questionUrlWarning"_s)->text().contains(u"Only its beginning is shown"_s));
    QTest::keyClick(question.findChild<QPushButton *>(u"copyQuestionUrl"_s), Qt::Key_Space);
    QCOMPARE(QGuiApplication::clipboard()->text(), huge);
    const UrlQuestion usual(u"https://example.com/"_s);
    QVERIFY(!usual.findChild<PeerLabel *>(u"questionUrlWarning"_s)->text().contains(u"beginning"_s));
    QVERIFY(!usual.findChild<QPushButton *>(u"copyQuestionUrl"_s));
}

void TestPeerTexts::hugeValuesStayInTheForm()
{
    SchemaEditor editor(u"Value"_s);
    const QByteArray value =
        R"({"when":")" + QByteArray(500'000, '1') + R"(","what":")" + QByteArray(500'000, '2') + R"("})";
    editor.start(
        R"({"type":"object","properties":{"when":{"type":"string","format":"date"},"what":{"type":"string"}}})", value);
    QCOMPARE(editor.value(), value);
    const QList<QLineEdit *> lines = editor.findChildren<QLineEdit *>();
    QVERIFY(lines.size() >= 2);
    for (const QLineEdit *line : lines)
        QVERIFY2(line->text().size() < 10'000, qPrintable(line->objectName()));
}

void TestPeerTexts::hiddenCharactersAreMapped()
{
    const QString source = u"a\u202eb\r\nc\u2028\U000E0041d"_s;
    const VisibleText text(source);
    QCOMPARE(text.shown(), u"a⟨U+202E⟩b\nc⟨U+2028⟩⟨U+E0041⟩d"_s);
    for (qsizetype at = 0; at < source.size(); ++at) {
        if (!source.at(at).isLowSurrogate() && source.at(at) != u'\n')
            QCOMPARE(text.toSource(text.toShown(at)), at);
    }
    QCOMPARE(text.original(0, text.shown().size()), source);
    QCOMPARE(text.original(0, 1), u"a"_s);
    QCOMPARE(text.original(3, 5), u"\u202e"_s); // inside its mark
    QCOMPARE(text.original(text.shown().size() - 2, text.shown().size()), u"\U000E0041d"_s);
    QCOMPARE(VisibleText(u"plain ⟨U+202E⟩"_s).original(6, 14), u"⟨U+202E⟩"_s);
}

/// Invisible and reversing characters in a message and in its result.
void TestPeerTexts::hiddenCharactersAreSeenAndCopied()
{
    const QString text = u"up\u202edown\u2028next\u0085end"_s;
    const QString shown = u"up⟨U+202E⟩down⟨U+2028⟩next⟨U+0085⟩end"_s;
    serve("tool");
    m_server->setResult("tools/call", R"({"content":[{"type":"text","text":"%"}]})"_ba.replace('%', text.toUtf8()));
    QVERIFY(connectWindow());
    const qsizetype row = m_fixture->call(u"tool"_s, "{}");
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row).isOpen(), Limit);
    m_fixture->flush();
    m_fixture->select(row);
    const auto copied = [](QPlainTextEdit *view) {
        view->selectAll();
        view->copy();
        return QGuiApplication::clipboard()->text();
    };
    auto *details = m_fixture->find<QTabWidget>(u"detailsTabs"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->find<TextView>(u"pieceText"_s), Limit);
    auto *piece = m_fixture->find<TextView>(u"pieceText"_s);
    QCOMPARE(piece->toPlainText(), shown);
    QCOMPARE(copied(piece), text);
    for (const auto &[tab, name] : {std::pair{u"prettyView"_s, u"prettyView"_s}, {u"rawTab"_s, u"rawView"_s}}) {
        details->setCurrentWidget(m_fixture->find<QWidget>(tab));
        auto *view = m_fixture->find<TextView>(name);
        QVERIFY(view->toPlainText().contains(shown));
        QVERIFY(copied(view).contains(text));
        QCOMPARE(view->document()->blockCount(), int(view->toPlainText().count(u'\n')) + 1);
    }
    auto *messages = m_fixture->find<QTableView>(u"messageTable"_s);
    const QModelIndex cell = messages->model()->index(messages->model()->rowCount() - 1, MessageTable::Content);
    QVERIFY(cell.data().toString().contains(text)); // verbatim, for copying
    const auto *delegate = qobject_cast<QStyledItemDelegate *>(messages->itemDelegate());
    QVERIFY(delegate->displayText(cell.data(), QLocale()).contains(shown));
    PeerLabel label(text, nullptr);
    QCOMPARE(label.text(), text);
    QCOMPARE(static_cast<QLabel &>(label).text().remove(Texts::BreakPlace), shown);
}

QTEST_MAIN(TestPeerTexts)
#include "tst_untrustedtext.moc"
