// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/report/unappliedrules.h"
#include "core/findingscript.h"

#include <QTest>

#include <algorithm>
#include <functional>

/// Base of the tests that are tables of conversations. A row has the kind of conversation (FindingScript::named()), its
/// lines, and the codes expected both from the file and live.
namespace Pullcord::FindingTable {

inline const QByteArray Legacy = "2025-11-25 stdio";
inline const QByteArray LegacyHttp = "2025-11-25 http";
inline const QByteArray Modern = "2026-07-28 stdio";
inline const QByteArray ModernHttp = "2026-07-28 http";

inline const QByteArrayList Call{"10 > request 1 tools/call"};
/// An unrelated exchange after all limits on waiting have passed.
inline const QByteArrayList Later{"2500 > request 99 ping", "2501 < result 99"};

/// Call in init().
inline void failOnWarnings()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".?")));
}

/// Call in finds_data(), before the rows.
inline void addColumns()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArray>("found");
}

inline void addRow(const char *name, const QByteArray &kind, const QByteArrayList &lines, const QByteArray &found)
{
    QTest::newRow(name) << kind << lines << found;
}

/// UnappliedRules must name each finding that needs times: those missing without times, or reduced to Info.
inline void compareWithoutTimes(FindingScript script, const QByteArrayList &lines, const Findings &timed)
{
    script.m_hasTimes = false;
    const auto run = script.run(lines);
    const UnappliedRules unapplied = UnappliedRules::in(*run->capture);
    const auto worstIn = [](const Findings &findings, FindingCode code) {
        int worst = -1;
        for (qsizetype i = 0; i < findings.count(); ++i)
            worst = findings.at(i).code == code ? std::max(worst, int(findings.at(i).severity)) : worst;
        return worst;
    };
    for (qsizetype i = 0; i < timed.count(); ++i) {
        const FindingCode code = timed.at(i).code;
        const int found = worstIn(*run->findings, code);
        const bool isLess = found < worstIn(timed, code);
        QVERIFY2(!isLess || (unapplied.codes + unapplied.inPart).contains(code) ||
                     (found >= 0 && unapplied.asInfos.contains(code)),
                 timed.at(i).kind().name.latin1());
    }
}

/// Body of finds().
inline void compareRow(const std::function<FindingScript(const QByteArray &)> &named = FindingScript::named)
{
    QFETCH(const QByteArray, kind);
    QFETCH(const QByteArrayList, lines);
    const FindingScript script = named(kind);
    const auto run = script.run(lines);
    QTEST(run->codes(), "found");
    const auto live = script.runLive(lines);
    QCOMPARE(live->codes(), run->codes());
    QCOMPARE(live->findings->unchecked(), run->findings->unchecked());
    if (script.m_hasTimes)
        compareWithoutTimes(script, lines, *run->findings);
}

} // namespace Pullcord::FindingTable
