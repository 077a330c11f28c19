// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/findings/findingmarks.h"

#include "core/capture/requestlog.h"
#include "core/findings/findings.h"
#include "ui/models/findings/findingtexts.h"
#include "ui/models/texts.h"

#include <algorithm>
#include <array>
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

/// True for rules about the form of a message, as opposed to its time or its relation to others.
bool isAboutForm(FindingCode code)
{
    switch (code) {
    case FindingCode::C25:
    case FindingCode::P02:
    case FindingCode::P03:
    case FindingCode::P11:
    case FindingCode::P12:
    case FindingCode::P13:
    case FindingCode::P22:
        return true;
    default:
        return false;
    }
}

} // namespace

FindingMarks::FindingMarks(QObject *parent)
    : QObject(parent)
{
    connect(&m_tick, &QTimer::timeout, this, &FindingMarks::look);
}

FindingMarks::~FindingMarks() = default;

void FindingMarks::setSource(Findings *findings, const RequestLog *log)
{
    if (m_findings)
        m_findings->disconnect(this);
    m_findings = findings;
    m_log = log;
    m_seen.assign(findings ? size_t(findings->count()) : 0, {});
    m_isStale = true;
    m_hasAhead = findings && !findings->ahead().empty();
    m_tick.stop();
    look();
    if (!findings)
        return;
    connect(findings, &Findings::added, this, [this](qsizetype index) {
        m_seen.insert(m_seen.begin() + index, Seen());
        m_tick.request();
    });
    connect(findings, &Findings::changed, this, [this](qsizetype index) {
        m_isStale = m_isStale || hasLost(index);
        m_tick.request();
    });
    connect(findings, &Findings::withdrawn, this, [this](qsizetype index) {
        m_isStale = m_isStale || m_seen[size_t(index)].isMarked;
        m_seen.erase(m_seen.begin() + index);
        m_tick.request();
    });
    connect(findings, &Findings::judgedAhead, this, [this](qsizetype captureIndex) {
        m_hasAhead = true;
        for (const Finding &finding : m_findings->ahead().at(captureIndex))
            mark(finding, std::array{qint64(captureIndex)});
        m_tick.request();
    });
    connect(findings, &Findings::checkedOn, this, [this] {
        if (!m_hasAhead || !m_findings->ahead().empty())
            return;
        m_hasAhead = false; // the list now contains these findings
        m_isStale = true;
        m_tick.request();
    });
}

/// True if a marked finding has another severity or request, or no longer names one of its events.
bool FindingMarks::hasLost(qsizetype index) const
{
    const Seen &seen = m_seen[size_t(index)];
    const Finding &finding = m_findings->at(index);
    const std::vector<qint64> &occurrences = m_findings->occurrencesOf(index);
    if (!seen.isMarked)
        return false;
    return seen.severity != finding.severity || seen.row != finding.row ||
           std::any_of(seen.events.begin(), seen.events.end(), [&](qint64 event) {
               return !finding.events.contains(event) &&
                      std::find(occurrences.rbegin(), occurrences.rend(), event) == occurrences.rend();
           });
}

void FindingMarks::setSilenced(const QSet<FindingCode> &codes)
{
    if (codes == m_silenced)
        return;
    m_silenced = codes;
    m_isStale = true;
    look();
}

void FindingMarks::viewRequest(qsizetype logRow) const
{
    if (!m_findings || m_findings->toCheck() <= Findings::NearEnough)
        return;
    const RequestRecord record = m_log->record(logRow);
    viewEvent(record.requestEvent);
    viewEvent(record.responseEvent);
}

void FindingMarks::viewEvent(qsizetype captureIndex) const
{
    if (m_findings)
        m_findings->judgeFirst(captureIndex);
}

QString FindingMarks::sentence(FindingCode code, qsizetype logRow) const
{
    for (qsizetype index = m_findings ? m_findings->count() - 1 : -1; index >= 0; --index) {
        if (const Finding &finding = m_findings->at(index); finding.code == code && finding.row == logRow)
            return Texts::translated(finding.sentence);
    }
    return {};
}

void FindingMarks::look()
{
    const bool isRebuild = std::exchange(m_isStale, false);
    Marks requests;
    Marks wholes;
    Marks events;
    if (isRebuild) {
        requests.swap(m_requests);
        wholes.swap(m_wholes);
        events.swap(m_events);
        m_count = m_silencedCount = 0;
        std::fill(m_seen.begin(), m_seen.end(), Seen());
    }
    for (qsizetype index = 0; index < qsizetype(m_seen.size()); ++index)
        take(index);
    if (isRebuild && m_hasAhead) {
        for (const auto &[captureIndex, findings] : m_findings->ahead()) {
            for (const Finding &finding : findings)
                mark(finding, std::array{qint64(captureIndex)});
        }
    }
    if (isRebuild) {
        m_changedRequests.clear();
        m_changedEvents.clear();
        addChanges(m_changedRequests, requests, m_requests);
        addChanges(m_changedRequests, wholes, m_wholes);
        addChanges(m_changedEvents, events, m_events);
    }
    emit changed(std::exchange(m_changedRequests, {}), std::exchange(m_changedEvents, {}));
}

/// Adds marks for the events and the request that a finding names since the last call.
void FindingMarks::take(qsizetype index)
{
    Seen &seen = m_seen[size_t(index)];
    const Finding &finding = m_findings->at(index);
    const std::vector<qint64> &occurrences = m_findings->occurrencesOf(index);
    if (!seen.isMarked && m_silenced.contains(finding.code))
        ++m_silencedCount;
    else if (!seen.isMarked && finding.severity != FindingSeverity::Info)
        ++m_count;
    else if (seen.isMarked && seen.occurrences == occurrences.size() && seen.events == finding.events)
        return;
    mark(finding, std::span(occurrences).subspan(seen.occurrences));
    seen = {true, finding.severity, finding.row, finding.events, occurrences.size()};
}

bool FindingMarks::isShown(const Finding &finding) const
{
    const bool isAlwaysShown = isAboutForm(finding.code) || finding.code == FindingCode::P15;
    return !m_silenced.contains(finding.code) && (finding.severity != FindingSeverity::Info || isAlwaysShown);
}

/// Marks the request, the evidence, and the events that completed the finding or its repetitions.
void FindingMarks::mark(const Finding &finding, std::span<const qint64> occurrences)
{
    if (!isShown(finding))
        return;
    const bool isForm = isAboutForm(finding.code);
    if (finding.row != Finding::NoRow)
        putRequest(finding.row, finding);
    for (const qint64 event : finding.events)
        put(m_events, event, finding, false, m_changedEvents);
    for (const qint64 event : occurrences) {
        put(m_events, event, finding, isForm, m_changedEvents);
        if (const qsizetype row = m_findings->rowOf(event); finding.row != Finding::NoRow && row >= 0)
            putRequest(row, finding);
    }
}

void FindingMarks::putRequest(qsizetype logRow, const Finding &finding)
{
    put(m_requests, logRow, finding, isAboutForm(finding.code), m_changedRequests);
    put(m_wholes, m_log->headOf(logRow), finding, false, m_changedRequests);
}

void FindingMarks::put(Marks &marks, qsizetype key, const Finding &finding, bool isInvalid, QSet<qsizetype> &changed)
{
    Mark &mark = marks[key];
    const Mark before = mark;
    if (!mark.codes.contains(finding.code))
        mark.codes.append(finding.code);
    mark.severity = qMax(mark.severity, finding.severity);
    mark.isInvalid = mark.isInvalid || isInvalid;
    if (mark != before)
        changed.insert(key);
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
