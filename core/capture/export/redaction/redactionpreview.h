// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportselection.h"
#include "core/capture/export/redaction/eventredaction.h"
#include "core/capture/export/redaction/redactioncounts.h"

namespace Pullcord {

class Capture;

/// Preview of the values that a redaction removes from a part of a capture, in slices. The capture must outlive it.
/// Plain class.
class RedactionPreview
{
public:
    static constexpr qsizetype FirstLine = -1;

    /// A match of the redaction, and its event.
    struct Found
    {
        qsizetype event; ///< index of the event; FirstLine: the header of the capture
        qint64 time;     ///< ns; time of the event
        QString what;    ///< method of a message, "result" or "error" of a response; else kind of the event
        Redaction::Hit hit;
    };

    RedactionPreview(const Capture &capture, const Redaction &redaction, const ExportSelection &selection);

    /// Searches at most `events` more events.
    [[nodiscard]] QList<Found> next(qsizetype events);
    [[nodiscard]] qsizetype done() const { return m_done; }
    [[nodiscard]] qsizetype total() const { return m_selection.count(); }
    [[nodiscard]] bool isDone() const { return m_begun && m_done == total(); }
    /// Number of values found so far.
    [[nodiscard]] const RedactionCounts &leftOut() const { return m_leftOut; }

private:
    EventRedaction m_events;
    ExportSelection m_selection;
    RedactionCounts m_leftOut;
    qsizetype m_done = 0;
    bool m_begun = false;
};

} // namespace Pullcord
