// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/peers.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// The official conformance suite with the client in conformance/: every scenario that a revision requires of clients,
/// except those on authorization. A warning counts as a failure.
class TestConformance : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = 60'000;

    static QString suite(const QString &file)
    {
        return qEnvironmentVariable("PULLCORD_PEERS_DIR") + u"/node_modules/@modelcontextprotocol/conformance/"_s +
               file;
    }
    /// Reads the list under `client:` in the file of the suite, so that no scenario is missed.
    static QStringList required(const QString &revision)
    {
        QFile file(suite(u"requirements/%1.yaml"_s.arg(revision)));
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QStringList scenarios;
        bool ofClients = false;
        while (!file.atEnd()) {
            const QString line = QString::fromUtf8(file.readLine()).trimmed();
            if (line.endsWith(u':'))
                ofClients = line == "client:"_L1;
            else if (ofClients && line.startsWith("- "_L1) && !line.startsWith("- auth/"_L1))
                scenarios << line.sliced(2);
        }
        return scenarios;
    }
    /// Returns one line per check of the suite that failed or warned.
    static QStringList complaints(const QJsonArray &checks)
    {
        QStringList lines;
        for (const QJsonValue &check : checks) {
            const QString status = check["status"_L1].toString();
            if (status == "FAILURE"_L1 || status == "WARNING"_L1)
                lines << u"%1 %2: %3 %4 %5"_s.arg(
                    status, check["id"_L1].toString(), check["description"_L1].toString(),
                    check["errorMessage"_L1].toString(),
                    QString::fromUtf8(QJsonDocument(check["details"_L1].toObject()).toJson(QJsonDocument::Compact)));
        }
        return lines;
    }
    static bool succeeded(const QJsonArray &checks, QLatin1StringView id)
    {
        return std::any_of(checks.begin(), checks.end(), [id](const QJsonValue &check) {
            return check["status"_L1].toString() == "SUCCESS"_L1 && (id.isEmpty() || check["id"_L1].toString() == id);
        });
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void requirementsAreRead()
    {
        QVERIFY(required(u"2025-11-25"_s).contains(u"sse-retry"_s));
        QVERIFY(required(u"2026-07-28"_s).contains(u"http-custom-headers"_s));
    }

    void conforms_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<bool>("findOut"); // negotiate the revision
        for (const QString &revision : {u"2025-11-25"_s, u"2026-07-28"_s}) {
            const QStringList scenarios = required(revision);
            for (const QString &scenario : scenarios) {
                QTest::addRow("%s %s", qPrintable(revision), qPrintable(scenario)) << revision << scenario << false;
                QTest::addRow("%s %s, found out", qPrintable(revision), qPrintable(scenario))
                    << revision << scenario << true;
            }
        }
    }
    void conforms()
    {
        QFETCH(const QString, revision);
        QFETCH(const QString, scenario);
        QFETCH(const bool, findOut);
        const QTemporaryDir results;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        if (findOut)
            environment.insert(u"PULLCORD_FIND_OUT"_s, u"1"_s);
        process.setProcessEnvironment(environment);
        process.start(qEnvironmentVariable("PULLCORD_NODE"),
                      {suite(u"dist/index.js"_s), u"client"_s, u"--command"_s,
                       u'\'' + Peers::program(u"pullcord-conformance-client"_s) + u'\'', u"--scenario"_s, scenario,
                       u"--spec-version"_s, revision, u"--output-dir"_s, results.path()});
        QVERIFY(QSignalSpy(&process, &QProcess::finished).wait(Limit));
        const QByteArray said = process.readAllStandardOutput() + process.readAllStandardError();
        const QStringList runs = QDir(results.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QVERIFY2(runs.size() == 1, said.constData());
        QFile file(results.filePath(runs.first() + u"/checks.json"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray checks = QJsonDocument::fromJson(file.readAll()).array();
        QVERIFY2(complaints(checks).isEmpty(), qPrintable(complaints(checks).join(u'\n')));
        QVERIFY2(succeeded(checks, {}), said.constData());
        // The suite validates the wire only if it did not write the server of the scenario by hand.
        if (scenario == "tools_call"_L1)
            QVERIFY2(succeeded(checks, "wire-schema-valid"_L1), said.constData());
        QVERIFY2(process.exitCode() == 0, said.constData());
    }
};

QTEST_GUILESS_MAIN(TestConformance)
#include "tst_conformance.moc"
