// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/capture/filter/filter.h"
#include "ui/actions.h"
#include "ui/models/filter/filterterm.h"
#include "ui/models/messages/jsontreemodel.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/views/filter/filterline.h"
#include "ui/views/messages/jsontreeview.h"
#include "ui/views/messages/textview.h"

#include <QApplication>
#include <QClipboard>
#include <QTabWidget>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Copying parts of a message in Details, and the filter for a value.
class TestDetailsCopy : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void filterTerms_data();
    void filterTerms();
    void fromTheTree_data();
    void fromTheTree();
    void fromPretty_data();
    void fromPretty();
    void filtersByAValue();

private:
    static constexpr int Limit = 10000;

    [[nodiscard]] bool echo(const QString &tab);
    [[nodiscard]] static QString copied() { return QApplication::clipboard()->text(); }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestDetailsCopy::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    QApplication::clipboard()->clear();
}

void TestDetailsCopy::cleanup()
{
    m_fixture.reset();
}

bool TestDetailsCopy::echo(const QString &tab)
{
    if (!m_fixture->connectToDemo())
        return false;
    m_fixture->call(u"echo"_s, R"({"text":"say \"hi\""})");
    const auto *details = m_fixture->find<DetailsPanel>(u"detailsPanel"_s);
    const bool came = QTest::qWaitFor([=] { return details->bytes().contains("result"); }, Limit);
    auto *tabs = m_fixture->find<QTabWidget>(u"detailsTabs"_s);
    for (int i = 0; i < tabs->count(); ++i) {
        if (tabs->tabText(i) == tab)
            tabs->setCurrentIndex(i);
    }
    return came;
}

void TestDetailsCopy::filterTerms_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("term");
    const auto row = [](const QString &pointer, const QByteArray &value, const QString &term) {
        QTest::newRow(qPrintable(term)) << pointer << value << term;
    };
    row(u"/params/name"_s, R"("echo")", u"/params/name = \"echo\""_s);
    row(u"/a"_s, R"("say \"hi\" \\")", u"/a = \"say \\\"hi\\\" \\\\\""_s);
    row(u"/id"_s, "7", u"/id = 7"_s);
    row(u"/a"_s, "1.50", u"/a = 1.50"_s);
    row(u"/a"_s, "true", u"/a = true"_s);
    row(u"/a"_s, "null", u"/a = null"_s);
    row(u"/a"_s, "{}", u"/a"_s);
    row(u"/a"_s, R"("two\nlines")", u"/a"_s);
    row(u"/a b/c=d"_s, "1", u"\"/a b/c=d\" = 1"_s);
    row(u"/a b"_s, "[1]", u"\"/a b\" ~ \".*\""_s);
    row(u"/a~1b"_s, "1", u"\"/a~1b\" = 1"_s);
}

void TestDetailsCopy::filterTerms()
{
    QFETCH(QString, pointer);
    QFETCH(QByteArray, value);
    const QString term = filterTermOf(pointer, JsonValue(value));
    QTEST(term, "term");
    const auto parsed = Filter::parse(term);
    QVERIFY(std::holds_alternative<Filter>(parsed));
    const auto &filter = std::get<Filter>(parsed);
    QCOMPARE(filter.root()->kind, Filter::Node::Kind::Term);
    QCOMPARE(filter.root()->term.field, FilterField::Id::Pointer);
    QCOMPARE(filter.root()->term.pointer, pointer.toUtf8());
    QVERIFY(filterTermOf({}, JsonValue(value)).isEmpty());
}

void TestDetailsCopy::fromTheTree_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<QString>("text");
    constexpr int CtrlAlt = int(Qt::CTRL) | int(Qt::ALT);
    QTest::newRow("value") << (int(Qt::CTRL) | int(Qt::Key_C)) << u"say \"hi\""_s;
    QTest::newRow("json") << (CtrlAlt | int(Qt::Key_J)) << u"\"say \\\"hi\\\"\""_s;
    QTest::newRow("key") << (CtrlAlt | int(Qt::Key_K)) << u"text"_s;
    QTest::newRow("pointer") << (CtrlAlt | int(Qt::Key_P)) << u"/result/content/0/text"_s;
    QTest::newRow("filter") << (CtrlAlt | int(Qt::Key_I)) << u"/result/content/0/text = \"say \\\"hi\\\"\""_s;
}

void TestDetailsCopy::fromTheTree()
{
    QFETCH(int, key);
    QVERIFY(echo(u"Tree"_s));
    auto *tree = m_fixture->find<JsonTreeView>(u"treeView"_s);
    tree->goTo(u"/result/content/0/text"_s);
    tree->setFocus();
    QTest::keySequence(tree, QKeySequence(key));
    QTEST(copied(), "text");
}

void TestDetailsCopy::fromPretty_data()
{
    QTest::addColumn<QString>("before"); // text before the cursor
    QTest::addColumn<QString>("pointer");
    QTest::newRow("inside a string") << u"say"_s << u"/result/content/0/text"_s;
    QTest::newRow("key") << u"\"jso"_s << u"/jsonrpc"_s;
    QTest::newRow("behind a value") << u"\"2.0\","_s << u"/jsonrpc"_s;
    QTest::newRow("bracket") << u"\"content\": "_s << u"/result/content"_s;
}

void TestDetailsCopy::fromPretty()
{
    QFETCH(QString, before);
    QVERIFY(echo(u"Pretty"_s));
    auto *pretty = m_fixture->find<TextView>(u"prettyView"_s);
    pretty->goTo(pretty->toPlainText().indexOf(before) + before.size());
    pretty->setFocus();
    QTest::keyClick(pretty, Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    QTEST(copied(), "pointer");
}

void TestDetailsCopy::filtersByAValue()
{
    QVERIFY(echo(u"Tree"_s));
    auto *tree = m_fixture->find<JsonTreeView>(u"treeView"_s);
    tree->goTo(u"/result/content/0/text"_s);
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_L, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(m_fixture->find<FilterLine>(u"requestFilter"_s)->text(), u"/result/content/0/text = \"say \\\"hi\\\"\""_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), 1, Limit);
}

QTEST_MAIN(TestDetailsCopy)
#include "tst_detailscopy.moc"
