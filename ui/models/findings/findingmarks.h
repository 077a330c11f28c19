// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"
#include "ui/models/pacedtimer.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>

#include <span>
#include <vector>

namespace Pullcord {

class Findings;
class RequestLog;

/// Findings by request and by event: the only source of the marks in the tables. Leaves out findings of silenced rules,
/// and facts (FindingSeverity::Info) unless they report an invalid message or a list that was given up.
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
        bool isInvalid = false; ///< the message itself, or one of the request, violates a rule about its form
        [[nodiscard]] bool isNone() const { return codes.isEmpty(); }
        friend bool operator==(const Mark &, const Mark &) = default;
    };

    explicit FindingMarks(QObject *parent = nullptr);
    ~FindingMarks() override;

    /// Null removes both sources.
    void setSource(Findings *findings, const RequestLog *log);
    void setSilenced(const QSet<FindingCode> &codes);
    [[nodiscard]] const QSet<FindingCode> &silenced() const { return m_silenced; }

    [[nodiscard]] Mark ofRequest(qsizetype logRow) const { return m_requests.value(logRow); }
    /// Returns the mark for all requests of the group with this head (RequestLog::headOf).
    [[nodiscard]] Mark ofWhole(qsizetype head) const { return m_wholes.value(head); }
    [[nodiscard]] Mark ofEvent(qsizetype captureIndex) const { return m_events.value(captureIndex); }
    /// Call when a row comes into view: its messages are judged before others.
    void viewRequest(qsizetype logRow) const;
    void viewEvent(qsizetype captureIndex) const;
    /// Returns the sentence of the last finding of that code about a request; empty if there is none.
    [[nodiscard]] QString sentence(FindingCode code, qsizetype logRow) const;
    /// Returns the number of warnings and errors.
    [[nodiscard]] qsizetype count() const { return m_count; }
    /// Returns the number of findings of silenced rules, of any severity.
    [[nodiscard]] qsizetype silencedCount() const { return m_silencedCount; }

    /// Returns a tool tip with the findings below it; `toolTip` itself without findings.
    [[nodiscard]] static QString withMark(const QString &toolTip, const Mark &mark);
    /// Returns the accessible text of a row, with its findings.
    [[nodiscard]] static QString heard(const QString &row, const Mark &mark);

signals:
    /// Emitted at most once per PacedTimer::Interval. The marks of `requests` (rows of the log) and `events` (indexes
    /// in the capture) have changed.
    void changed(const QSet<qsizetype> &requests, const QSet<qsizetype> &events);

private:
    using Marks = QHash<qsizetype, Mark>;

    /// Part of a finding that is marked already.
    struct Seen
    {
        bool isMarked = false;
        FindingSeverity severity = FindingSeverity::Info;
        qint64 row = Finding::NoRow;
        QList<qint64> events;
        size_t occurrences = 0;
    };
    [[nodiscard]] bool hasLost(qsizetype index) const;
    void look();
    void take(qsizetype index);
    void mark(const Finding &finding, std::span<const qint64> occurrences);
    void put(Marks &marks, qsizetype key, const Finding &finding, bool isInvalid, QSet<qsizetype> &changed);
    void putRequest(qsizetype logRow, const Finding &finding);
    [[nodiscard]] bool isShown(const Finding &finding) const;

    Findings *m_findings = nullptr;
    const RequestLog *m_log = nullptr;
    QSet<FindingCode> m_silenced;
    Marks m_requests;
    Marks m_wholes;
    Marks m_events;
    qsizetype m_count = 0;
    qsizetype m_silencedCount = 0;
    std::vector<Seen> m_seen; ///< by index in the list of findings
    QSet<qsizetype> m_changedRequests;
    QSet<qsizetype> m_changedEvents;
    bool m_isStale = false;  ///< a mark may have to be removed
    bool m_hasAhead = false; ///< something is marked ahead of its turn: Findings::ahead()
    PacedTimer m_tick;
};

} // namespace Pullcord
