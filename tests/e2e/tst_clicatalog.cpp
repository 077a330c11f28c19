// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/json/jsonvalue.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// What the command line shows of what real servers offer.
class TestCliCatalog : public QObject
{
    Q_OBJECT

private:
    static CliRun run(QStringList arguments, const StdioCommand &server)
    {
        return CliRun::of(arguments << u"--"_s << server.program << server.arguments);
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void lists_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("key"); // of an item
        QTest::addColumn<QString>("value");
        QTest::newRow("tools") << u"tools"_s << "\necho  "_ba
                               << "name"_ba << u"echo"_s;
        QTest::newRow("prompts") << u"prompts"_s << "\nargs-prompt city [state]  "_ba
                                 << "name"_ba << u"args-prompt"_s;
        const QString uri = u"demo://resource/static/document/features.md"_s;
        QTest::newRow("resources") << u"resources"_s << '\n' + uri.toUtf8() + "  "
                                   << "uri"_ba << uri;
        const QString uriTemplate = u"demo://resource/dynamic/text/{resourceId}"_s;
        QTest::newRow("templates") << u"templates"_s << '\n' + uriTemplate.toUtf8() + "  Dynamic Text Resource · "
                                   << "uriTemplate"_ba << uriTemplate;
    }
    void lists()
    {
        QFETCH(const QString, what);
        QFETCH(const QByteArray, line);
        QFETCH(const QByteArray, key);
        QFETCH(const QString, value);
        const CliRun table = run({u"list"_s, what}, Peers::everything());
        QCOMPARE(table.exitCode, 0);
        QVERIFY2(('\n' + table.out).contains(line), table.out.constData());
        const CliRun json = run({u"list"_s, what, u"--json"_s}, Peers::everything());
        QCOMPARE(json.exitCode, 0);
        const JsonValue items(json.out);
        QVERIFY(items.isArray());
        qsizetype count = 0;
        bool found = false;
        for (const JsonMember &item : items) {
            ++count;
            found = found || item.value.member(key).toString() == value;
        }
        QVERIFY2(found, json.out.constData());
        QCOMPARE(count, table.out.count('\n'));
    }

    void whatIsNotDeclaredIsNotAskedFor()
    {
        const CliRun result = run({u"list"_s, u"prompts"_s, u"--json"_s}, Peers::demoServer());
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out, "[]\n");
        QVERIFY2(result.err.contains("declares no such capability"), result.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliCatalog)
#include "tst_clicatalog.moc"
