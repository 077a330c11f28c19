// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/findingmarks.h"

#include "core/capture/requestlog.h"
#include "core/findings/findings.h"
#include "ui/models/findingtexts.h"
#include "ui/models/logmodel.h"
#include "ui/models/texts.h"

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

FindingMarks::FindingMarks(QObject *parent)
    : QObject(parent)
{
    m_tick.setSingleShot(true);
    m_tick.setInterval(LogModel::Tick);
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
    const auto lookSoon = [this] {
        if (!m_tick.isActive())
            m_tick.start();
    };
    const auto lookAgain = [this, lookSoon](qsizetype index) {
        m_isStale = m_isStale || index < m_looked;
        lookSoon();
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
    if (std::exchange(m_isStale, false)) {
        m_looked = 0;
        m_requests.clear();
        m_wholes.clear();
        m_events.clear();
        m_count = m_silencedCount = 0;
    }
    const qsizetype count = m_findings ? m_findings->count() : 0;
    for (; m_looked < count; ++m_looked)
        add(m_findings->at(m_looked));
    emit changed();
}

void FindingMarks::add(const Finding &finding)
{
    if (m_silenced.contains(finding.code)) {
        ++m_silencedCount;
        return;
    }
    if (finding.severity == FindingSeverity::Info)
        return;
    ++m_count;
    const auto put = [&finding](Mark &mark) {
        if (!mark.codes.contains(finding.code))
            mark.codes.append(finding.code);
        mark.severity = qMax(mark.severity, finding.severity);
    };
    if (finding.row != Finding::NoRow) {
        put(m_requests[finding.row]);
        put(m_wholes[m_log->headOf(finding.row)]);
    }
    for (const qint64 event : finding.events)
        put(m_events[event]);
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
