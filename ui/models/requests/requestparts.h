// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QList>
#include <QString>

namespace Pullcord {

class Conversation;

/// One message, or its substitute, in the story of a request.
struct RequestPart
{
    enum class Kind : quint8 {
        Request,
        Answer,
        Cancel,       ///< the cancel message
        ClosedStream, ///< the end of the exchange, if there is no cancel message
        LateResponse,
        TaskResult, ///< response that carried the result of the call's task
        Unsent,     ///< a request that was never sent
    };
    Kind kind = Kind::Request;
    qint64 event = RequestRecord::NoEvent; ///< index in the capture

    [[nodiscard]] QString label() const;
    friend bool operator==(const RequestPart &, const RequestPart &) = default;
};

/// Returns the existing messages of a request, in reading order.
[[nodiscard]] QList<RequestPart> partsOf(const RequestRecord &record);
/// Returns the same parts, and also the result of a task and a request that was never sent.
[[nodiscard]] QList<RequestPart> partsOf(const Conversation &conversation, qsizetype row);

/// Returns the event of the request; for one that was never sent, the event that records it. NoEvent if there is
/// neither.
[[nodiscard]] qint64 requestEventOf(const Conversation &conversation, qsizetype row);

} // namespace Pullcord
