// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "exportfixture.h"

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

class TestExportHtml : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void isSelfContained();
    void showsEveryRequest();
    void drawsLateResponsesAfterTheEnd();
    void peerTextIsEscaped();
    void onlyThePictureOmitsRequests();
    void ofNoEvents();
    void showsFindings();
    void findingsAndRequestsAreLinked();
    void abbreviationsAreExplained();
    void colorsHaveContrast_data();
    void colorsHaveContrast();
    void wideContentScrollsByItself();

private:
    /// Returns the relative luminance of a color as in WCAG 2.1, from 0 to 1; `color` is "#rgb" or "#rrggbb".
    [[nodiscard]] static double luminance(const QString &color)
    {
        const bool isShort = color.size() == 4;
        const auto part = [&](int index) {
            const QString digits = isShort ? QString(2, color[1 + index]) : color.sliced(1 + 2 * index, 2);
            const double value = digits.toInt(nullptr, 16) / 255.0;
            return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
    }
    [[nodiscard]] QByteArray report() const { return m_fixture->exported(ExportFormat::Html); }
    /// Returns the picture as an XML document.
    [[nodiscard]] QByteArray picture() const
    {
        const QByteArray text = report();
        const qsizetype begin = text.indexOf("<svg");
        return begin < 0 ? QByteArray() : text.sliced(begin, text.indexOf("</svg>") + 6 - begin);
    }

    std::optional<ExportFixture> m_fixture;
};

void TestExportHtml::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_fixture.emplace();
}

void TestExportHtml::isSelfContained()
{
    QByteArray text = report();
    QVERIFY(text.contains("<pattern id=\"hatch\""));
    text.replace("url(#hatch)", ""); // the picture uses it
    QVERIFY(text.startsWith("<!DOCTYPE html>"));
    QVERIFY(text.trimmed().endsWith("</html>"));
    QVERIFY(text.contains("default-src 'none'"));
    for (const char *reference : {"<script", "<link", "src=\"", "href=", "url(", "@import"})
        QVERIFY2(!text.contains(reference), reference);
    QVERIFY(!text.contains("abc")); // secret of the fixture
}

void TestExportHtml::showsEveryRequest()
{
    const QByteArray text = report();
    const qsizetype requests = m_fixture->log->count();
    QCOMPARE(picture().count("<g class="), requests);
    const qsizetype table = text.indexOf("<tbody>");
    QCOMPARE(text.sliced(table).count("<tr>"), requests);
    QCOMPARE(text.count("<details class=\"event\">") + text.count("<div class=\"event\">"),
             m_fixture->capture->count());
    QVERIFY(text.contains("<strong>late result +1.24 s after cancel</strong>"));
    QVERIFY(text.contains("Cancelled by the client: <code>too | slow</code>"));
    QVERIFY(text.contains("\n  &quot;method&quot;: &quot;initialize&quot;\n")); // indented for reading
}

void TestExportHtml::drawsLateResponsesAfterTheEnd()
{
    QXmlStreamReader xml(picture());
    double end = 0;
    double late = -1;
    double cancel = -1;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QXmlStreamAttributes attributes = xml.attributes();
        const double x = attributes.value(u"x"_s).toDouble();
        if (attributes.value(u"class"_s) == u"late"_s) {
            late = x;
        } else if (attributes.value(u"class"_s) == u"cancel"_s && cancel < 0) {
            cancel = attributes.value(u"x1"_s).toDouble();
        } else if (xml.name() == u"rect"_s && late < 0) {
            end = x + attributes.value(u"width"_s).toDouble();
        }
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(late >= 0);
    QVERIFY(picture().contains("<pattern id=\"hatch\""));
    QVERIFY(report().contains("rect.late{fill:url(#hatch)"));
    QVERIFY2(qAbs(late - end) < 2, qPrintable(u"%1, %2"_s.arg(late).arg(end)));
    QVERIFY2(qAbs(cancel - late) < 2, qPrintable(u"%1, %2"_s.arg(cancel).arg(late)));
}

void TestExportHtml::peerTextIsEscaped()
{
    m_fixture.emplace(CaptureHeader{.title = u"<b>title</b>"_s});
    m_fixture->happen(
        message(
            "{\"jsonrpc\":\"2.0\",\"id\":\"<i>\",\"method\":\"tools/call\",\"params\":{\"name\":\"</svg><script>x\"}}"),
        1);
    m_fixture->happen(
        fromServer("{\"jsonrpc\":\"2.0\",\"id\":\"<i>\",\"error\":{\"code\":1,\"message\":\"<img src=x>\\u202e\"}}"),
        2);
    const QByteArray text = report();
    for (const char *foreign : {"<b>", "<i>", "<script", "<img", "\xe2\x80\xae"})
        QVERIFY2(!text.contains(foreign), foreign);
    QVERIFY(text.contains("&lt;img src=x&gt;\u27e8U+202E\u27e9"));
}

void TestExportHtml::onlyThePictureOmitsRequests()
{
    m_fixture.emplace(CaptureHeader{});
    constexpr int Requests = 2010;
    for (int id = 0; id < Requests; ++id)
        m_fixture->happen(message("{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(id) + ",\"method\":\"ping\"}"),
                          id);
    const QByteArray text = report();
    QCOMPARE(text.count("<g class="), 2000);
    QVERIFY(text.contains("The first 2000 of 2010 requests."));
    QCOMPARE(text.sliced(text.indexOf("<tbody>")).count("<tr>"), Requests);
}

void TestExportHtml::ofNoEvents()
{
    m_fixture.emplace(CaptureHeader{});
    const QByteArray text = report();
    QVERIFY(text.contains("No requests."));
    QVERIFY(!text.contains("svg>"));
}

/// Shows the findings if there are any, limited to those that rest on the chosen events.
void TestExportHtml::showsFindings()
{
    QVERIFY(!report().contains("Findings"));
    const auto all = ExportSelection::everything(*m_fixture->capture);
    const auto html = [this](const ExportSelection &selection) {
        return m_fixture->exported(ExportFormat::Html, selection);
    };
    QVERIFY(html(all.withFindings({})).contains("<h2>Findings</h2>\n<p>None"));
    const ReportFinding finding{.severity = u"error"_s,
                                .code = u"C01"_s,
                                .sentence = u"it said <b>"_s,
                                .reference = u"2025-11-25, cancellation"_s,
                                .events = {4, 9}};
    const QByteArray text = html(all.withFindings({finding}));
    QVERIFY(text.contains("<td>C01</td><td>it said &lt;b&gt;<br><small>2025-11-25, cancellation</small></td>"));
    for (const char *event : {"5", "10"}) {
        QVERIFY(text.contains("<a href=\"#e"_ba + event + "\">" + event + "</a>"));
        QCOMPARE(text.count(" id=\"e"_ba + event + "\""), 1);
    }
    QVERIFY(html(ExportSelection::ofEvents({9}).withFindings({finding})).contains("C01"));
    QVERIFY(!html(ExportSelection::ofEvents({8}).withFindings({finding})).contains("C01"));
}

void TestExportHtml::findingsAndRequestsAreLinked()
{
    const qsizetype event = m_fixture->log->record(0).requestEvent;
    const ReportFinding about{.severity = u"error"_s, .code = u"C01"_s, .events = {event}};
    const ReportFinding aboutNone{.severity = u"info"_s, .code = u"C02"_s};
    const auto all = ExportSelection::everything(*m_fixture->capture);
    const QByteArray text = m_fixture->exported(ExportFormat::Html, all.withFindings({aboutNone, about}));
    const QByteArray method = m_fixture->log->record(0).method;
    QVERIFY(text.contains("<td><a href=\"#r1\">1</a> " + method));
    QCOMPARE(text.count("<tr id=\"r1\">"), 1);
    QCOMPARE(text.count("<tr id=\"f2\">"), 1);
    QCOMPARE(text.count("<a href=\"#f2\">C01</a>"), 1);
    QVERIFY(text.indexOf("<a href=\"#f2\">C01</a>") > text.indexOf("<tr id=\"r1\">"));
    QVERIFY(text.indexOf("<a href=\"#f2\">C01</a>") < text.indexOf("<tr id=\"r2\">"));
    QVERIFY(!text.contains("#f1\""));
}

/// A very short bar has a minimum width, and a legend explains the colors.
void TestExportHtml::abbreviationsAreExplained()
{
    m_fixture.emplace(CaptureHeader{});
    m_fixture->happen(message(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"), 1'000'000);
    m_fixture->happen(fromServer(R"({"jsonrpc":"2.0","id":1,"result":{}})"), 1'000'001);
    m_fixture->happen(message(R"({"jsonrpc":"2.0","id":2,"method":"ping"})"), 2'000'000'000);
    QVERIFY(picture().contains("width=\"4.00\""));
    const QByteArray text = report();
    for (const char *kind : {"succeeded", "failed", "cancelled", "open", "cancel", "late"})
        QCOMPARE(text.count("<span class=\""_ba + kind + "\">"), 1);
}

void TestExportHtml::colorsHaveContrast_data()
{
    QTest::addColumn<int>("scheme");
    QTest::addColumn<QString>("ground"); // background of Chromium
    QTest::newRow("light") << 0 << u"#ffffff"_s;
    QTest::newRow("dark") << 1 << u"#121212"_s;
}

/// Only text colors are checked; lines need less contrast.
void TestExportHtml::colorsHaveContrast()
{
    QFETCH(const int, scheme);
    QFETCH(const QString, ground);
    static const QRegularExpression Root(u":root\\{([^}]*)\\}"_s);
    static const QRegularExpression Color(u"--(?!line)(\\w+):(#(?:[0-9a-f]{6}|[0-9a-f]{3}))"_s);
    QRegularExpressionMatchIterator schemes = Root.globalMatch(QString::fromUtf8(report()));
    for (int skipped = 0; skipped < scheme; ++skipped)
        schemes.next();
    QRegularExpressionMatchIterator colors = Color.globalMatch(schemes.next().captured(1));
    int count = 0;
    for (; colors.hasNext(); ++count) {
        const QRegularExpressionMatch color = colors.next();
        const double one = luminance(color.captured(2)) + 0.05;
        const double other = luminance(ground) + 0.05;
        QVERIFY2(qMax(one, other) / qMin(one, other) >= 4.5, qPrintable(color.captured()));
    }
    QCOMPARE(count, 5);
}

/// Wide parts scroll on their own; the page does not.
void TestExportHtml::wideContentScrollsByItself()
{
    const QByteArray text = report();
    QVERIFY(text.contains(".wide{overflow-x:auto}"));
    QVERIFY(text.contains("<div class=\"wide\"><svg "));
    QVERIFY(text.contains("<div class=\"wide\"><table><thead>"));
    QCOMPARE(text.count("<div"), text.count("</div>"));
}

QTEST_GUILESS_MAIN(TestExportHtml)
#include "tst_exporthtml.moc"
