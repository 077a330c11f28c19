// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/dialect.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestDialect : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cancels_data();
    void cancels();
    void reportsProgress_data();
    void reportsProgress();
    void refusesToCancelInitialize();
    void answersPings();
    void isFoundByName();
};

void TestDialect::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

// Table of the specifications: the form of a cancel, and the messages that may follow.
void TestDialect::cancels_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("byNotification");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("idMember");
    QTest::addColumn<QByteArray>("reasonMember");
    QTest::addColumn<bool>("answerOwed");
    QTest::addColumn<qint64>("code");
    QTest::addColumn<bool>("serverMayAsk");
    const auto add = [](const char *name, bool byNotification, const char *method, const char *idMember,
                        const char *reasonMember, bool responseOwed, qint64 code, bool serverMayAsk) {
        QTest::newRow(name) << QByteArray(name) << byNotification << QByteArray(method) << QByteArray(idMember)
                            << QByteArray(reasonMember) << responseOwed << code << serverMayAsk;
    };
    add("mcp-legacy", true, "notifications/cancelled", "requestId", "reason", false, 0, true);
    add("mcp-modern-stdio", true, "notifications/cancelled", "requestId", "reason", false, 0, false);
    add("mcp-modern-http", false, "", "requestId", "reason", false, 0, false);
    add("acp", true, "$/cancel_request", "requestId", "", true, -32800, true);
    add("lsp", true, "$/cancelRequest", "id", "", true, -32800, true);
}

void TestDialect::cancels()
{
    QFETCH(QByteArray, name);
    const Dialect *dialect = Dialect::named(name);
    QVERIFY(dialect);
    QTEST(dialect->signal == Dialect::Signal::Notification, "byNotification");
    QTEST(dialect->cancelMethod, "method");
    QTEST(dialect->idMember, "idMember");
    QTEST(dialect->reasonMember, "reasonMember");
    QTEST(dialect->responseOwed, "answerOwed");
    QTEST(dialect->cancelledCode, "code");
    QTEST(dialect->serverMayAsk, "serverMayAsk");
}

void TestDialect::reportsProgress_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("tokenMember");
    QTest::addColumn<QByteArray>("tokenPointer");
    for (const char *mcp : {"mcp-legacy", "mcp-modern-stdio", "mcp-modern-http"})
        QTest::newRow(mcp) << QByteArray(mcp) << "notifications/progress"_ba
                           << "progressToken"_ba
                           << "/_meta/progressToken"_ba;
    QTest::newRow("acp") << "acp"_ba
                         << ""_ba
                         << ""_ba
                         << ""_ba;
    QTest::newRow("lsp") << "lsp"_ba
                         << "$/progress"_ba
                         << "token"_ba
                         << "/workDoneToken"_ba;
}

void TestDialect::reportsProgress()
{
    QFETCH(QByteArray, name);
    const Dialect *dialect = Dialect::named(name);
    QVERIFY(dialect);
    QTEST(dialect->progressMethod, "method");
    QTEST(dialect->progressTokenMember, "tokenMember");
    QTEST(dialect->progressTokenPointer, "tokenPointer");
}

void TestDialect::refusesToCancelInitialize()
{
    QVERIFY(!Dialect::mcpLegacy().canCancel("initialize"));
    QVERIFY(Dialect::mcpLegacy().canCancel("tools/call"));
    QVERIFY(Dialect::mcpLegacy().canCancel("ping"));
    for (const Dialect *dialect :
         {&Dialect::mcpModernStdio(), &Dialect::mcpModernHttp(), &Dialect::acp(), &Dialect::lsp()})
        QVERIFY(dialect->canCancel("initialize"));
}

void TestDialect::answersPings()
{
    for (const Dialect *dialect : Dialect::all())
        QCOMPARE(dialect->pingMethod, dialect == &Dialect::mcpLegacy() ? "ping"_ba : ""_ba);
}

void TestDialect::isFoundByName()
{
    QSet<QByteArray> names;
    for (const Dialect *dialect : Dialect::all()) {
        QCOMPARE(Dialect::named(dialect->name), dialect);
        names.insert(dialect->name);
    }
    QCOMPARE(names.size(), 5);
    QCOMPARE(Dialect::all().first(), &Dialect::mcpLegacy());
    QCOMPARE(Dialect::named("mcp"), nullptr);
    QCOMPARE(Dialect::named(""), nullptr);
}

QTEST_GUILESS_MAIN(TestDialect)
#include "tst_dialect.moc"
