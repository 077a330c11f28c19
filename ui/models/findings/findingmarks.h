// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"
#include "ui/models/pacedtimer.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>

namespace Pullcord {

class Findings;
class RequestLog;

/// Warnings and errors by request and by event, for the marks in the tables. Findings of silenced rules are left out.
///
/// Both sources must outlive it, or be removed with setSource().
class FindingMarks final : public QObject
{
    Q_OBJECT

public:
    /// The findings of one row; no codes and Info if there are none.
    struct Mark
    {
        QList<FindingCode> codes; ///< without repeats
        FindingSeverity severity = FindingSeverity::Info;
        friend bool operator==(const Mark &, const Mark &) = default;
    };

    explicit FindingMarks(QObject *parent = nullptr);
    ~FindingMarks() override;

    /// Null removes both sources.
    void setSource(const Findings *findings, const RequestLog *log);
    void setSilenced(const QSet<FindingCode> &codes);
    [[nodiscard]] const QSet<FindingCode> &silenced() const { return m_silenced; }

    [[nodiscard]] Mark ofRequest(qsizetype logRow) const { return m_requests.value(logRow); }
    /// Returns the mark for all requests of the group with this head (RequestLog::headOf).
    [[nodiscard]] Mark ofWhole(qsizetype head) const { return m_wholes.value(head); }
    [[nodiscard]] Mark ofEvent(qsizetype captureIndex) const { return m_events.value(captureIndex); }
    /// Returns the number of warnings and errors.
    [[nodiscard]] qsizetype count() const { return m_count; }
    /// Returns the number of findings of silenced rules, of any severity.
    [[nodiscard]] qsizetype silencedCount() const { return m_silencedCount; }

    /// Returns a tool tip with the findings below it; `toolTip` itself without findings.
    [[nodiscard]] static QString withMark(const QString &toolTip, const Mark &mark);
    /// Returns the accessible text of a row, with its findings.
    [[nodiscard]] static QString heard(const QString &row, const Mark &mark);

signals:
    /// Emitted at most once per PacedTimer::Interval. The marks of `requests` (rows of the log) and `events` (indexes in the
    /// capture) have changed.
    void changed(const QSet<qsizetype> &requests, const QSet<qsizetype> &events);

private:
    using Marks = QHash<qsizetype, Mark>;

    void look();
    void add(const Finding &finding, QSet<qsizetype> &changedRequests, QSet<qsizetype> &changedEvents);

    const Findings *m_findings = nullptr;
    const RequestLog *m_log = nullptr;
    QSet<FindingCode> m_silenced;
    Marks m_requests;
    Marks m_wholes;
    Marks m_events;
    qsizetype m_count = 0;
    qsizetype m_silencedCount = 0;
    qsizetype m_looked = 0; ///< at so many findings
    bool m_isStale = false; ///< one of those has changed
    PacedTimer m_tick;
};

} // namespace Pullcord
