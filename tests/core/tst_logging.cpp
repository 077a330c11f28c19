// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/logging.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Categories are off until a rule switches them on, rules are checked, and the last lines are kept.
class TestLogging : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        QLoggingCategory::setFilterRules({});
        qInstallMessageHandler(nullptr);
    }

    void rules_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("rules"); // null for an invalid text
        QTest::addColumn<QString>("error");
        const auto good = [](const char *tag, const QString &text, const QString &rules) {
            QTest::newRow(tag) << text << rules << QString();
        };
        const auto bad = [](const char *tag, const QString &text, const QString &error) {
            QTest::newRow(tag) << text << QString() << error;
        };
        good("all", u"pullcord.*"_s, u"pullcord.*=true"_s);
        good("everything", u"*"_s, u"*=true"_s);
        good("one, on", u"pullcord.mcp=true"_s, u"pullcord.mcp=true"_s);
        good("one, off", u"pullcord.mcp=false"_s, u"pullcord.mcp=false"_s);
        good("a level", u"pullcord.*.debug"_s, u"pullcord.*.debug=true"_s);
        good("a level of one", u"pullcord.mcp.info=true"_s, u"pullcord.mcp.info=true"_s);
        good("commas", u"pullcord.mcp, pullcord.ui=false"_s, u"pullcord.mcp=true\npullcord.ui=false"_s);
        good("semicolons", u"pullcord.mcp;pullcord.ui;"_s, u"pullcord.mcp=true\npullcord.ui=true"_s);
        good("another library", u"qt.network.ssl"_s, u"qt.network.ssl=true"_s);
        bad("empty", u" ,;"_s, u"\" ,;\" contains no rule"_s);
        bad("another value", u"pullcord.mcp=1"_s, u"\"pullcord.mcp=1\" is not a rule such as pullcord.mcp=true"_s);
        bad("the second", u"pullcord.mcp;a b=c"_s, u"\"ab=c\" is not a rule such as pullcord.mcp=true"_s);
        bad("a star inside", u"pull*mcp"_s, u"\"pull*mcp\" is not a rule such as pullcord.mcp=true"_s);
        bad("only a value", u"=true"_s, u"\"=true\" is not a rule such as pullcord.mcp=true"_s);
        bad("only a level", u".debug"_s, u"\".debug\" is not a rule such as pullcord.mcp=true"_s);
        bad("misspelled", u"pullcord.mpc"_s,
            u"unknown category \"pullcord.mpc\"; the categories are "_s + Log::categories().join(u", "_s));
        bad("misspelled, with a star", u"pullcord.mpc*"_s,
            u"unknown category \"pullcord.mpc*\"; the categories are "_s + Log::categories().join(u", "_s));
    }
    void rules()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, rules);
        QFETCH(const QString, error);
        const Result<QString> read = Log::rulesFrom(text);
        QCOMPARE(read.has_value(), error.isEmpty());
        if (read) {
            QCOMPARE(*read, rules);
        } else {
            QCOMPARE(read.error().kind, ErrorKind::Usage);
            QCOMPARE(read.error().detail, error);
        }
    }

    void offByDefault()
    {
        const auto fail = [] {
            QTest::qFail("a message that is off was made", __FILE__, __LINE__);
            return 0;
        };
        QVERIFY(!Log::transport().isDebugEnabled() && !Log::transport().isInfoEnabled());
        QVERIFY(Log::transport().isWarningEnabled());
        qCDebug(Log::transport) << fail();
        QLoggingCategory::setFilterRules(*Log::rulesFrom(u"pullcord.transport"_s));
        QVERIFY(Log::transport().isDebugEnabled() && !Log::mcp().isDebugEnabled());
        QLoggingCategory::setFilterRules(*Log::rulesFrom(u"pullcord.*"_s));
        QVERIFY(Log::mcp().isDebugEnabled() && Log::ui().isDebugEnabled());
    }

    void lastLines()
    {
        Log::install();
        QLoggingCategory::setFilterRules(u"pullcord.mcp=true\nother=true"_s);
        const QLoggingCategory other("other");
        qCDebug(other) << "may be secret";
        qCWarning(other) << "wrong";
        qCDebug(Log::mcp) << "first";
        const QStringList lines = Log::lastLines();
        QCOMPARE(lines.size(), 2);
        QVERIFY2(QRegularExpression(uR"(^\d\d:\d\d:\d\d\.\d\d\d other: wrong$)"_s).match(lines.first()).hasMatch(),
                 qPrintable(lines.first()));
        QVERIFY(lines.last().endsWith(u" pullcord.mcp: first"_s));
        for (int i = 0; i < Log::MostLines; ++i)
            qCDebug(Log::mcp) << i;
        QCOMPARE(Log::lastLines().size(), Log::MostLines);
        QVERIFY(Log::lastLines().first().endsWith(u" pullcord.mcp: 0"_s));
    }
};

QTEST_GUILESS_MAIN(TestLogging)
#include "tst_logging.moc"
