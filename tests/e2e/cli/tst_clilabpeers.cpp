// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/json/jsonvalue.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli lab` with server-everything. It continues its progress after a cancellation, and handles everything
/// else well.
class TestCliLabPeers : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void everything()
    {
        const StdioCommand server = Peers::everything();
        const CliRun run = CliRun::of(QStringList{u"lab"_s,
                                                  u"--tool"_s,
                                                  u"trigger-long-running-operation"_s,
                                                  u"{\"duration\":1,\"steps\":8}"_s,
                                                  u"--yes"_s,
                                                  u"--count"_s,
                                                  u"2"_s,
                                                  u"--from"_s,
                                                  u"10%"_s,
                                                  u"--to"_s,
                                                  u"50%"_s,
                                                  u"--concurrent"_s,
                                                  u"2"_s,
                                                  u"--bystanders"_s,
                                                  u"1"_s,
                                                  u"--patience"_s,
                                                  u"300"_s,
                                                  u"--json"_s,
                                                  u"--"_s,
                                                  server.program} +
                                      server.arguments);
        QVERIFY2(run.exitCode == 0, (run.out + run.err).constData()); // progress after a cancellation is a warning
        const JsonValue json(run.out);
        QVERIFY(json.member("durationMs").raw().toByteArray().toDouble() >= 1000);
        for (const char *trial : {"/trials/0/outcome", "/trials/1/outcome", "/trials/2/outcome"})
            QCOMPARE(json.pointer(trial).toUtf8(), "progress-after");
        QCOMPARE(json.pointer("/trials/2/case").toUtf8(), "at-once");
        for (int n = 4; n < 11; ++n)
            QCOMPARE(json.pointer("/trials/" + QByteArray::number(n) + "/outcome").toUtf8(), "ignored");
        // The SDK may obey this one if it reads both messages at once.
        const QByteArray ofInitialize = json.pointer("/trials/11/outcome").toUtf8();
        QCOMPARE(json.pointer("/trials/11/case").toUtf8(), "initialize");
        QVERIFY2(ofInitialize == "ignored" || ofInitialize == "obeyed", ofInitialize.constData());
        QVERIFY2(run.out.contains(R"("code":"C06","title":"Progress after cancellation","verdict":"broken")"),
                 run.out.constData());
        QVERIFY2(run.out.contains(R"("code":"C17","title":"Cancellation stopped another request","verdict":"held")"),
                 run.out.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliLabPeers)
#include "tst_clilabpeers.moc"
