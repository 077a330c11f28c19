// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/oneanswer.h"

#include "core/json/jsonvalue.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// What `pullcord-cli call` says of answers that break the rules.
class TestCliAnswers : public QObject
{
    Q_OBJECT

private:
    OneAnswer m_server;

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void anotherId_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QString>("says");
        QTest::newRow("other type") << "\"@\""_ba
                                    << u"The server answered \"(\\d+)\", but the request has the id \\1, "
                                       "which is of another type"_s;
        QTest::newRow("never asked") << "9000"_ba << u"The server answered 9000, which nobody asked"_s;
    }
    /// The call waits on, here for the right one, and it is told why.
    void anotherId()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const QString, says);
        const CliRun run = m_server.call("{\"jsonrpc\":\"2.0\",\"id\":" + id +
                                             ",\"result\":{\"content\":[]}}\n"
                                             "{\"jsonrpc\":\"2.0\",\"id\":@,\"result\":{\"content\":[]}}",
                                         u"2025-11-25"_s);
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(QRegularExpression(says).match(QString::fromUtf8(run.err)).hasMatch(), run.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliAnswers)
#include "tst_clianswers.moc"
