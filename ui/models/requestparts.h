// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QList>
#include <QString>

namespace Pullcord {

class Conversation;

/// One message (or what stands for it) of the story of a request.
struct RequestPart
{
    enum class Kind : quint8 {
        Request,
        Answer,
        Cancel,       ///< the message that cancels
        ClosedStream, ///< or, where there is none, the end of the exchange
        LateAnswer,
        TaskResult, ///< what the task ended with that the call became: the answer to another request
        Unsent,     ///< the request, which never left
    };
    Kind kind = Kind::Request;
    qint64 event = RequestRecord::NoEvent; ///< index in the capture

    [[nodiscard]] QString label() const;
    friend bool operator==(const RequestPart &, const RequestPart &) = default;
};

/// The messages of a request that exist, in the order in which they are read.
[[nodiscard]] QList<RequestPart> partsOf(const RequestRecord &record);
/// The same of the request at a row, what its task ended with, and what would have been sent.
[[nodiscard]] QList<RequestPart> partsOf(const Conversation &conversation, qsizetype row);

/// Where the request at a row stands in the capture; of one that never left, where it stands that it did not. NoEvent where
/// neither does.
[[nodiscard]] qint64 requestEventOf(const Conversation &conversation, qsizetype row);

} // namespace Pullcord
