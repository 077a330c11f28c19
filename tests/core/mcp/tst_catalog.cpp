// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memoryclient.h"

#include "core/mcp/catalog/catalog.h"
#include "core/mcp/requests/taskinfo.h"

#include <QCoreApplication>

using namespace Pullcord;
using namespace Qt::StringLiterals;

using Kind = CatalogList::Kind;
using Refresh = CatalogList::Refresh;

/// The lists of a server: pages, changes, cache hints, and the contents of an item.
class TestCatalog : public QObject
{
    Q_OBJECT

private:
    static constexpr auto Everything = R"({"tools":{},"prompts":{"listChanged":true},"resources":{}})";

    static constexpr int Limit = MemoryClient::Limit;

    std::unique_ptr<MemoryClient> m_peer;
    std::unique_ptr<Catalog> m_catalog;

    void connectTo(Revision revision, const QByteArray &capabilities = Everything)
    {
        m_peer = std::make_unique<MemoryClient>(revision);
        QVERIFY(m_peer->connectToServer(capabilities));
        m_catalog = std::make_unique<Catalog>(*m_peer->client);
    }
    /// Loads a list with that result.
    void fill(CatalogList &list, const QByteArray &result)
    {
        const qsizetype sent = m_peer->sent().size();
        QVERIFY(list.refresh());
        QVERIFY(m_peer->waitForSent(sent + 1));
        m_peer->answer(result);
        QVERIFY(!list.isLoading());
    }
    void notify(const QByteArray &method) { m_peer->notify(method, "{}"); }
    [[nodiscard]] QByteArrayList sentMethods() const
    {
        QByteArrayList methods;
        for (const QByteArray &message : m_peer->sent())
            methods.append(JsonValue(message).member("method").toUtf8());
        return methods;
    }
    static QString namesOf(const CatalogList &list)
    {
        QStringList names;
        for (const CatalogItem &item : list.items())
            names.append(item.name);
        return names.join(u' ');
    }
    static CatalogItem item(const QByteArray &json) { return CatalogItem::from(JsonValue(json)); }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        m_catalog.reset();
        m_peer.reset();
    }

    void asks_data()
    {
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<QByteArray>("change");
        QTest::newRow("tools") << Kind::Tools << "tools/list"_ba
                               << "tools"_ba
                               << "notifications/tools/list_changed"_ba;
        QTest::newRow("prompts") << Kind::Prompts << "prompts/list"_ba
                                 << "prompts"_ba
                                 << "notifications/prompts/list_changed"_ba;
        QTest::newRow("resources") << Kind::Resources << "resources/list"_ba
                                   << "resources"_ba
                                   << "notifications/resources/list_changed"_ba;
        QTest::newRow("templates") << Kind::ResourceTemplates << "resources/templates/list"_ba
                                   << "resourceTemplates"_ba
                                   << "notifications/resources/list_changed"_ba;
    }
    void asks()
    {
        QFETCH(const Kind, kind);
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, member);
        QFETCH(const QByteArray, change);
        connectTo(Revision::R2025_11_25);
        CatalogList &list = m_catalog->list(kind);
        QCOMPARE(list.kind(), kind);
        notify(change); // the list was never requested
        QSignalSpy changed(&list, &CatalogList::changed);
        QSignalSpy loading(&list, &CatalogList::loadingChanged);
        fill(list, R"({")" + member + R"(":[{"name":"a"},{"name":"b"}]})");
        QCOMPARE(sentMethods(), QByteArrayList{method});
        QCOMPARE(namesOf(list), u"a b"_s);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(loading.count(), 2);

        notify("notifications/"_ba + (kind == Kind::Tools ? "prompts" : "tools") + "/list_changed");
        notify(change);
        notify(change); // several changes cause one reload
        QVERIFY(!list.isFresh());
        QVERIFY(m_peer->waitForSent(2));
        QCOMPARE(sentMethods(), (QByteArrayList{method, method}));
        m_peer->answer(R"({")" + member + R"(":[{"name":"c"}]})");
        QCOMPARE(namesOf(list), u"c"_s);
        QCOMPARE(changed.count(), 2);
    }

    void changesMissed()
    {
        connectTo(Revision::R2026_07_28);
        fill(m_catalog->tools(), R"({"tools":[{"name":"a"}]})");
        fill(m_catalog->prompts(), R"({"prompts":[]})");
        m_catalog->onChangesMissed({.tools = true, .resources = true}); // never requested
        QVERIFY(m_peer->waitForSent(3));
        QCOMPARE(m_peer->sentMember("/method"), R"("tools/list")");
    }

    void noList_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("a task") << R"({"resultType":"task","taskId":"t","status":"working"})"_ba;
        QTest::newRow("questions")
            << R"({"resultType":"input_required","inputRequests":{"k":{"method":"roots/list"}}})"_ba;
    }
    /// Results that are valid only for a call.
    void noList()
    {
        QFETCH(const QByteArray, answer);
        const QJsonObject extensions{{TasksExtension, QJsonObject()}};
        m_peer = std::make_unique<MemoryClient>(Revision::R2026_07_28,
                                                ClientOptions{.modernCapabilities = {{u"extensions"_s, extensions}}});
        QVERIFY(m_peer->connectToServer(Everything));
        m_catalog = std::make_unique<Catalog>(*m_peer->client);
        QSignalSpy failed(&m_catalog->tools(), &CatalogList::failed);
        fill(m_catalog->tools(), answer);
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed.constFirst().constFirst().value<Error>().kind, ErrorKind::Protocol);
    }

    void undeclared()
    {
        connectTo(Revision::R2025_11_25, R"({"prompts":{},"resources":null})");
        QSignalSpy changed(&m_catalog->tools(), &CatalogList::changed);
        QVERIFY(!m_catalog->tools().refresh());
        QVERIFY(!m_catalog->resources().isDeclared());
        QVERIFY(m_catalog->prompts().isDeclared());
        m_catalog->refresh();
        QVERIFY(m_peer->waitForSent(1));
        QCoreApplication::processEvents();
        QCOMPARE(sentMethods(), QByteArrayList{"prompts/list"});
        QVERIFY(m_catalog->prompts().isLoading());
        QVERIFY(!m_catalog->templates().isLoading());
        QCOMPARE(changed.count(), 0);
    }

    void withdrawnCapability()
    {
        connectTo(Revision::R2025_11_25);
        fill(m_catalog->prompts(), R"({"prompts":[{"name":"a"}]})");
        QVERIFY(m_peer->loseConnection());
        QVERIFY(m_peer->connectToServer("{}"));
        QSignalSpy changed(&m_catalog->prompts(), &CatalogList::changed);
        QVERIFY(!m_catalog->prompts().refresh());
        QCOMPARE(changed.count(), 1);
        QVERIFY(m_catalog->prompts().items().isEmpty());
    }

    void readsEveryPage()
    {
        connectTo(Revision::R2026_07_28);
        ToolList &list = m_catalog->tools();
        QVERIFY(list.refresh());
        const QByteArrayList pages{R"({"tools":[{"name":"a"}],"nextCursor":""})",
                                   R"({"tools":[{"name":"b"}],"nextCursor":"x\u0031"})", R"({"tools":[{"name":"c"}]})"};
        QByteArrayList cursors;
        for (const QByteArray &page : pages) {
            QVERIFY(m_peer->waitForSent(cursors.size() + 1));
            cursors.append(m_peer->sentMember("/params/cursor"));
            QVERIFY(list.items().isEmpty());
            m_peer->answer(page);
        }
        // An empty cursor is a cursor, and a cursor is returned byte for byte.
        QCOMPARE(cursors, (QByteArrayList{{}, "\"\"", "\"x\\u0031\""}));
        QCOMPARE(namesOf(list), u"a b c"_s);
        QCOMPARE(list.tools().size(), 3);
    }

    void endlessLists_data()
    {
        QTest::addColumn<bool>("newCursors");
        QTest::addColumn<int>("requests");
        QTest::addColumn<QString>("says");
        QTest::newRow("a cursor comes back") << false << 2 << u"the cursor \"again\" twice"_s;
        QTest::newRow("ever new ones") << true << CatalogList::MaxPages << u"stopped after 1000 pages"_s;
    }
    void endlessLists()
    {
        QFETCH(const bool, newCursors);
        QFETCH(const int, requests);
        QFETCH(const QString, says);
        connectTo(Revision::R2025_11_25);
        CatalogList &list = m_catalog->resources();
        QSignalSpy failed(&list, &CatalogList::failed);
        QVERIFY(list.refresh());
        for (int i = 1; i <= requests; ++i) {
            QCOMPARE(failed.count(), 0);
            QVERIFY(m_peer->waitForSent(i));
            const QByteArray cursor = newCursors ? QByteArray::number(i) : "again"_ba;
            m_peer->answer(R"({"resources":[{"uri":"x:y","name":"a"}],"nextCursor":")" + cursor + R"("})");
        }
        QCOMPARE(failed.count(), 1);
        QVERIFY2(failed[0][0].value<Error>().detail.contains(says), qPrintable(failed[0][0].value<Error>().detail));
        QCOMPARE(list.items().size(), requests); // the items received so far
        QVERIFY(!list.isLoading());
        QVERIFY(!list.isFresh());
    }

    void failures_data()
    {
        QTest::addColumn<QByteArray>("answer"); // empty: an error
        QTest::addColumn<ErrorKind>("kind");
        QTest::newRow("refused") << QByteArray() << ErrorKind::Peer;
        QTest::newRow("no list") << "{}"_ba << ErrorKind::Protocol;
        QTest::newRow("the list is none") << R"({"prompts":{"name":"x"}})"_ba << ErrorKind::Protocol;
        QTest::newRow("not an object") << "7"_ba << ErrorKind::Protocol;
    }
    void failures()
    {
        QFETCH(const QByteArray, answer);
        QFETCH(const ErrorKind, kind);
        connectTo(Revision::R2026_07_28);
        CatalogList &list = m_catalog->prompts();
        fill(list, R"({"prompts":[{"name":"a"},{"name":"b"}],"ttlMs":3600000})");
        QVERIFY(list.isFresh());
        QSignalSpy failed(&list, &CatalogList::failed);
        QSignalSpy changed(&list, &CatalogList::changed);
        QVERIFY(list.refresh());
        QVERIFY(m_peer->waitForSent(2));
        if (answer.isEmpty())
            m_peer->refuse(R"({"code":-32602,"message":"no"})");
        else
            m_peer->answer(answer);
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].value<Error>().kind, kind);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(namesOf(list), u"a b"_s); // the old list stays
        QVERIFY(!list.isFresh());          // but is stale
    }

    void changeWhileReading()
    {
        connectTo(Revision::R2026_07_28);
        CatalogList &list = m_catalog->prompts();
        QVERIFY(list.refresh());
        QVERIFY(m_peer->waitForSent(1));
        notify("notifications/prompts/list_changed");
        QVERIFY(list.refresh(Refresh::IfStale)); // the load in progress is enough
        m_peer->answer(R"({"prompts":[{"name":"a"}],"ttlMs":3600000})");
        QVERIFY(!list.isFresh()); // may be older than the change
        QVERIFY(m_peer->waitForSent(2));
        m_peer->answer(R"({"prompts":[{"name":"b"}],"ttlMs":3600000})");
        QVERIFY(list.isFresh());
        QCOMPARE(namesOf(list), u"b"_s);
    }

    void hints_data()
    {
        QTest::addColumn<QByteArrayList>("pages"); // cache hints per page
        QTest::addColumn<bool>("fresh");
        QTest::addColumn<qint64>("ttl");
        QTest::addColumn<CacheHints::Scope>("scope");
        const auto row = [](const char *tag, const QByteArrayList &pages, bool fresh, qint64 ttl,
                            CacheHints::Scope scope) { QTest::newRow(tag) << pages << fresh << ttl << scope; };
        using Scope = CacheHints::Scope;
        row("an hour", {R"("ttlMs":3600000,"cacheScope":"public")"}, true, 3600000, Scope::Public);
        row("none", {R"("x":0)"}, false, 0, Scope::Private);
        row("zero", {R"("ttlMs":0,"cacheScope":"private")"}, false, 0, Scope::Private);
        row("negative", {R"("ttlMs":-5,"cacheScope":"public")"}, false, 0, Scope::Public);
        row("not a number", {R"("ttlMs":"3600000","cacheScope":"everybody")"}, false, 0, Scope::Private);
        row("for ever", {R"("ttlMs":9223372036854775807)"}, true, 9223372036854775807, Scope::Private);
        row("the shortest page counts",
            {R"("ttlMs":3600000,"cacheScope":"public")", R"("ttlMs":1800000,"cacheScope":"public")",
             R"("ttlMs":7200000,"cacheScope":"public")"},
            true, 1800000, Scope::Public);
        row("a stale page", {R"("ttlMs":3600000,"cacheScope":"public")", R"("x":0)"}, false, 0, Scope::Private);
        row("one private page", {R"("ttlMs":60000,"cacheScope":"private")", R"("ttlMs":0,"cacheScope":"public")"},
            false, 0, Scope::Private);
    }
    void hints()
    {
        QFETCH(const QByteArrayList, pages);
        QFETCH(const bool, fresh);
        QFETCH(const qint64, ttl);
        connectTo(Revision::R2026_07_28);
        CatalogList &list = m_catalog->prompts();
        const qint64 before = monotonicNow();
        QVERIFY(list.refresh());
        for (qsizetype i = 0; i < pages.size(); ++i) {
            QVERIFY(m_peer->waitForSent(i + 1));
            const QByteArray next = i + 1 < pages.size() ? ",\"nextCursor\":" + QByteArray::number(i) : QByteArray();
            m_peer->answer(R"({"prompts":[],)" + pages.at(i) + next + '}');
        }
        QCOMPARE(list.isFresh(), fresh);
        QCOMPARE(qint64(list.hints().ttl.count()), ttl);
        QTEST(list.hints().scope, "scope");
        QVERIFY(list.hints().received >= before && list.hints().received <= monotonicNow());

        const qsizetype sent = m_peer->sent().size();
        QCOMPARE(list.refresh(Refresh::IfStale), !fresh);
        if (fresh)
            QVERIFY(list.refresh(Refresh::Bypass));
        QVERIFY(m_peer->waitForSent(sent + 1));
    }

    void freshnessEnds()
    {
        connectTo(Revision::R2026_07_28);
        fill(m_catalog->prompts(), R"({"prompts":[],"ttlMs":3600000})");
        fill(m_catalog->tools(), R"({"tools":[],"ttlMs":1})");
        QVERIFY(m_catalog->prompts().isFresh());
        QTRY_VERIFY_WITH_TIMEOUT(!m_catalog->tools().isFresh(), Limit);
        notify("notifications/resources/list_changed");
        QVERIFY(m_catalog->prompts().isFresh());
        notify("notifications/prompts/list_changed");
        QVERIFY(!m_catalog->prompts().isFresh());
    }

    void expiry()
    {
        using std::chrono::milliseconds;
        const CacheHints hints{.ttl = milliseconds(2), .scope = CacheHints::Scope::Public, .received = 5};
        QCOMPARE(hints.expiry(), 2'000'005);
        QVERIFY(hints.isFreshAt(2'000'004));
        QVERIFY(!hints.isFreshAt(2'000'005));
        const CacheHints forEver{.ttl = milliseconds::max(), .scope = CacheHints::Scope::Public, .received = 5};
        QVERIFY(forEver.isFreshAt(std::numeric_limits<qint64>::max() - 1));
    }

    void items()
    {
        const QByteArray json =
            R"({"uri":"file:///a","name":"a","title":"A","description":"d","mimeType":"text/plain",)"
            R"("size":12,"annotations":{"priority":0.5},"_meta":{"x":1.0},)"
            R"("icons":[{"src":"data:,","mimeType":"image/png","sizes":["48x48","any"],"theme":"dark"},{}]})";
        const CatalogItem resource = item(json);
        QCOMPARE(resource.key(), u"file:///a"_s);
        QCOMPARE(resource.name, u"a"_s);
        QCOMPARE(resource.title, u"A"_s);
        QCOMPARE(resource.description, u"d"_s);
        QCOMPARE(resource.mimeType, u"text/plain"_s);
        QCOMPARE(resource.size, 12);
        QCOMPARE(resource.annotations, R"({"priority":0.5})");
        QCOMPARE(resource.raw, json);
        QCOMPARE(resource.icons.size(), 2);
        QCOMPARE(resource.icons[0].src, u"data:,"_s);
        QCOMPARE(resource.icons[0].mimeType, u"image/png"_s);
        QCOMPARE(resource.icons[0].sizes, (QStringList{u"48x48"_s, u"any"_s}));
        QCOMPARE(resource.icons[0].theme, u"dark"_s);
        const CatalogItem uriTemplate = item(R"({"name":"t","uriTemplate":"a:{x}"})");
        QCOMPARE(uriTemplate.key(), u"a:{x}"_s);
        QCOMPARE(item("[]").raw, "[]"); // shown, even if invalid
        const CatalogItem strange = item(R"({"name":7,"size":"x","icons":{"src":"x"}})");
        QVERIFY(strange.key().isEmpty());
        QVERIFY(!strange.size);
        QVERIFY(strange.icons.isEmpty());
    }

    void addresses_data()
    {
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<QString>("problem"); // empty: valid
        const auto row = [](Kind kind, const QByteArray &address, const QString &problem) {
            QTest::addRow("%s %s", kind == Kind::Resources ? "URI" : "template", address.constData())
                << kind << address << problem;
        };
        const QString noScheme = u"its URI has no scheme"_s;
        for (const char *uri : {"file:///a", "x:", "urn:isbn:1", "a+b-c.1:y", "HTTP://h/{x}"})
            row(Kind::Resources, uri, {});
        for (const char *uri : {"/etc/hosts", "notes.txt", "//host/a", "1a:b", "a b:c", ":x", "{scheme}:x"})
            row(Kind::Resources, uri, noScheme);
        for (const char *uri : {"file:///{name}", "a:{+path}{?x,y}", "a:{x*}{y:3}", "{+uri}", "a:b", "a:{user-id}"})
            row(Kind::ResourceTemplates, uri, {});
        for (const char *uri : {"/files/{name}", "files{/name}", "x {y}:"})
            row(Kind::ResourceTemplates, uri, noScheme);
        const QString broken = u"its uriTemplate is broken (%1)"_s;
        row(Kind::ResourceTemplates, "a:{x", broken.arg(u"a { without its } (character 3)"_s));
        row(Kind::ResourceTemplates, "a:x}", broken.arg(u"a } without its { (character 4)"_s));
        row(Kind::ResourceTemplates, "a:{}", broken.arg(u"a name is missing (character 3)"_s));
        row(Kind::ResourceTemplates, "a:{=x}", broken.arg(u"the operator = is reserved (character 3)"_s));
        row(Kind::ResourceTemplates, "a:{x:0}",
            broken.arg(u"a : must be followed by a number from 1 to 9999 and nothing else (character 3)"_s));
    }

    /// An entry with an invalid host stays in the list, marked with its problem.
    void addresses()
    {
        QFETCH(const Kind, kind);
        QFETCH(const QByteArray, address);
        QFETCH(const QString, problem);
        connectTo(Revision::R2025_11_25);
        const bool isTemplate = kind == Kind::ResourceTemplates;
        CatalogList &list = m_catalog->list(kind);
        const QByteArray member = isTemplate ? "resourceTemplates" : "resources";
        const QByteArray key = isTemplate ? "uriTemplate" : "uri";
        fill(list, "{\"" + member + "\":[{\"name\":\"a\",\"" + key + "\":\"" + address + "\"}]}");
        QCOMPARE(list.items().size(), 1);
        QCOMPARE(list.items()[0].key(), QString::fromUtf8(address));
        QCOMPARE(list.items()[0].problem, problem);
    }

    void titles_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("title");
        QTest::newRow("title") << R"({"name":"n","title":"T","annotations":{"title":"A"}})"_ba << u"T"_s;
        QTest::newRow("of the annotations") << R"({"name":"n","annotations":{"title":"A"}})"_ba << u"A"_s;
        QTest::newRow("an empty one is none") << R"({"name":"n","title":""})"_ba << u"n"_s;
        QTest::newRow("name") << R"({"name":"n"})"_ba << u"n"_s;
    }
    void titles()
    {
        QFETCH(const QByteArray, json);
        QTEST(item(json).title, "title");
    }

    void tools()
    {
        const Tool plain = Tool::from(item(R"({"name":"a","inputSchema":{"type":"object"}})"));
        QCOMPARE(plain.name, u"a"_s);
        QCOMPARE(plain.inputSchema, R"({"type":"object"})");
        QVERIFY(plain.outputSchema.isEmpty());
        QVERIFY(!plain.readOnlyHint && plain.destructiveHint && !plain.idempotentHint && plain.openWorldHint);
        const Tool hinted = Tool::from(
            item(R"({"name":"a","outputSchema":true,"annotations":{"readOnlyHint":true,"destructiveHint":false,)"
                 R"("idempotentHint":true,"openWorldHint":false}})"));
        QCOMPARE(hinted.outputSchema, "true");
        QVERIFY(hinted.readOnlyHint && !hinted.destructiveHint && hinted.idempotentHint && !hinted.openWorldHint);
    }

    void promptArguments()
    {
        const auto arguments = PromptArgument::of(item(
            R"({"name":"p","arguments":[{"name":"a","title":"A","description":"d","required":true},{"name":"b"}]})"));
        QCOMPARE(arguments.size(), 2);
        QCOMPARE(arguments[0].title, u"A"_s);
        QCOMPARE(arguments[0].description, u"d"_s);
        QVERIFY(arguments[0].isRequired);
        QCOMPARE(arguments[1].title, u"b"_s);
        QVERIFY(!arguments[1].isRequired);
        QVERIFY(PromptArgument::of(CatalogItem()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
