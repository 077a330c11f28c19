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
    };
    Kind kind = Kind::Request;
    qint64 event = RequestRecord::NoEvent; ///< index in the capture

    [[nodiscard]] QString label() const;
    friend bool operator==(const RequestPart &, const RequestPart &) = default;
};

/// The messages of a request that exist, in the order in which they are read.
[[nodiscard]] QList<RequestPart> partsOf(const RequestRecord &record);
/// The same of the request at a row, and what its task ended with.
[[nodiscard]] QList<RequestPart> partsOf(const Conversation &conversation, qsizetype row);

} // namespace Pullcord
