// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/rpc/event.h"
#include "core/translatabletext.h"

#include <QList>

#include <optional>

namespace Pullcord {

/// A violation of a rule by one side of a conversation, or a fact worth knowing. A value.
///
/// It states only facts visible on the wire: "it was no longer expected", never "the work stopped". Times are
/// in ns since the start of the capture. Repetitions for one request are one finding with a count.
struct Finding
{
    static constexpr qint64 NoRow = -1;
    static constexpr qsizetype MostEvents = 16; ///< if there are more, the first and the last are kept

    FindingCode code = FindingCode::C01;
    FindingSeverity severity = FindingSeverity::Warning; ///< in this case: depends on revision, transport, and `raced`
    TranslatableText sentence;
    quint32 connection = 0;
    Direction accused = Direction::None; ///< the side at fault, as the direction of its messages; None: unknown
    qint64 row = NoRow;                  ///< row of the request in the RequestLog
    QList<qint64> events;                ///< indices of its evidence in the capture, in order
    QList<qint64> behind;                ///< evidence in the capture behind a gateway: see gatewayFindings()
    qint64 time = 0;                     ///< time of the event that completed it
    /// E.g. from the cancel to the message after it; the longest if there are several.
    std::optional<qint64> gap;
    qint64 count = 1;
    bool raced = false; ///< the gap is within the measured round trip: the two messages crossed on the wire
    QString revision;   ///< revision of the broken rule; empty if none was agreed on

    [[nodiscard]] const FindingKind &kind() const { return FindingKind::of(code); }
    /// Returns the section that states the rule, for display: "2025-11-25, basic/utilities/cancellation".
    [[nodiscard]] QString reference() const;

    void addEvent(qint64 index);

    friend bool operator==(const Finding &, const Finding &) = default;
};

} // namespace Pullcord
