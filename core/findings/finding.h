// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/rpc/event.h"
#include "core/words.h"

#include <QList>

#include <optional>

namespace Pullcord {

/// One thing that a side of a conversation did against a rule, or that is worth knowing of it: a value.
///
/// It says what the wire shows and no more: "nobody waited any more", never "the work stopped". Times are in ns since the
/// start of the capture. What happens again and again to one request is one finding that grows.
struct Finding
{
    static constexpr qint64 NoRow = -1;
    static constexpr qsizetype MostEvents = 16; ///< of more, the first and the last are kept

    FindingCode code = FindingCode::C01;
    FindingSeverity severity = FindingSeverity::Warning; ///< in this case: by revision, transport, and whether it raced
    Words sentence;
    quint32 connection = 0;
    Direction accused = Direction::None; ///< the way that the messages of who did it travel; None: nobody can tell
    qint64 row = NoRow;                  ///< of the request in the RequestLog
    QList<qint64> events;                ///< indices in the capture that it rests on, in order
    qint64 time = 0;                     ///< of the event that made it a finding
    std::optional<qint64> gap;           ///< e.g. from the cancel to what came after it; of several, the longest
    qint64 count = 1;
    bool raced = false; ///< the gap is no longer than the measured round trip: the two crossed on the wire
    QString revision;   ///< whose rule it is; empty where none was agreed upon

    [[nodiscard]] const FindingKind &kind() const { return FindingKind::of(code); }
    /// Where the rule stands, for people: "2025-11-25, basic/utilities/cancellation".
    [[nodiscard]] QString reference() const;

    void addEvent(qint64 index);

    friend bool operator==(const Finding &, const Finding &) = default;
};

} // namespace Pullcord
