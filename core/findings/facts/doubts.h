// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"

namespace Pullcord {

class Capture;

/// Reasons to doubt every finding of a capture, whatever its rule. Computed once, from the header of the file.
///
/// ConversationFacts has the doubts about one connection: isFromStart(), isClosed(), crossing(). A value; the capture
/// must outlive it.
class Doubts
{
public:
    explicit Doubts(const Capture &capture);

    /// False if the times of the events are unknown (Capture::hasTimes()). Only their order is known then, and each gap
    /// is 0.
    const bool hasTimes;
    const qint64 resolution;         ///< Capture::resolution(); two times that differ by no more may be the same moment
    const bool hasGuessedDirections; ///< Capture::hasGuessedDirections()
    const bool isExcerpt;            ///< the file is an export of a part: unrecorded events may explain others
    const bool isImported;           ///< another program recorded the conversation
    const bool isRedacted;           ///< an export has removed parts of messages

    /// If the times are unknown, or coarser than the gap, returns the finding without the gap. Its sentence then states
    /// no duration.
    [[nodiscard]] Finding withoutTimes(Finding finding) const;
    /// If the direction of its messages is a guess, so that it may accuse the wrong side, returns the finding as Info
    /// with that remark.
    [[nodiscard]] Finding ifGuessed(Finding finding) const;
    /// True if an export may have removed parts of this JSON, so that it need not be wrong.
    [[nodiscard]] bool isMasked(QByteArrayView json) const;

private:
    const Capture &m_capture;
};

} // namespace Pullcord
