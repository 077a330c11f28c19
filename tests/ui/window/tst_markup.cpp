// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/everywindow.h"
#include "ui/memoryserver.h"
#include "ui/windowfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/doctorwindow.h"
#include "ui/dialogs/lists/importdialog.h"
#include "ui/models/untrustedtext.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/widgets/elidedlabel.h"
#include "ui/views/widgets/peerlabel.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QCompleter>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTreeView>

#include <sys/inotify.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Text of servers, configurations and files is never rendered as HTML. Every text of the protocol has markup here, and
/// no widget, tool tip, item or accessible text renders it, or opens the file that it names.
class TestMarkup : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void labels();
    void mnemonics();
    void windows_data();
    void windows();
    void doctor();
    void everyTab();
    void everyKindOfField();
    void completions();
    void imports();

private:
    static constexpr int Limit = 10'000;

    [[nodiscard]] QByteArray filled(QByteArray json) const { return json.replace('%', m_mark.toUtf8()); }
    void serve();
    void onReceived(const QByteArray &method, const QByteArray &message);
    [[nodiscard]] bool connectWindow();
    void makeServersHostile();

    [[nodiscard]] static bool isRendered(const QTextDocument &document);
    [[nodiscard]] static bool isRendered(const QString &text);
    void look(const QString &where);
    void lookAt(const QWidget &widget, const QString &where);
    void lookAt(const QAbstractItemModel &model, const QModelIndex &parent, const QString &where);
    void report(const QString &where, const QString &text);
    [[nodiscard]] bool isSentinelOpened() const;

    QTemporaryDir m_folder;
    QString m_mark;
    int m_watch = -1;
    qsizetype m_seen = 0; ///< texts with the markup
    QStringList m_rendered;
    std::unique_ptr<MemoryServer> m_server;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestMarkup::init()
{
    WindowFixture::failOnWarnings();
    QVERIFY(m_folder.isValid());
    const QString sentinel = m_folder.filePath(u"sentinel.png"_s);
    QFile file(sentinel);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    m_mark = u"<s>struck</s><img src='%1'>&amp;"_s.arg(sentinel);
    m_watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    QVERIFY(m_watch >= 0 && inotify_add_watch(m_watch, qPrintable(sentinel), IN_OPEN) >= 0);
    m_seen = 0;
    m_rendered.clear();
    m_fixture = std::make_unique<WindowFixture>();
    makeServersHostile();
    serve();
}

void TestMarkup::cleanup()
{
    m_fixture.reset();
    m_server.reset();
    QVERIFY2(!isSentinelOpened(), "the file that the markup names was opened");
    ::close(m_watch);
    QVERIFY2(m_rendered.isEmpty(), qPrintable(m_rendered.join(u'\n')));
}

bool TestMarkup::isSentinelOpened() const
{
    char events[4096];
    return ::read(m_watch, events, sizeof(events)) > 0;
}

/// Sets markup in the program's own lists of servers.
void TestMarkup::makeServersHostile()
{
    ServerTarget &demo = m_fixture->services.demoServer;
    demo.name = m_mark;
    demo.group = m_mark;
    demo.command.arguments = {m_mark};
    demo.command.workingDirectory = m_folder.path() + u"/<s>folder</s>"_s;
    demo.command.setVariables.insert(u"<s>variable</s>"_s, m_mark);
    ServerList saved;
    saved.put(demo);
    ServerTarget web;
    web.name = u"<s>web</s>"_s;
    web.http.url = QUrl(u"http://127.0.0.1/<s>path</s>"_s);
    saved.put(web);
    m_fixture->settings.setSavedServers(saved);
    m_fixture->settings.setColorRules({{.name = m_mark, .filter = u"time>2s"_s}});
}

void TestMarkup::serve()
{
    m_server = std::make_unique<MemoryServer>(
        R"({"tools":{},"prompts":{},"resources":{"subscribe":true},"logging":{},"completions":{},"tasks":{"list":{}}})");
    m_server->setResult("initialize", filled(R"({"protocolVersion":"2025-11-25","serverInfo":{"name":"%","title":"%",
        "version":"%","websiteUrl":"https://%","description":"%","icons":[{"src":"%"}]},"instructions":"%","capabilities":{
        "tools":{},"prompts":{},"resources":{"subscribe":true},"logging":{},"completions":{},"tasks":{"list":{}}}})"));
    const QByteArray schema = R"({"type":"object","title":"%","description":"%","required":["%","choice"],"properties":{
        "%":{"type":"string","title":"%","description":"%","default":"%","examples":["%"]},
        "choice":{"type":"string","title":"%","description":"%","enum":["%","b"],"enumNames":["%","%"]},
        "titled":{"title":"%","oneOf":[{"const":"%","title":"%","description":"%"},{"const":"b","title":"%"}]},
        "flag":{"type":"boolean","title":"%","description":"%"},
        "date":{"type":"string","format":"date","title":"%","description":"%"},
        "number":{"type":"number","title":"%","description":"%","minimum":3},
        "list":{"type":"array","title":"%","description":"%","items":{"type":"string","title":"%","description":"%"},
            "default":["%"]},
        "checks":{"type":"array","title":"%","description":"%","items":{"type":"string","enum":["%","c"]},"uniqueItems":true},
        "group":{"type":"object","title":"%","description":"%","properties":{"%":{"type":"string","title":"%",
            "description":"%"}},"additionalProperties":{"type":"string"}},
        "branches":{"title":"%","description":"%","anyOf":[{"type":"object","title":"%","description":"%","properties":
            {"%":{"type":"string","title":"%","description":"%"}}},{"type":"array","title":"%","description":"%",
            "items":{"type":"string"}}]},
        "any":{"title":"%","description":"%"}}})";
    const auto tool = [&](const QByteArray &name) {
        return R"({"name":")" + name +
               R"(","title":"%","description":"%","icons":[{"src":"%"}],"annotations":{"title":"%"},
            "_meta":{"%":"%"},"outputSchema":{"type":"object","properties":{"n":{"type":"number","description":"%"}}},
            "inputSchema":)" +
               schema + '}';
    };
    m_server->setResult("tools/list", filled(R"({"tools":[)" + tool("content") + ',' + tool("ask_elicitation") + ',' +
                                             tool("answers_twice") + ',' + tool("%") + "]}"));
    m_server->setResult("prompts/list", filled(R"({"prompts":[{"name":"%","title":"%","description":"%","arguments":[
        {"name":"%","title":"%","description":"%","required":true}]}]})"));
    m_server->setResult("prompts/get", filled(R"({"description":"%","messages":[{"role":"%","content":
        {"type":"text","text":"%"}}]})"));
    m_server->setResult("resources/list", filled(R"({"resources":[{"uri":"x:%","name":"%","title":"%","description":"%",
        "mimeType":"%","annotations":{"audience":["%"],"lastModified":"%"},"icons":[{"src":"%"}]}]})"));
    m_server->setResult("resources/read", filled(R"({"contents":[{"uri":"x:%","mimeType":"text/html","text":"%"}]})"));
    m_server->setResult("resources/templates/list", filled(R"({"resourceTemplates":[{"uriTemplate":"x:{a}","name":"%",
        "title":"%","description":"%","mimeType":"%"}]})"));
    m_server->setResult("completion/complete", filled(R"({"completion":{"values":["%","a%"],"total":2}})"));
    m_server->setResult("logging/setLevel", "{}");
    m_server->setResult("tasks/list", filled(R"({"tasks":[{"taskId":"%","status":"working","statusMessage":"%",
        "createdAt":"%","lastUpdatedAt":"%","ttl":null}]})"));
    connect(m_server.get(), &MemoryServer::received, this, &TestMarkup::onReceived);
}

/// Responses to the tools that EveryWindow calls, and messages during their work.
void TestMarkup::onReceived(const QByteArray &method, const QByteArray &message)
{
    if (method != "tools/call")
        return;
    const QByteArray name = JsonValue(message).pointer("/params/name").toUtf8();
    const QByteArray token = JsonValue(message).pointer("/params/_meta/progressToken").raw().toByteArray();
    const QByteArray id = JsonValue(message).member("id").raw().toByteArray();
    if (name == "content") {
        m_server->setResult("tools/call", filled(R"({"structuredContent":{"%":"%","n":"%"},"content":[
            {"type":"text","text":"%"},
            {"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="},
            {"type":"audio","mimeType":"%","data":"AAAA"},
            {"type":"resource_link","uri":"x:%","name":"%","title":"%","description":"%","mimeType":"%","size":3},
            {"type":"resource","resource":{"uri":"x:%","mimeType":"%","text":"%"}},
            {"type":"%","text":"%"}]})"));
    } else if (name == "ask_elicitation") {
        m_server->answers["tools/call"] = {};
    } else if (name == "answers_twice") {
        m_server->setResult("tools/call", filled(R"({"isError":true,"content":[{"type":"text","text":"%"}]})"));
    } else {
        m_server->answers["tools/call"] = filled(R"("error":{"code":-32000,"message":"%","data":{"%":"%"}})");
    }
    const auto say = [this, name, token, id] {
        if (!token.isEmpty()) {
            m_server->notify("notifications/progress",
                             filled(R"({"progress":1,"total":9,"message":"%","progressToken":)") + token + '}');
        }
        m_server->notify("notifications/message", filled(R"({"level":"%","logger":"%","data":"%"})"));
        m_server->notify("notifications/message", filled(R"({"level":"error","logger":"%","data":{"%":"%"}})"));
        if (name == "answers_twice") {
            m_server->send(filled(R"({"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"%"}]},"id":)") + id +
                           '}');
        } else if (name == "ask_elicitation") {
            m_server->ask(7, "elicitation/create",
                          filled(R"({"message":"%","requestedSchema":{"type":"object","title":"%",
                "required":["%"],"properties":{"%":{"type":"string","title":"%","description":"%","default":"%"},
                "choice":{"type":"string","title":"%","description":"%","enum":["%"],"enumNames":["%"]},
                "flag":{"type":"boolean","title":"%","description":"%"}}}})"));
        }
    };
    QMetaObject::invokeMethod(m_server.get(), say, Qt::QueuedConnection); // after the request is in the log
}

bool TestMarkup::connectWindow()
{
    m_fixture->window->controller().connectTo(m_server->transport(), m_mark);
    return m_fixture->waitForTools() && m_fixture->waitForLists();
}

// ---- checks

bool TestMarkup::isRendered(const QTextDocument &document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            const QTextCharFormat format = at.fragment().charFormat();
            if (format.fontStrikeOut() ||
                (format.isImageFormat() && format.toImageFormat().name().contains(u"sentinel"_s)))
                return true;
        }
    }
    return false;
}

bool TestMarkup::isRendered(const QString &text)
{
    if (!Qt::mightBeRichText(text))
        return false;
    QTextDocument document;
    document.setHtml(text);
    return isRendered(document);
}

void TestMarkup::report(const QString &where, const QString &text)
{
    if (text.contains(u"struck"_s) || text.contains(u"<s>"_s))
        ++m_seen;
    if (isRendered(text))
        m_rendered << u"%1: %2"_s.arg(where, text.left(100));
}

void TestMarkup::lookAt(const QAbstractItemModel &model, const QModelIndex &parent, const QString &where)
{
    constexpr int Most = 40; // maximal rows per parent
    for (int row = 0; row < qMin(Most, model.rowCount(parent)); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            for (const int role : {Qt::ToolTipRole, Qt::StatusTipRole, Qt::WhatsThisRole})
                report(where + u"[%1,%2]"_s.arg(row).arg(column), index.data(role).toString());
            for (const int role : {Qt::AccessibleTextRole, Qt::AccessibleDescriptionRole, Qt::DisplayRole}) {
                const QString text = index.data(role).toString();
                if (text.contains(u"&lt;s"_s) || text.startsWith(u"<p "_s))
                    m_rendered << where + u": text of an item in HTML: "_s + text.left(100);
                m_seen += text.contains(u"<s>"_s);
            }
        }
        lookAt(model, model.index(row, 0, parent), where);
    }
}

void TestMarkup::lookAt(const QWidget &widget, const QString &where)
{
    const QString name =
        u"%1 %2 %3"_s.arg(where, QString::fromLatin1(widget.metaObject()->className()), widget.objectName());
    for (const QString &tip : {widget.toolTip(), widget.whatsThis(), widget.statusTip()})
        report(name, tip);
    for (const QAction *action : widget.actions())
        report(name + u' ' + action->objectName(), action->toolTip());
    if (QAccessibleInterface *said = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(&widget))) {
        for (const auto text : {QAccessible::Name, QAccessible::Description, QAccessible::Help}) {
            if (said->text(text).contains(u"&lt;s"_s) || said->text(text).startsWith(u"<p "_s))
                m_rendered << name + u": accessible text in HTML: "_s + said->text(text).left(100);
        }
    }
    if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
        m_seen += label->text().contains(u"<s"_s);
        const bool isRich = label->textFormat() != Qt::PlainText;
        if (isRich && isRendered(label->text()))
            m_rendered << name + u": "_s + label->text().left(100);
        if (label->textFormat() == Qt::AutoText && Qt::mightBeRichText(label->text()))
            m_rendered << name + u": a label that guesses its format: "_s + label->text().left(100);
    }
    if (const auto *text = qobject_cast<const QTextEdit *>(&widget); text && isRendered(*text->document()))
        m_rendered << name + u": "_s + text->toPlainText().left(100);
    if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget); view && view->model()) {
        lookAt(*view->model(), {}, name);
        for (const auto orientation : {Qt::Horizontal, Qt::Vertical}) {
            for (int section = 0; section < qMin(20, view->model()->columnCount()); ++section)
                report(name, view->model()->headerData(section, orientation, Qt::ToolTipRole).toString());
        }
    }
    if (const auto *line = qobject_cast<const QLineEdit *>(&widget); line && line->completer())
        lookAt(*line->completer()->completionModel(), {}, name);
    if (const auto *tabs = qobject_cast<const QTabBar *>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i)
            report(name, tabs->tabToolTip(i));
    }
}

/// Checks every widget, laid out and painted.
void TestMarkup::look(const QString &where)
{
    m_fixture->flush();
    QCoreApplication::sendPostedEvents();
    for (QWidget *window : QApplication::topLevelWidgets()) {
        if (window->isVisible())
            window->grab();
    }
    for (const QWidget *widget : QApplication::allWidgets())
        lookAt(*widget, where);
}

// ---- tests

void TestMarkup::labels()
{
    QVERIFY(isRendered(m_mark)); // proves that rendering would be detected
    QVERIFY(!isRendered(Texts::toolTip(m_mark)));
    QVERIFY(!isRendered(m_mark.toHtmlEscaped()));
    const auto check = [this](QLabel &label) {
        label.setText(m_mark);
        label.adjustSize();
        label.grab();
        QCOMPARE(label.textFormat(), Qt::PlainText);
    };
    PlainLabel plain;
    check(plain);
    PeerLabel peers;
    check(peers);
    ElidedLabel elided;
    check(elided);
}

void TestMarkup::mnemonics()
{
    QLineEdit line;
    PeerLabel label(u"A && B & C"_s, nullptr);
    label.setBuddy(&line);
    QCOMPARE(label.text(), u"A && B & C"_s);
    QCOMPARE(label.QLabel::text(), u"A &&&& B && C"_s);
    QCOMPARE(Texts::noMnemonic(u"a&b"_s), u"a&&b"_s);
    QCOMPARE(Texts::windowTitle(u"a[*]b[*][*]\nc"_s), u"a[*][*]b[*][*][*][*] c"_s);
    QWidget window;
    window.setWindowTitle(Texts::windowTitle(u"a[*]"_s));
    window.show();
    QCOMPARE(window.windowHandle()->title(), u"a[*]"_s);
}

void TestMarkup::windows_data()
{
    QTest::addColumn<QString>("what");
    for (const QString &what : EveryWindow::names()) {
        if (what != u"doctor"_s) // needs a server to start: see doctor()
            QTest::newRow(qPrintable(what)) << what;
    }
}

void TestMarkup::windows()
{
    QFETCH(QString, what);
    EveryWindow windows(*m_fixture, [this] { return connectWindow(); });
    QWidget *window = windows.open(what);
    QVERIFY(window);
    look(what);
    const QSet<QString> ours{u"about"_s,  u"color rules"_s, u"follow"_s, u"guide"_s,
                             u"import"_s, u"preferences"_s, u"tour"_s,   u"values"_s};
    QVERIFY2(m_seen > 0 || ours.contains(what), "no text of the server was there to be looked at");
}

void TestMarkup::doctor()
{
    ServerTarget target;
    target.name = m_mark;
    target.command.program = m_mark;
    target.command.arguments = {m_mark};
    DoctorWindow window(target, m_mark, m_mark);
    window.show();
    QTRY_VERIFY_WITH_TIMEOUT(!window.doctor().isRunning(), 30'000);
    window.findChild<QTreeView *>(u"doctorStages"_s)->expandAll();
    look(u"doctor"_s);
    QVERIFY(m_seen > 0);
}

void TestMarkup::everyTab()
{
    QVERIFY(connectWindow());
    m_server->notify(filled("%"));
    m_server->send(m_mark.toUtf8());
    m_server->send(filled(R"({"jsonrpc":"2.0","id":"%","method":"%","params":{"%":"%"}})"));
    m_server->send(filled(R"({"jsonrpc":"2.0","id":"%","result":{}})"));
    for (const QString &tool : {u"content"_s, u"answers_twice"_s, m_mark, u"ask_elicitation"_s})
        QVERIFY(m_fixture->call(tool, "{}") >= 0);
    m_server->notify("notifications/cancelled", filled(R"({"requestId":7,"reason":"%"})"));
    m_server->ask(8, "elicitation/create",
                  filled(R"({"mode":"url","elicitationId":"%","url":"https://%","message":"%"})"));
    m_server->ask(9, "sampling/createMessage", filled(R"({"systemPrompt":"%","maxTokens":1,"modelPreferences":{"hints":[
        {"name":"%"}]},"messages":[{"role":"user","content":{"type":"text","text":"%"}}]})"));
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > 10, Limit);
    m_fixture->flush();
    auto *lower = m_fixture->find<QTabWidget>(u"lowerTabs"_s);
    for (int tab = 0; tab < lower->count(); ++tab) {
        lower->setCurrentIndex(tab);
        look(lower->tabText(tab));
    }
    lower->setCurrentIndex(0);
    auto *details = m_fixture->find<QTabWidget>(u"detailsTabs"_s);
    for (qsizetype row = 0; row < m_fixture->log().count(); ++row) {
        m_fixture->window->findChild<RequestsPanel *>()->select(row);
        for (int tab = 0; tab < details->count(); ++tab) {
            details->setCurrentIndex(tab);
            look(u"request %1, %2"_s.arg(row).arg(details->tabText(tab)));
        }
    }
    auto *messages = m_fixture->find<QAbstractItemView>(u"messageTable"_s);
    details->setCurrentIndex(0);
    for (int row = 0; row < messages->model()->rowCount(); ++row) {
        messages->setCurrentIndex(messages->model()->index(row, 0));
        look(u"message %1"_s.arg(row));
    }
    QVERIFY(m_seen > 1000);
}

/// Every offer of the server in each of its tabs, and the questions.
void TestMarkup::everyKindOfField()
{
    QVERIFY(connectWindow());
    auto *catalog = m_fixture->find<QAbstractItemView>(u"catalogTree"_s);
    auto *tabs = m_fixture->find<QTabBar>(u"itemTabs"_s);
    QVERIFY(tabs);
    for (const auto kind : {CatalogList::Kind::Tools, CatalogList::Kind::Prompts, CatalogList::Kind::Resources,
                            CatalogList::Kind::ResourceTemplates}) {
        const QModelIndex section = m_fixture->section(kind);
        QVERIFY(section.isValid() && section.model()->rowCount(section) > 0);
        catalog->setCurrentIndex(section.model()->index(section.model()->rowCount(section) - 1, 0, section));
        for (int tab = 0; tab < tabs->count(); ++tab) {
            if (!tabs->isTabVisible(tab))
                continue;
            tabs->setCurrentIndex(tab);
            look(u"item %1, %2"_s.arg(int(kind)).arg(tabs->tabText(tab)));
        }
    }
    m_server->ask(8, "elicitation/create",
                  filled(R"({"mode":"url","elicitationId":"%","url":"https://e/%","message":"%"})"));
    m_server->ask(9, "sampling/createMessage", filled(R"({"systemPrompt":"%","maxTokens":1,"messages":[
        {"role":"user","content":{"type":"text","text":"%"}}]})"));
    for (int question = 0; question < 2; ++question) {
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().answer->isEnabled(), Limit);
        m_fixture->window->actions().answer->trigger();
        look(u"question %1"_s.arg(question));
        const QPointer dialog = m_fixture->find<QDialog>(u"answerDialog"_s);
        QVERIFY(dialog);
        m_server->notify("notifications/cancelled",
                         R"({"requestId":)" + QByteArray::number(8 + question) + filled(R"(,"reason":"%"})"));
        QCoreApplication::sendPostedEvents();
        look(u"cancelled question %1"_s.arg(question));
        if (dialog)
            dialog->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    QVERIFY(m_seen > 100);
}

void TestMarkup::completions()
{
    QVERIFY(connectWindow());
    const QModelIndex prompts = m_fixture->section(CatalogList::Kind::Prompts);
    m_fixture->find<QAbstractItemView>(u"catalogTree"_s)->setCurrentIndex(prompts.model()->index(0, 0, prompts));
    auto *line = m_fixture->find<QLineEdit>(u"item_"_s + m_mark);
    QVERIFY(line);
    m_fixture->find<QTabBar>(u"itemTabs"_s)->setCurrentIndex(1);
    line->setFocus();
    QTest::keyClicks(line, u"a"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_server->count("completion/complete") > 0, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(line->completer() && line->completer()->completionModel()->rowCount() > 0, Limit);
    look(u"completion"_s);
}

void TestMarkup::imports()
{
    ImportDialog dialog(m_fixture->settings, m_fixture->dialogs);
    dialog.readText(QString::fromUtf8(filled(R"({"mcpServers":{"%":{"command":"%","args":["%","${input:%}"],"cwd":"%",
        "env":{"%":"${env:%}"}},"<s>web</s>":{"type":"http","url":"http://%/%","headers":{"%":"%"}},"bad%":{"type":"%"}}})")));
    dialog.QWidget::show();
    look(u"import"_s);
    QVERIFY(m_seen > 0);
    dialog.readText(m_mark);
    look(u"no configuration"_s);
}

QTEST_MAIN(TestMarkup)
#include "tst_markup.moc"
