// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace Pullcord {

class Client;

/// Messages to begin with, for a person who types what to send: good ones and ugly ones.
namespace RawTemplates {

enum class Kind : quint8 {
    Request,
    Notification,
    CancelSelected,
    CancelOtherType, ///< 1 for "1", and "1" for 1
    CancelTwice,
    CancelUnknown,
    CancelWithoutId,
    Answer, ///< to the server's open request
    Batch,
    BrokenJson,
};
[[nodiscard]] const QList<Kind> &all();
[[nodiscard]] QString name(Kind kind);

/// What there is to send about.
struct Subject
{
    Client *client = nullptr;            ///< null: nothing can be sent
    std::optional<RequestRecord> ours;   ///< the request that is selected
    std::optional<RequestRecord> theirs; ///< a request of the server's that waits for an answer
    QByteArray theirParams;              ///< of that one, raw JSON
};
/// Empty where there is nothing that it could be about. It takes an id that is given to nobody else.
[[nodiscard]] QByteArray text(Kind kind, const Subject &subject);
[[nodiscard]] bool isPossible(Kind kind, const Subject &subject);

} // namespace RawTemplates
} // namespace Pullcord
