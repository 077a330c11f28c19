// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "memoryserver.h"
#include "windowfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/models/peertexts.h"
#include "ui/panels/requestspanel.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QSet>
#include <QTabWidget>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// What a server writes is text, wherever it is shown, and never more than can be laid out.
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
    void longTextsAreCut();

private:
    static constexpr int Limit = 10'000;

    void serve(const QByteArray &text);
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

/// A server that says the same, which is safe in JSON, wherever it can.
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
    m_server->answers["tools/call"] = {}; // none
}

bool TestPeerTexts::connectWindow()
{
    m_fixture->window->workspace().connectTo(m_server->transport(), u"memory"_s);
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

/// Megabytes in every place where a server can put them; each label would take seconds for them.
void TestPeerTexts::longTextsAreCut()
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

QTEST_MAIN(TestPeerTexts)
#include "tst_peertexts.moc"
