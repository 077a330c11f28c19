// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "redactionfixture.h"

#include "core/capture/export/markdowntext.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// Redaction of quotes in sentences.
class TestQuoteRedaction : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void whatWasFoundToo();
    void quotesOfFindings_data();
    void quotesOfFindings();
};

void TestQuoteRedaction::whatWasFoundToo()
{
    const RedactionFixture fixture;
    const ReportFinding finding{.code = u"C05"_s, .sentence = u"it said ghp_abcdefgh1234"_s, .events = {1}};
    const QByteArray left = fixture.without(RedactionFixture::of({u"known"_s}), ExportFormat::Html,
                                            ExportSelection::everything(*fixture.capture).withFindings({finding}));
    QVERIFY(left.contains("C05") && left.contains("it said"));
    QVERIFY2(!left.contains("ghp_"), left.constData());
}

void TestQuoteRedaction::quotesOfFindings_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QString>("quoted");
    QTest::addColumn<QString>("left");
    const auto row = [](const char *name, const char *rule, const char *message, const QString &quoted,
                        const QString &left) {
        QTest::newRow(name) << QString::fromLatin1(rule) << QByteArray(message) << quoted << left;
    };
    constexpr auto Error = R"({"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"no acct 4711","data":"acct"}})";
    row("all of it", "pointer:/error/message", Error, u"no acct 4711"_s, u"***"_s);
    row("the whole that it stood in", "pointer:/error", Error, u"no acct 4711"_s, u"***"_s);
    row("a part of what is quoted", "pattern:[0-9]{4}", Error, u"no acct 4711"_s, u"no acct ***"_s);
    row("another place", "pointer:/error/data", Error, u"no money 4711"_s, u"no money 4711"_s);
    row("among others", "pointer:/error/data", Error, u"no acct 4711"_s, u"no *** 4711"_s);
    row("a number", "pointer:/result/n", R"({"jsonrpc":"2.0","id":7,"result":{"n":4711,"m":4712}})", u"4711"_s,
        u"***"_s);
    row("a name in a path", "pointer:/result/n", R"({"jsonrpc":"2.0","id":7,"result":{"n":{"alice":1}}})",
        u"/result/n/alice"_s, u"/result/n/***"_s);
    row("cut in the middle", "pointer:/error/data",
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"m","data":"a long word of mine"}})",
        u"and the data there are a long wo"_s, u"and the data there are ***"_s);
    row("a short one that ends alike", "pointer:/error/data",
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"m","data":"acct 4711 of mine"}})", u"has no acct"_s,
        u"has no acct"_s);
    row("one that begins as another does", "pointer:/error", Error, u"it said no acct 4711 then"_s,
        u"it said *** then"_s);
    row("with what is not seen", "pointer:/error/message",
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"no\u202e acct"}})", u"no⟨U+202E⟩ acct"_s, u"***"_s);
    row("as JSON writes it", "pointer:/error/data",
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"m","data":"say \"hello\""}})",
        uR"(its "data":"say \"hello\"")"_s, u"its \"data\":\"***\""_s);
}

/// Quotes of redacted parts are masked under every rule; the words of the program stay.
void TestQuoteRedaction::quotesOfFindings()
{
    QFETCH(const QString, rule);
    QFETCH(const QByteArray, message);
    QFETCH(const QString, quoted);
    QFETCH(const QString, left);
    RedactionFixture fixture;
    fixture.happen(fromServer(message), 2000 * RedactionFixture::Ms);
    const ReportFinding finding{.code = u"C05"_s,
                                .sentence = TranslatableText::of("acct 4711: %1 came", quoted),
                                .events = {1, fixture.capture->count() - 1}};
    const QByteArray report =
        fixture.without(RedactionFixture::of({u"known"_s, rule}), ExportFormat::Markdown,
                        ExportSelection::ofEvents({0, fixture.capture->count() - 1}).withFindings({finding}));
    const QByteArray text = MarkdownText::cell(u"acct 4711: %1 came"_s.arg(left));
    QVERIFY2(report.contains("| " + text + " |"), (text + '\n' + report).constData());
}

QTEST_GUILESS_MAIN(TestQuoteRedaction)
#include "tst_quoteredaction.moc"
