// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

namespace Pullcord {

/// Formats events as lines. Plain class; reuse one, since it owns the buffers.
class CaptureLineWriter
{
public:
    /// A line in three pieces without its newline, so that a large payload is not copied.
    struct Pieces
    {
        QByteArrayView head;
        QByteArrayView payload;
        QByteArrayView tail;
        [[nodiscard]] QByteArray joined() const { return head.toByteArray().append(payload).append(tail); }
        /// Returns the line with its newline.
        [[nodiscard]] QByteArray line() const
        {
            QByteArray line;
            line.reserve(size() + 1);
            return line.append(head).append(payload).append(tail).append('\n');
        }
        [[nodiscard]] qsizetype size() const { return head.size() + payload.size() + tail.size(); }
    };

    CaptureLineWriter();

    /// Returns the line of an event at `time` (ns since the start of the capture). The pieces are valid until the next
    /// call, and no longer than the event. A Message event must hold well-formed JSON.
    [[nodiscard]] Pieces write(const Event &event, qint64 time);

private:
    void writeHead(const Event &event, qint64 time);
    void writeDetails(const Event &event);
    [[nodiscard]] bool standsVerbatim(const Event &event);

    JsonChecker m_checker;
    QByteArray m_head;
    QByteArray m_payload;
};

} // namespace Pullcord
