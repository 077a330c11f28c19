// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingscript.h"

#include "core/findings/report/findingissue.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The report for the author of a server.
class TestFindingIssue : public QObject
{
    Q_OBJECT

private slots:
    void containsFactsAndRule();
    void omitsTimesIfTheFileHasNone();
    void knownSecretsAreMasked();
    void sentenceQuotesNoSecret();
    void longMessagesAreTruncated();
    void peerTextIsEscaped();
    void cancellationWithoutARequest();

private:
    [[nodiscard]] static QByteArray issue(const QByteArrayList &lines, FindingCode code)
    {
        const auto run = FindingScript().run(lines);
        return FindingIssue::markdown(run->first(code), *run->capture, *run->log, u"Pullcord 1"_s);
    }
};

void TestFindingIssue::containsFactsAndRule()
{
    const QByteArray text = issue({R"(100 > request 7 tools/call {"name":"slow","arguments":{"n":1.50}})",
                                   "300 > cancel 7 enough", R"(1540 < result 7 {"content":[]})"},
                                  FindingCode::C01);
    QVERIFY2(text.startsWith("# Result after cancellation (C01)\n\nA result arrived 1.24 s after the cancellation"),
             text.constData());
    for (const QByteArray part :
         {"| Severity | warning |", "| Request | `tools/call` `slow`, id `7`, client → server |",
          "| Protocol revision | `2025-11-25` |", "| Found by | `Pullcord 1` |",
          "> The receiver of a cancellation should stop", "2025-11-25, basic/utilities/cancellation",
          "**+0 ns** · client → server · `tools/call`, id `7`",
          "**+200 ms** · client → server · `notifications/cancelled`", "**+1.44 s** · server → client · result, id `7`",
          "\"arguments\":{\"n\":1.50}", "Send this request, and cancel it 200 ms later:"})
        QVERIFY2(text.contains(part), qPrintable(QString::fromUtf8(part + "\nis not in\n" + text)));
    QVERIFY(!text.contains("stopped working"));
}

void TestFindingIssue::omitsTimesIfTheFileHasNone()
{
    FindingScript script;
    script.m_hasTimes = false;
    const auto run = script.run({"10 > request 7 tools/call {}", "10 > cancel 7 enough", "10 < result 7 {}"});
    const QByteArray text =
        FindingIssue::markdown(run->first(FindingCode::C01), *run->capture, *run->log, u"Pullcord 1"_s);
    for (const QByteArray part : {"| Severity | info (the two may have crossed on the wire) |",
                                  "\nclient → server · `notifications/cancelled` (event ",
                                  "Send this request, and cancel it after that:", "\n\nKnown secrets are masked"})
        QVERIFY2(text.contains(part), qPrintable(QString::fromUtf8(part + "\nis not in\n" + text)));
    for (const QByteArray part : {" ns", "**+", "Times are relative", " later"})
        QVERIFY2(!text.contains(part), qPrintable(QString::fromUtf8(part + "\nis in\n" + text)));
}

void TestFindingIssue::knownSecretsAreMasked()
{
    const QByteArray text =
        issue({R"(100 > request 7 tools/call {"name":"slow","arguments":{"api_key":"s3cr3tvalue"}})", "300 > cancel 7",
               R"(1540 < result 7 {"token":"s3cr3tvalue"})"},
              FindingCode::C01);
    QVERIFY2(!text.contains("s3cr3tvalue"), text.constData());
    QVERIFY(text.contains(R"("api_key":"***")"));
}

void TestFindingIssue::sentenceQuotesNoSecret()
{
    const QByteArray text = issue({R"(100 > request 7 tools/call {"name":"ghp_abcdefgh1234"})", "300 > cancel 7",
                                   R"(1540 < error 7 5 cannot open with password=s3cr3tvalue)"},
                                  FindingCode::C05);
    QVERIFY2(!text.contains("s3cr3tvalue") && !text.contains("ghp_"), text.constData());
    QVERIFY(text.contains("cannot open with"));
}

void TestFindingIssue::longMessagesAreTruncated()
{
    const QByteArray text =
        issue({"100 > request 7 tools/call {}", "300 > cancel 7",
               R"(1540 < result 7 {"text":")" + QByteArray("ä").repeated(FindingIssue::MostOfAMessage) + "\"}"},
              FindingCode::C01);
    QVERIFY(text.size() < 3 * FindingIssue::MostOfAMessage);
    QVERIFY2(text.contains("The first 4096 of 82"), text.constData());
    QVERIFY(text.isValidUtf8());
    QVERIFY(!text.contains("\xef\xbf\xbd")); // no character was cut in half
}

void TestFindingIssue::peerTextIsEscaped()
{
    const QByteArray text = issue(
        {"100 > request 7 tools/call {\"name\":\"a|b\"}", "300 > cancel 7", "1540 < error 7 5 [click](x)`<b>@all"},
        FindingCode::C05);
    const QByteArray sentence = text.left(text.indexOf("|   |"));
    QVERIFY2(sentence.contains("`` [click](x)`<b>@all ``"), text.constData());
    QVERIFY2(text.contains("`a\\|b`"), text.constData());
}

void TestFindingIssue::cancellationWithoutARequest()
{
    const QByteArray text = issue({"300 > cancel 99 why"}, FindingCode::C21);
    QVERIFY2(text.contains("Times are relative to the first message."), text.constData());
    QVERIFY(!text.contains("| Request |"));
    QVERIFY(!text.contains("How to reproduce"));
}

QTEST_GUILESS_MAIN(TestFindingIssue)

#include "tst_findingissue.moc"
