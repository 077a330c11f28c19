// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/demohttp.h"

#include "core/json/jsonvalue.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli export` of conversations with the demo server.
class TestCliExport : public QObject
{
    Q_OBJECT

private:
    using Run = CliRun;

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    static QStringList onDemo(QStringList arguments)
    {
        const StdioCommand demo = Peers::demoServer();
        return arguments << u"--"_s << demo.program << demo.arguments;
    }
    Run run(const QStringList &arguments) { return CliRun::of(arguments, m_folder.path()); }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void archivesContainTheSameRequests_data()
    {
        QTest::addColumn<QStringList>("way");
        QTest::newRow("legacy") << QStringList{u"--revision"_s, u"2025-11-25"_s};
        QTest::newRow("modern") << QStringList{u"--revision"_s, u"2026-07-28"_s};
        QTest::newRow("HTTP+SSE") << QStringList{u"--revision"_s, u"2024-11-05"_s, u"--transport"_s, u"http+sse"_s};
    }
    /// A cancelled call over HTTP, with a late response if its stream stays open.
    void archivesContainTheSameRequests()
    {
        QFETCH(const QStringList, way);
        DemoHttp demo;
        const bool isSse = way.contains(u"http+sse"_s);
        const QString name = QString::fromLatin1(QTest::currentDataTag()).remove(u'+');
        const QString capture = path(name + u".pullcord"_s);
        const QString archive = path(name + u".har"_s);
        const QString url = demo.url(isSse ? u"/sse"_s : u"/mcp"_s).toString();
        const Run called =
            run(QStringList{u"call"_s, u"late"_s, u"{\"ms\": 300}"_s, u"--url"_s, url, u"--cancel-after"_s, u"100"_s,
                            u"--linger"_s, u"500"_s, u"--capture"_s, capture} +
                way);
        QVERIFY2(called.exitCode == 4, called.err.constData());
        QCOMPARE(run({u"export"_s, capture, u"--no-redact"_s, u"-o"_s, archive, u"--format"_s, u"har"_s}).exitCode, 0);
        const auto rows = [this](const QString &file) {
            QByteArrayList lines;
            for (const QByteArray &line : run({u"filter"_s, file, u"--json"_s}).out.split('\n')) {
                const JsonValue row(line);
                QByteArrayList cells;
                for (const char *member :
                     {"number", "connection", "sender", "id", "method", "name", "state", "progress"})
                    cells << row.member(member).raw().toByteArray();
                lines << cells.join(' ') + ' ' + row.pointer("/late/results").raw().toByteArray();
            }
            return lines;
        };
        const QByteArrayList expected = rows(capture);
        QVERIFY2(expected.join('\n').contains("\"cancelled\""), expected.join('\n').constData());
        QCOMPARE(rows(archive).join('\n'), expected.join('\n'));
    }

    void exportsACapture_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("holds");
        QTest::newRow("markdown") << u"markdown"_s << "| Cancelled |"_ba;
        QTest::newRow("jsonl") << u"jsonl"_s << "\"method\":\"notifications/cancelled\""_ba;
        QTest::newRow("pullcord") << u"pullcord"_s << "\"k\":\"cancel\""_ba;
    }
    void exportsACapture()
    {
        QFETCH(const QString, format);
        QFETCH(const QByteArray, holds);
        const QString capture = path(u"export-%1.pullcord"_s.arg(format));
        QCOMPARE(run(onDemo({u"call"_s, u"slow"_s, u"--cancel-after"_s, u"100"_s, u"--capture"_s, capture})).exitCode,
                 4);
        const Run shown = run({u"export"_s, capture, u"--format"_s, format});
        QCOMPARE(shown.exitCode, 0);
        QVERIFY2(shown.out.contains(holds), shown.out.constData());
        for (const QString &standard : {u"-"_s, u"/dev/stdout"_s}) {
            const Run same = run({u"export"_s, capture, u"--format"_s, format, u"-o"_s, standard});
            QCOMPARE(same.exitCode, 0);
            QCOMPARE(same.out, shown.out);
            QVERIFY(!QFile::exists(path(u"-"_s)));
        }
        const QString file = path(u"out-%1"_s.arg(format));
        QCOMPARE(run({u"export"_s, capture, u"--format"_s, format, u"-o"_s, file}).exitCode, 0);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), shown.out);
        QVERIFY(!(written.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther)));
    }

    void exportsMatchingRequests_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArrayList>("methods"); // methods of the lines; "answer" for a response
        QTest::addColumn<QByteArray>("err");
        const QByteArray call = "tools/call";
        const QByteArray cancel = "notifications/cancelled";
        QTest::newRow("requests") << QStringList{u"--filter"_s, u"state:cancelled reason~TIRED"_s} << 0
                                  << QByteArrayList{call, cancel} << ""_ba;
        QTest::newRow("messages") << QStringList{u"--filter-messages"_s, u"kind:notification /params/reason"_s} << 0
                                  << QByteArrayList{cancel} << ""_ba;
        QTest::newRow("nothing passes") << QStringList{u"--filter"_s, u"name:nobody"_s} << 0 << QByteArrayList()
                                        << ""_ba;
        QTest::newRow("no filter") << QStringList{u"--filter"_s, u"late colour:red"_s} << 2 << QByteArrayList()
                                   << "--filter, column 6: There is no field"_ba;
        QTest::newRow("two") << QStringList{u"--filter"_s, u"late"_s, u"--filter-messages"_s, u"late"_s} << 2
                             << QByteArrayList() << "give either --filter or"_ba;
    }
    void exportsMatchingRequests()
    {
        QFETCH(const QStringList, options);
        QFETCH(const int, exitCode);
        QFETCH(const QByteArrayList, methods);
        QFETCH(const QByteArray, err);
        const QString capture = path(u"filtered.pullcord"_s);
        QFile::remove(capture);
        QCOMPARE(run(onDemo({u"call"_s, u"slow"_s, u"--cancel-after"_s, u"100"_s, u"--reason"_s, u"tired"_s,
                             u"--capture"_s, capture}))
                     .exitCode,
                 4);
        const Run result = run(QStringList{u"export"_s, capture, u"--format"_s, u"jsonl"_s} + options);
        QCOMPARE(result.exitCode, exitCode);
        QVERIFY2(result.err.contains(err), result.err.constData());
        QByteArrayList found;
        for (const QByteArray &line : result.out.split('\n')) {
            if (!line.isEmpty())
                found.append(JsonValue(line).member("method").toUtf8());
        }
        QCOMPARE(found, methods);
    }

    /// The secret is masked in every format and place, and nothing else is.
    void redactsByRule_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::newRow("known") << u"known"_s;
        QTest::newRow("pointer") << u"pointer:/params/arguments/*"_s;
        QTest::newRow("pattern") << u"pattern:ghp_[a-z0-9]+"_s;
    }
    void redactsByRule()
    {
        QFETCH(const QString, rule);
        const QString capture = path(u"secret-%1.pullcord"_s.arg(QString::fromUtf8(QTest::currentDataTag())));
        const QString token = u"ghp_abcdefgh12345678"_s;
        QCOMPARE(run(onDemo({u"call"_s, u"slow"_s, u"{\"apiToken\":\"%1\",\"ms\":9000}"_s.arg(token), u"--no-check"_s,
                             u"--cancel-after"_s, u"50"_s, u"--capture"_s, capture}))
                     .exitCode,
                 4);
        const Run plain = run({u"export"_s, capture, u"--format"_s, u"jsonl"_s, u"--no-redact"_s});
        QVERIFY(plain.out.contains(token.toUtf8()));
        for (const char *format : {"jsonl", "markdown", "html", "csv", "pullcord", "script", "otlp"}) {
            const Run left =
                run({u"export"_s, capture, u"--format"_s, QString::fromLatin1(format), u"--redact"_s, rule});
            QCOMPARE(left.exitCode, 0);
            QVERIFY2(!left.out.contains(token.toUtf8()) && !left.out.isEmpty(), format);
        }
        const Run lines = run({u"export"_s, capture, u"--format"_s, u"jsonl"_s, u"--redact"_s, rule});
        QCOMPARE(lines.out.count('\n'), plain.out.count('\n'));
        QVERIFY2(lines.out.contains("\"apiToken\":\"***\""), lines.out.constData());
        const Run preview = run({u"export"_s, capture, u"--redact"_s, rule, u"--preview-redaction"_s});
        QCOMPARE(preview.exitCode, 0);
        QVERIFY2(preview.out.contains("tools/call  /params/arguments/apiToken  " + token.toUtf8() + "  ***"),
                 preview.out.constData());
        QVERIFY2(preview.err.contains(" would be redacted ("), preview.err.constData());
        QCOMPARE(run({u"export"_s, capture, u"--redact"_s, u"what"_s}).exitCode, 2);
        QCOMPARE(run({u"export"_s, capture, u"--redact"_s, u"pattern:("_s}).exitCode, 2);
    }

    /// Known secrets are redacted by default, which is reported.
    void knownSecretsAreLeftOutByDefault()
    {
        const QString capture = path(u"known.pullcord"_s);
        QCOMPARE(
            run(onDemo({u"call"_s, u"echo"_s, u"{\"text\":\"API_KEY=hunter2\"}"_s, u"--capture"_s, capture})).exitCode,
            0);
        for (const char *format : {"jsonl", "markdown", "html", "csv", "pullcord", "script", "otlp"}) {
            const Run left = run({u"export"_s, capture, u"--format"_s, QString::fromLatin1(format)});
            QCOMPARE(left.exitCode, 0);
            QVERIFY2(!left.out.contains("hunter2") && !left.out.isEmpty(), format);
            QVERIFY2(left.err.contains(" values redacted (known: "), left.err.constData());
            const Run empty = run({u"export"_s, capture, u"--format"_s, u"har"_s}); // the capture has no HTTP
            QVERIFY2(empty.err.contains("the archive is empty") && !empty.err.contains("redacted"),
                     empty.err.constData());
        }
        const QString file = path(u"known.md"_s);
        const Run toFile = run({u"export"_s, capture, u"-o"_s, file, u"--redact"_s, u"pattern:hunter[0-9]"_s});
        QVERIFY2(toFile.err.contains(" values redacted (pattern:hunter[0-9]: "), toFile.err.constData());
        const QString page = path(u"known.html"_s); // its suffix selects a format
        const Run toPage = run({u"export"_s, capture, u"-o"_s, page, u"--redact"_s, u"env:NOT_THERE"_s});
        QVERIFY2(toPage.err.contains("env:NOT_THERE matched nothing"), toPage.err.constData());
        const Run ofMethods = run({u"export"_s, capture, u"-o"_s, file, u"--redact"_s, u"pattern:^tools/call$"_s});
        QVERIFY2(ofMethods.err.contains("which are never redacted: 1\n"), ofMethods.err.constData());
        QVERIFY2(!ofMethods.err.contains("matched nothing"), ofMethods.err.constData());
        QFile written(page);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readAll().startsWith("<!DOCTYPE html>"));
        const Run whole = run({u"export"_s, capture, u"--format"_s, u"pullcord"_s, u"--no-redact"_s});
        QFile recorded(capture);
        QVERIFY(recorded.open(QIODevice::ReadOnly));
        QCOMPARE(whole.out, recorded.readAll());
        QVERIFY2(!whole.err.contains("redacted"), whole.err.constData());
        QCOMPARE(run({u"export"_s, capture, u"--no-redact"_s, u"--redact"_s, u"env:A"_s}).exitCode, 2);
        QCOMPARE(run({u"export"_s, capture, u"--no-redact"_s, u"--preview-redaction"_s}).exitCode, 2);
        const Run preview = run({u"export"_s, capture, u"--preview-redaction"_s});
        QVERIFY2(preview.out.contains("API_KEY=hunter2  API_KEY=***"), preview.out.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliExport)
#include "tst_cliexport.moc"
