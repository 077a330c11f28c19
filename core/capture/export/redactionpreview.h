// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/eventredaction.h"
#include "core/capture/export/exportselection.h"
#include "core/capture/export/leftout.h"

namespace Pullcord {

class Capture;

/// What a redaction would leave out of a part of a capture, found in slices. The capture must outlive it. Plain class.
class RedactionPreview
{
public:
    static constexpr qsizetype FirstLine = -1;

    struct Found
    {
        qsizetype event; ///< its index; FirstLine: what the capture says of itself
        qint64 time;     ///< ns, of the event
        QString what;    ///< the method of a message, "result" or "error" of an answer; else the kind of event
        Redaction::Hit hit;
    };

    RedactionPreview(const Capture &capture, const Redaction &redaction, const ExportSelection &selection);

    /// Looks at so many events more.
    [[nodiscard]] QList<Found> next(qsizetype events);
    [[nodiscard]] qsizetype done() const { return m_done; }
    [[nodiscard]] qsizetype total() const { return m_selection.count(); }
    [[nodiscard]] bool isDone() const { return m_begun && m_done == total(); }
    /// So far.
    [[nodiscard]] const LeftOut &leftOut() const { return m_leftOut; }

private:
    EventRedaction m_events;
    ExportSelection m_selection;
    LeftOut m_leftOut;
    qsizetype m_done = 0;
    bool m_begun = false;
};

} // namespace Pullcord
