// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/letterwidth.h"
#include "ui/windowfixture.h"

#include "support/exchanges.h"
#include "ui/actions.h"
#include "ui/models/messages/jsontreemodel.h"
#include "ui/panels/details/detailsfinder.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/views/filter/findbar.h"
#include "ui/views/messages/jsontreeview.h"
#include "ui/views/messages/textview.h"

#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestDetailsSearch : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void findsInText_data();
    void findsInText();
    void findsInJson_data();
    void findsInJson();
    void hugeTextIsSearchedInSlices();
    void slicesWithoutTimeAdvance();
    void goesToTheNextMatch();
    void followsTheTabAndTheMessage();
    void reportsNoMatch();
    void reportDoesNotMoveTheText();
    void deepKeysAreShownWhole();
    void wholeLongTextIsSearched_data();
    void wholeLongTextIsSearched();
    void longTextIsShownInParts();
    void escapeClosesAndTheFilterKeepsItsKey();

private:
    static constexpr int Limit = 10000;

    /// Calls echo with `text`, and shows the response in that tab of Details.
    void echo(const QString &text, const QString &tab);
    void chooseTab(const QString &name) const;
    /// Opens a capture of one call whose response has `count` items, and shows that tab.
    void openItems(int count, const QString &tab);
    [[nodiscard]] TextView *pretty() const { return m_fixture->find<TextView>(u"prettyView"_s); }
    [[nodiscard]] QTreeView *tree() const { return m_fixture->find<QTreeView>(u"treeView"_s); }
    [[nodiscard]] FindBar *bar() const { return m_fixture->find<FindBar>(u"findBar"_s); }
    [[nodiscard]] QLineEdit *line() const { return m_fixture->find<QLineEdit>(u"findText"_s); }
    [[nodiscard]] QString status() const { return m_fixture->find<QLabel>(u"findStatus"_s)->text(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(m_fixture->window.get(), key, modifiers);
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestDetailsSearch::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestDetailsSearch::cleanup()
{
    m_fixture.reset();
}

void TestDetailsSearch::findsInText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QList<qsizetype>>("hits");
    const QString far(400'000, u'-');
    QTest::newRow("case") << u"aB Ab"_s << u"ab"_s << QList<qsizetype>{0, 3};
    QTest::newRow("no overlap") << u"aaaa"_s << u"aa"_s << QList<qsizetype>{0, 2};
    QTest::newRow("nothing") << u"abc"_s << u"x"_s << QList<qsizetype>{};
    QTest::newRow("empty") << QString() << u"x"_s << QList<qsizetype>{};
    QTest::newRow("far") << far + u"Größe"_s << u"grösse"_s.replace(u"ss"_s, u"ß"_s) << QList<qsizetype>{400'000};
    QTest::newRow("across a stretch") << QString((1 << 18) - 2, u'-') + u"needle"_s << u"NEEDLE"_s
                                      << QList<qsizetype>{(1 << 18) - 2};
}

void TestDetailsSearch::findsInText()
{
    QFETCH(QString, text);
    QFETCH(QString, wanted);
    TextFinder finder(text, wanted);
    while (!finder.advance()) {
    }
    QTEST(QList<qsizetype>(finder.hits().begin(), finder.hits().end()), "hits");
}

void TestDetailsSearch::findsInJson_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QStringList>("pointers");
    QTest::newRow("keys and values") << R"({"name":{"x":"Name"},"y":["surname",1]})"_ba << u"name"_s
                                     << QStringList{u"/name"_s, u"/name/x"_s, u"/y/0"_s};
    QTest::newRow("number") << R"([10,{"a":310}, "10"])"_ba << u"10"_s << QStringList{u"/0"_s, u"/1/a"_s, u"/2"_s};
    QTest::newRow("decoded") << R"(["a\nb","\u0041BC","\\n"])"_ba << u"abc"_s << QStringList{u"/1"_s};
    QTest::newRow("no syntax") << R"({"a":[true,null]})"_ba << u"\""_s << QStringList{};
    QTest::newRow("word") << R"({"a":[true,null]})"_ba << u"nul"_s << QStringList{u"/a/1"_s};
    QByteArray many = "[0";
    for (int i = 1; i < 2500; ++i)
        many += ',' + (i == 2222 ? R"({"deep":"here"})"_ba : QByteArray::number(i));
    QTest::newRow("in a range") << many + ']' << u"here"_s << QStringList{u"/2222/deep"_s};
    QTest::newRow("scalar") << R"( "all" )"_ba << u"all"_s << QStringList{QString()};
}

void TestDetailsSearch::findsInJson()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, wanted);
    JsonFinder finder(json, wanted);
    while (!finder.advance()) {
    }
    JsonTreeModel model;
    model.setJson(json);
    QStringList pointers;
    for (const qsizetype hit : finder.hits())
        pointers << model.indexAt(hit).data(JsonTreeModel::PointerRole).toString();
    QTEST(pointers, "pointers");
}

void TestDetailsSearch::hugeTextIsSearchedInSlices()
{
    const QByteArray json = '[' + QByteArray(R"("a plain text of some length",)").repeated(2'000'000) + R"("the end"])";
    Searching searching;
    searching.start(std::make_unique<JsonFinder>(json, u"THE END"_s));
    QVERIFY(searching.isRunning()); // returned before everything was searched
    int slices = 0;
    connect(&searching, &Searching::advanced, this, [&slices] { ++slices; });
    QTRY_VERIFY_WITH_TIMEOUT(!searching.isRunning(), Limit);
    QVERIFY(slices > 0);
    QCOMPARE(searching.hits(), std::vector<qsizetype>{json.size() - 10});
    searching.start(std::make_unique<JsonFinder>(json, u"plain"_s));
    QTRY_VERIFY_WITH_TIMEOUT(!searching.isRunning(), Limit);
    QCOMPARE(searching.hits().size(), size_t(Finder::Most));
    QVERIFY(searching.isFull());
}

/// A slice whose time is over before its first step, as on a busy machine, still takes that step.
void TestDetailsSearch::slicesWithoutTimeAdvance()
{
    Searching searching(nullptr, std::chrono::milliseconds(0));
    searching.start(std::make_unique<TextFinder>(u"something"_s, u"nowhere"_s));
    QVERIFY(!searching.isRunning());                           // so the status is "No match", not "Searching…"
    const QString text = QString(1 << 19, u'-') + u"needle"_s; // some steps
    searching.start(std::make_unique<TextFinder>(text, u"needle"_s));
    QTRY_VERIFY_WITH_TIMEOUT(!searching.isRunning(), Limit);
    QCOMPARE(searching.hits(), std::vector<qsizetype>{1 << 19});
}

void TestDetailsSearch::echo(const QString &text, const QString &tab)
{
    const qsizetype row = m_fixture->call(u"echo"_s, "{\"text\":\"" + text.toUtf8() + "\"}");
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row).isOpen(), Limit);
    m_fixture->flush();
    chooseTab(tab);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->find<DetailsPanel>(u"detailsPanel"_s)->bytes().contains("result"), Limit);
}

void TestDetailsSearch::chooseTab(const QString &name) const
{
    auto *tabs = m_fixture->find<QTabWidget>(u"detailsTabs"_s);
    for (int i = 0; i < tabs->count(); ++i) {
        if (tabs->tabText(i) == name)
            tabs->setCurrentIndex(i);
    }
}

void TestDetailsSearch::goesToTheNextMatch()
{
    QVERIFY(m_fixture->connectToDemo());
    echo(u"tick tock Tick"_s, u"Pretty"_s);
    pretty()->setFocus();
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(bar()->isVisible());
    QCOMPARE(QApplication::focusWidget(), line());
    QTest::keyClicks(line(), u"tick"_s);
    QCOMPARE(status(), u"1 of 2"_s);
    QCOMPARE(pretty()->textCursor().selectedText(), u"tick"_s);
    QCOMPARE(pretty()->extraSelections().size(), 2);
    press(Qt::Key_F3);
    QCOMPARE(status(), u"2 of 2"_s);
    QCOMPARE(pretty()->textCursor().selectedText(), u"Tick"_s);
    QTest::keyClick(line(), Qt::Key_Return);
    QCOMPARE(status(), u"1 of 2"_s); // wrapped to the beginning
    press(Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(status(), u"2 of 2"_s);
    QTest::keyClick(line(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(status(), u"1 of 2"_s);
}

void TestDetailsSearch::followsTheTabAndTheMessage()
{
    QVERIFY(m_fixture->connectToDemo());
    echo(u"my song"_s, u"Tree"_s);
    press(Qt::Key_F, Qt::ControlModifier | Qt::AltModifier); // from any focus
    QTest::keyClicks(line(), u"con"_s);
    QCOMPARE(status(), u"1 of 2"_s);
    const auto where = [this] { return tree()->currentIndex().data(JsonTreeModel::PointerRole).toString(); };
    QCOMPARE(where(), u"/result/content"_s);
    press(Qt::Key_F3);
    QCOMPARE(where(), u"/result/_meta/io.modelcontextprotocol~1serverInfo"_s);
    chooseTab(u"Raw"_s);
    QCOMPARE(status(), u"1 of 2"_s);
    QVERIFY(pretty()->extraSelections().isEmpty());
    chooseTab(u"Facts"_s);
    QVERIFY(!bar()->isVisible()); // that tab cannot be searched
    press(Qt::Key_F3);
    QVERIFY(!bar()->isVisible());
    chooseTab(u"Raw"_s);
    QVERIFY(bar()->isVisible());
    m_fixture->call(u"echo"_s, R"({"text":"second song"})");
    QTRY_COMPARE_WITH_TIMEOUT(status(), u"1 of 3"_s, Limit);
}

void TestDetailsSearch::reportsNoMatch()
{
    QVERIFY(m_fixture->connectToDemo());
    echo(u"something"_s, u"Result"_s);
    m_fixture->window->actions().findInDetails->trigger();
    QVERIFY(pretty()->isVisible()); // the tab with a match
    QTest::keyClicks(line(), u"nowhere"_s);
    QCOMPARE(status(), u"No match"_s);
    press(Qt::Key_F3);
    QCOMPARE(status(), u"No match"_s);
    line()->clear();
    QCOMPARE(status(), QString());
}

void TestDetailsSearch::reportDoesNotMoveTheText()
{
    QVERIFY(m_fixture->connectToDemo());
    echo(u"something"_s, u"Pretty"_s);
    m_fixture->window->actions().findInDetails->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(line()->isVisible(), Limit);
    QApplication::processEvents();
    const int least = bar()->minimumSizeHint().width();
    const int width = line()->width();
    QTest::keyClicks(line(), u"nowhere"_s);
    QCOMPARE(status(), u"No match"_s);
    QApplication::processEvents();
    QCOMPARE(bar()->minimumSizeHint().width(), least);
    QCOMPARE(line()->width(), width);
}

void TestDetailsSearch::deepKeysAreShownWhole()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->window->resize(1000, 700);
    QByteArray deep = "1";
    for (int i = 0; i < 8; ++i)
        deep = "{\"a key of some length\":" + deep + "}";
    const qsizetype row = m_fixture->call(u"echo"_s, "{\"text\":\"x\",\"deep\":" + deep + "}");
    QVERIFY(row >= 0);
    m_fixture->flush();
    chooseTab(u"Tree"_s);
    m_fixture->find<JsonTreeView>(u"treeView"_s)->showJson(deep);
    tree()->expandAll();
    const auto *header = tree()->header();
    QModelIndex last = tree()->model()->index(0, 0);
    while (tree()->model()->hasChildren(last))
        last = tree()->model()->index(0, 0, last);
    const auto isWhole = [&] {
        const QRect cell = tree()->visualRect(last);
        return cell.width() >= tree()->fontMetrics().horizontalAdvance(last.data().toString());
    };
    QTRY_VERIFY_WITH_TIMEOUT(isWhole(), Limit);
    QVERIFY(header->sectionSize(JsonTreeModel::Value) > 10 * letterWidth(tree()->fontMetrics()));
}

void TestDetailsSearch::openItems(int count, const QString &tab)
{
    QByteArray items;
    for (int i = 0; i < count; ++i)
        items += (i > 0 ? ",\"" : "\"") + QByteArray("item ") + QByteArray::number(i) + " \u202e of many\"";
    QFile file(m_fixture->file(u"items.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine());
    file.write("{\"t\":1000,\"d\":\"c2s\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}}\n");
    file.write(
        "{\"t\":2000,\"d\":\"s2c\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"items\":[" +
        items + "]}}}\n");
    file.close();
    m_fixture->window->openCapture(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), 1, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().openCount(), 0, Limit);
    m_fixture->flush();
    m_fixture->select(0);
    chooseTab(tab);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->find<DetailsPanel>(u"detailsPanel"_s)->bytes().contains("result"), Limit);
}

void TestDetailsSearch::wholeLongTextIsSearched_data()
{
    QTest::addColumn<QString>("tab");
    QTest::addColumn<QString>("view");
    QTest::newRow("Pretty") << u"Pretty"_s << u"prettyView"_s;
    QTest::newRow("Raw") << u"Raw"_s << u"rawView"_s;
}

void TestDetailsSearch::wholeLongTextIsSearched()
{
    QFETCH(QString, tab);
    QFETCH(QString, view);
    constexpr int Items = 150'000;
    openItems(Items, tab);
    const auto *text = m_fixture->find<TextView>(view);
    QVERIFY(text->text().size() > 3 * TextView::LongestPart);
    QVERIFY(!text->toPlainText().contains(u"item 149998 "_s));
    press(Qt::Key_F, Qt::ControlModifier | Qt::AltModifier);
    line()->setText(u"Item 149998 "_s);
    QTRY_COMPARE_WITH_TIMEOUT(status(), u"1 of 1"_s, Limit);
    QCOMPARE(text->textCursor().selectedText(), u"item 149998 "_s);
    QCOMPARE(text->text().mid(text->position(), 12), u"item 149998 "_s);
    QCOMPARE(text->extraSelections().size(), 1);
    line()->setText(u"item 7777"_s); // also matches 77770 to 77779
    QTRY_COMPARE_WITH_TIMEOUT(status(), u"1 of 11"_s, Limit);
    for (int i = 2; i <= 11; ++i)
        press(Qt::Key_F3);
    QCOMPARE(status(), u"11 of 11"_s);
    QCOMPARE(text->textCursor().selectedText(), u"item 7777"_s);
    QVERIFY(text->toPlainText().contains(u"item 77779 "_s));
    press(Qt::Key_F3);
    QVERIFY(text->toPlainText().contains(u"item 7777 "_s)); // wrapped to the beginning
    line()->setText(u"no such item"_s);
    QTRY_COMPARE_WITH_TIMEOUT(status(), u"No match"_s, Limit);
}

void TestDetailsSearch::longTextIsShownInParts()
{
    openItems(150'000, u"Pretty"_s);
    const auto button = [this](const char *name) {
        return pretty()->findChild<QToolButton *>(QLatin1StringView(name));
    };
    QVERIFY(button("textLater")->isVisible());
    QVERIFY(!button("textEarlier")->isEnabled());
    // Each part starts where the previous one ended, with whole lines.
    QString whole;
    for (;;) {
        const QString part = pretty()->toPlainText();
        const qsizetype begin = pretty()->text().size();
        QVERIFY(begin > part.size());
        const auto *label = pretty()->findChild<QLabel *>(u"textPart"_s);
        const QStringList numbers = label->text().split(u' ');
        const qsizetype from = QLocale().toLongLong(numbers.at(1)) - 1;
        QVERIFY(from == 0 || pretty()->text().at(from - 1) == u'\n');
        QVERIFY(from <= whole.size());
        whole = pretty()->text().first(QLocale().toLongLong(numbers.at(3)));
        if (!button("textLater")->isEnabled())
            break;
        button("textLater")->click();
    }
    QCOMPARE(whole.size(), pretty()->text().size());
    QVERIFY(pretty()->toPlainText().contains(u"item 149999"_s));
    QTest::keyClick(pretty(), Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(pretty()->position(), 0);
    QVERIFY(pretty()->toPlainText().contains(u"item 0 "_s));
    QTest::keyClick(pretty(), Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(pretty()->position(), pretty()->text().size());
    button("textEarlier")->click();
    QVERIFY(button("textLater")->isEnabled());
    QVERIFY(!pretty()->toPlainText().contains(u"item 149999"_s));
    // A short text is shown without parts.
    chooseTab(u"Raw"_s);
    m_fixture->find<TextView>(u"rawView"_s)->showText(u"short"_s);
    QVERIFY(!m_fixture->find<TextView>(u"rawView"_s)->findChild<QToolButton *>(u"textLater"_s)->isVisible());
}

void TestDetailsSearch::escapeClosesAndTheFilterKeepsItsKey()
{
    QVERIFY(m_fixture->connectToDemo());
    echo(u"tick"_s, u"Pretty"_s);
    m_fixture->find<QTableView>(u"requestTable"_s)->setFocus();
    press(Qt::Key_F, Qt::ControlModifier);
    QVERIFY(!bar()->isVisible());
    pretty()->setFocus();
    press(Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(line(), u"tick"_s);
    QTest::keyClick(line(), Qt::Key_Escape);
    QVERIFY(!bar()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(pretty()->hasFocus(), Limit);
    QVERIFY(pretty()->extraSelections().isEmpty());
    press(Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(line()->text(), u"tick"_s);
    pretty()->setFocus();
    QTest::keyClick(pretty(), Qt::Key_Escape);
    QVERIFY(!bar()->isVisible());
}

QTEST_MAIN(TestDetailsSearch)
#include "tst_detailssearch.moc"
