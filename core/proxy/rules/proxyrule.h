// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filter.h"
#include "core/json/jsonvalue.h"
#include "core/proxy/operatorcancel.h"
#include "core/proxy/rules/jsonedit.h"
#include "core/rpc/envelope.h"

#include <QLatin1StringView>

#include <chrono>

namespace Pullcord {

/// A rule of a proxy: which messages it matches, and what the proxy does with them. A value. The README of this folder
/// has the members of its JSON form.
struct ProxyRule
{
    enum class Action : quint8 {
        Hold,      ///< the message waits until the operator releases or drops it
        Delay,     ///< it passes after `delay`; the messages after it do not wait
        Drop,      ///< it does not pass
        Duplicate, ///< it passes, followed by `count` copies
        Reorder,   ///< it passes after the next `count` messages of its direction
        Edit,      ///< it passes with `edits`
        Respond,   ///< a request does not pass; its sender gets `result` or `error`
        Close,     ///< it does not pass, nor does any later message; the connection is closed
        Kill,      ///< the same, and the server is killed
        Cancel,    ///< a request passes, and is cancelled after `delay` unless it has a response
    };

    QString name; ///< unique in its file
    Filter match;
    Action action = Action::Hold;
    bool enabled = true;
    std::optional<qint64> limit; ///< it stops after this number of matches
    std::chrono::milliseconds delay{0};
    qint64 count = 1;
    QList<JsonEdit> edits;
    QByteArray result; ///< raw JSON; empty: `error` counts
    /// For Respond; for Cancel the error that the sender of the request gets, if any.
    std::optional<OperatorCancel::ErrorResponse> error;
    QByteArray errorData; ///< raw JSON; empty: none
    QString reason;       ///< null: none is sent

    /// True if the action can be applied to such a message.
    [[nodiscard]] bool appliesTo(MessageKind kind) const;
    /// True if the message passes at once as it came.
    [[nodiscard]] bool lets() const { return action == Action::Duplicate || action == Action::Cancel; }
    /// True if the message is held.
    [[nodiscard]] bool holds() const
    {
        return action == Action::Hold || action == Action::Delay || action == Action::Reorder;
    }
    /// Returns the message with all edits; none if one of them has no place in it.
    [[nodiscard]] std::optional<QByteArray> edited(const QByteArray &message) const;
    /// Returns the response to a request.
    [[nodiscard]] QByteArray response(const RequestId &id) const;

    [[nodiscard]] static QLatin1StringView nameOf(Action action);
};

} // namespace Pullcord
