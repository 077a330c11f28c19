// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/errorcodes.h"
#include "core/rpc/event.h"
#include "core/rpc/requestid.h"

#include <QString>

#include <optional>

namespace Pullcord {

/// A cancel by the operator of a proxy: neither the client nor the server wants it. The side that works on the request
/// gets the cancel of the protocol. The side that waits for the response gets nothing, or an error. A value.
struct OperatorCancel
{
    /// Error response for the side that waits. The response that comes later is then withheld from it.
    struct ErrorResponse
    {
        qint64 code = ErrorCode::RequestCancelled;
        QString message = QStringLiteral("Cancelled by the operator of the proxy");
    };
    /// Reason why a cancel is refused; the code of the Error, and of the JSON-RPC error of the control socket.
    enum Refusal : int {
        NoSuchRequest = -32010,  ///< no request of that direction and id is known
        HasEnded = -32011,       ///< it has its response, was cancelled, or was lost
        NotCancellable = -32012, ///< the protocol forbids to cancel this method
        NotPossible = -32013,    ///< this proxy cannot do it, or not any more
        Ambiguous = -32014,      ///< several requests of that direction and id are in flight
        NoErrorSent = -32015,    ///< the cancel was sent, but the error for the side that waits could not be
    };

    std::optional<quint32> connection;               ///< of the client; none: any
    std::optional<quint64> serial = {};              ///< of the request in its connection; none: any with that id
    Direction direction = Direction::ClientToServer; ///< of the request
    RequestId id;                                    ///< on the server's side, or on that of its client
    QString reason = {};                             ///< null: none is sent
    std::optional<ErrorResponse> error = {};         ///< none: the side that waits goes on waiting

    /// Returns the params for the control socket: a JSON object.
    [[nodiscard]] QByteArray toParams() const;
};

} // namespace Pullcord
