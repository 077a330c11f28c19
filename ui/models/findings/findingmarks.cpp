// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/findings/findingmarks.h"

#include "core/capture/requestlog.h"
#include "core/findings/findings.h"
#include "ui/models/findings/findingtexts.h"
#include "ui/models/texts.h"

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Adds the keys under which the two have different marks.
void addChanges(QSet<qsizetype> &changed, const QHash<qsizetype, FindingMarks::Mark> &before,
                const QHash<qsizetype, FindingMarks::Mark> &after)
{
    for (auto mark = before.cbegin(); mark != before.cend(); ++mark) {
        if (after.value(mark.key()) != mark.value())
            changed.insert(mark.key());
    }
    for (auto mark = after.cbegin(); mark != after.cend(); ++mark) {
        if (!before.contains(mark.key()))
            changed.insert(mark.key());
    }
}

} // namespace

FindingMarks::FindingMarks(QObject *parent)
    : QObject(parent)
{
    connect(&m_tick, &QTimer::timeout, this, &FindingMarks::look);
}

FindingMarks::~FindingMarks() = default;

void FindingMarks::setSource(const Findings *findings, const RequestLog *log)
{
    if (m_findings)
        m_findings->disconnect(this);
    m_findings = findings;
    m_log = log;
    m_isStale = true;
    m_tick.stop();
    look();
    if (!findings)
        return;
    const auto lookAgain = [this](qsizetype index) {
        m_isStale = m_isStale || index < m_looked;
        m_tick.request();
    };
    connect(findings, &Findings::added, this, lookAgain);
    connect(findings, &Findings::changed, this, lookAgain);
    connect(findings, &Findings::withdrawn, this, lookAgain);
}

void FindingMarks::setSilenced(const QSet<FindingCode> &codes)
{
    if (codes == m_silenced)
        return;
    m_silenced = codes;
    m_isStale = true;
    look();
}

void FindingMarks::look()
{
    const bool isAnew = std::exchange(m_isStale, false);
    Marks requests;
    Marks wholes;
    Marks events;
    if (isAnew) {
        m_looked = 0;
        requests.swap(m_requests);
        wholes.swap(m_wholes);
        events.swap(m_events);
        m_count = m_silencedCount = 0;
    }
    const qsizetype count = m_findings ? m_findings->count() : 0;
    QSet<qsizetype> changedRequests;
    QSet<qsizetype> changedEvents;
    for (; m_looked < count; ++m_looked)
        add(m_findings->at(m_looked), changedRequests, changedEvents);
    if (isAnew) {
        changedRequests.clear();
        changedEvents.clear();
        addChanges(changedRequests, requests, m_requests);
        addChanges(changedRequests, wholes, m_wholes);
        addChanges(changedEvents, events, m_events);
    }
    emit changed(changedRequests, changedEvents);
}

void FindingMarks::add(const Finding &finding, QSet<qsizetype> &changedRequests, QSet<qsizetype> &changedEvents)
{
    if (m_silenced.contains(finding.code)) {
        ++m_silencedCount;
        return;
    }
    if (finding.severity == FindingSeverity::Info)
        return;
    ++m_count;
    const auto put = [&finding](Marks &marks, qsizetype key, QSet<qsizetype> &changed) {
        Mark &mark = marks[key];
        if (!mark.codes.contains(finding.code))
            mark.codes.append(finding.code);
        mark.severity = qMax(mark.severity, finding.severity);
        changed.insert(key);
    };
    if (finding.row != Finding::NoRow) {
        put(m_requests, finding.row, changedRequests);
        put(m_wholes, m_log->headOf(finding.row), changedRequests);
    }
    for (const qint64 event : finding.events)
        put(m_events, event, changedEvents);
}

QString FindingMarks::withMark(const QString &toolTip, const Mark &mark)
{
    QStringList lines{toolTip};
    for (const FindingCode code : mark.codes)
        lines << Texts::codeAndTitle(FindingKind::of(code));
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString FindingMarks::heard(const QString &row, const Mark &mark)
{
    if (mark.codes.isEmpty())
        return row;
    QStringList found;
    for (const FindingCode code : mark.codes)
        found << Texts::codeAndTitle(FindingKind::of(code));
    return tr("%1, %2: %3", "a row, severity and title of what was found")
        .arg(row, Texts::severity(mark.severity), Texts::listed(found));
}

} // namespace Pullcord
