// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/report/crashreports.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Recognition of crash reports in the stderr of a program.
class TestCrashReports : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();

    /// An unfinished report ends after a pause, whatever follows.
    void endsAfterAPause()
    {
        CrashReports reports;
        QCOMPARE(reports.take("Traceback (most recent call last):", 1, 0), CrashReports::Line::Begins);
        QCOMPARE(reports.take("  x", 2, CrashReports::Pause), CrashReports::Line::GoesOn);
        QCOMPARE(reports.take("KeyError: 7", 3, 2 * CrashReports::Pause + 1), CrashReports::Line::Begins);
        QCOMPARE(reports.begin().event, 3);
    }

    /// Long and unusual lines neither hang nor are read to their end.
    void readsAnything()
    {
        CrashReports reports;
        for (const char each : QByteArray("a:.'\"{ \0\xff", 10))
            QCOMPARE(reports.take(QByteArray(1 << 20, each) + "Error", 1, 0), CrashReports::Line::Other);
        const QByteArray shouts = QByteArray("ERROR ").repeated(1000) + QByteArray(1000, '!') + "Traceback Error";
        QCOMPARE(reports.take(shouts, 1, 0), CrashReports::Line::Other);
        QCOMPARE(reports.take(QByteArray("ERROR !").repeated(100) + "Traceback (most recent call last)x", 1, 0),
                 CrashReports::Line::Other);
        QCOMPARE(reports.take("{\"level\":\"error\"" + QByteArray(1 << 20, '"') + "Traceback", 1, 0),
                 CrashReports::Line::Other);
    }
};

void TestCrashReports::reads_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArray>("read"); ///< one letter per line: Begins, GoesOn, Other

    QTest::newRow("Python") << QByteArrayList{"Traceback (most recent call last):", "  File \"a\", line 1",
                                              "KeyError: 7", "INFO: next"}
                            << "BGGO"_ba;
    QTest::newRow("Python, of any name") << QByteArrayList{"Traceback (most recent call last):", "  x", "acme.Oops: 7",
                                                           "x"}
                                         << "BGGO"_ba;
    QTest::newRow("Python, and another thread logs")
        << QByteArrayList{"Traceback (most recent call last):", "INFO: next", "12:00:01 INFO x", "  x", "KeyError: 7"}
        << "BOOGG"_ba;
    QTest::newRow("Python, as logged") << QByteArrayList{"ERROR:root:Traceback (most recent call last):", "  x",
                                                         "ERROR:root:KeyError: 7"}
                                       << "BGG"_ba;
    QTest::newRow("Python, in a frame") << QByteArrayList{"╭─── Traceback (most recent call last) ───╮", "│ x │",
                                                          "╰──╯", "KeyError: 7", "next"}
                                        << "BGGGO"_ba;
    QTest::newRow("Python, a group") << QByteArrayList{"  + Exception Group Traceback (most recent call last):",
                                                       "  |   File \"a\"",
                                                       "  | ExceptionGroup: two (2)",
                                                       "  +-+---- 1 ----",
                                                       "    | Traceback (most recent call last):",
                                                       "    | KeyError: 7"}
                                     << "BGGGGG"_ba;
    QTest::newRow("two") << QByteArrayList{"KeyError: 7", "KeyError: 8"} << "BB"_ba;
    QTest::newRow("Node") << QByteArrayList{"/srv/a.js:3",  "    throw new TypeError(1)", "    ^", "",
                                            "TypeError: x", "    at f (/srv/a.js:3)",     "",      "Node.js v20.1.0",
                                            "next"}
                          << "OOOOBGOGO"_ba;
    QTest::newRow("Java") << QByteArrayList{"Exception in thread \"main\" java.lang.IllegalStateException: x",
                                            "\tat a.B.c", "Caused by: java.io.IOException: y", "\t... 3 more"}
                          << "BGGG"_ba;
    QTest::newRow("Go") << QByteArrayList{"panic: oops", "", "goroutine 1 [running]:", "\tmain.go:3", "exit status 2"}
                        << "BOGGG"_ba;
    QTest::newRow("Rust") << QByteArrayList{"thread 'main' panicked at src/main.rs:1:2:", "oops",
                                            "note: run with RUST_BACKTRACE=1", "next"}
                          << "BGGO"_ba;
    QTest::newRow("uncaught, and what") << QByteArrayList{"Uncaught exception:", "TypeError: x"} << "BG"_ba;
    QTest::newRow("JSON, an error")
        << QByteArrayList{R"({"level":"error","msg":"x\nTraceback (most recent call last):"})"} << "B"_ba;
    QTest::newRow("JSON, no error") << QByteArrayList{R"({"level":"info","msg":"Traceback (most recent call last):"})"}
                                    << "O"_ba;
    for (const QByteArray talk : {"INFO: the client sent Traceback (most recent call last):", "INFO:root:KeyError: 77",
                                  "2026-11-23 10:00:00,1 - acme - INFO - Unhandled exception in the tests",
                                  "[info] unhandled exception handler is installed", "level=info msg=\"panicked at 3\"",
                                  "'Traceback' is a word", "the word \"Traceback (most recent call last):\"",
                                  "WARN no unhandled exception", "looks for Traceback (most recent call last) in logs",
                                  "DEBUG UnhandledPromiseRejection is on", "\"Traceback (most recent call last):\""})
        QTest::addRow("talk: %s", talk.constData()) << QByteArrayList{talk} << "O"_ba;
}

void TestCrashReports::reads()
{
    QFETCH(const QByteArrayList, lines);
    CrashReports reports;
    QByteArray read;
    for (qsizetype index = 0; index < lines.size(); ++index)
        read += "OBG"[size_t(reports.take(lines[index], index, index))];
    QTEST(read, "read");
    // Passed at once, the lines are one report, wherever it begins.
    CrashReports atOnce;
    QCOMPARE(atOnce.take(lines.join('\n'), 5, 0) == CrashReports::Line::Begins, read.contains('B'));
    QCOMPARE(atOnce.begin().event, read.contains('B') ? 5 : -1);
}

QTEST_GUILESS_MAIN(TestCrashReports)
#include "tst_crashreports.moc"
