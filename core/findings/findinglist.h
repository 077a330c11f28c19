// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"

#include <QObject>

#include <deque>
#include <optional>
#include <vector>

namespace Pullcord {

/// The findings of a capture, in the order of the events that completed them; those of a later check follow the
/// others of their event.
///
/// Owned by Findings, which relays its signals. RuleContext adds to it, and changes it. Signals are immediate; an index
/// is valid at that moment.
class FindingList : public QObject
{
    Q_OBJECT

public:
    /// Basis for the judgment of a finding.
    enum class Judged : quint8 {
        AsItIs,
        ByGap,  ///< Info if the gap is within the time of a message on its way: the two may have crossed
        ByTrip, ///< Info if the gap is shorter than any round trip: it cannot be about the cancel that it seems to name
    };
    /// A finding with a gap, as it is if the two messages have not crossed.
    struct Uncrossed
    {
        FindingSeverity severity;
        TranslatableText sentence;
        qsizetype place; ///< of the last event in its evidence
        Judged judgement;
    };
    struct Entry
    {
        quint64 key; ///< the list is sorted by it
        Finding finding;
        std::optional<Uncrossed> uncrossed = {}; ///< if it is judged by its gap
        /// Events that completed the finding and each of its repetitions. The evidence of a finding that is repeated
        /// often names only some of them.
        std::vector<qint64> occurrences = {};
    };

    /// Findings of one code on one connection; further ones are counted in the last of them.
    static constexpr int MostOfAKind = 1000;

    [[nodiscard]] qsizetype count() const { return qsizetype(m_entries.size()); }
    [[nodiscard]] const Entry &at(qsizetype index) const { return m_entries[size_t(index)]; }
    /// Null if it was removed.
    [[nodiscard]] const Entry *find(quint64 key) const;

    /// Index in the capture of the event that new findings belong to.
    [[nodiscard]] qsizetype place() const { return m_place; }
    /// Selects that event. `isLater`: it is being checked by a later check (Findings::continueChecking()).
    void setPlace(qsizetype index, bool isLater);
    /// While not null, findings are only noted there, repetitions too, and the list does not change.
    void setAside(QList<Finding> *noted) { m_aside = noted; }
    [[nodiscard]] bool isAside() const { return m_aside != nullptr; }
    /// Returns the key of the next finding to add.
    [[nodiscard]] quint64 nextKey();
    void add(Entry entry);
    /// Does nothing if there is no such finding, or it is equal.
    void replace(quint64 key, Finding finding);
    void setUncrossed(quint64 key, const Uncrossed &uncrossed);
    void remove(quint64 key);

signals:
    void added(qsizetype index);
    void changed(qsizetype index);
    void removed(qsizetype index);

private:
    [[nodiscard]] std::deque<Entry>::const_iterator placeOf(quint64 key) const;
    [[nodiscard]] qsizetype indexOf(quint64 key) const;

    std::deque<Entry> m_entries;
    quint64 m_nextKey = 0;
    qsizetype m_place = 0;
    bool m_isLater = false;
    QList<Finding> *m_aside = nullptr;
};

} // namespace Pullcord
