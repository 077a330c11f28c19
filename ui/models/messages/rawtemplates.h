// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace Pullcord {

class Client;

/// Initial messages for the Send dialog, valid and invalid ones.
namespace RawTemplates {

/// Message that a template creates.
enum class Kind : quint8 {
    Request,
    Notification,
    CancelSelected,
    CancelOtherType, ///< 1 for "1", and "1" for 1
    CancelTwice,
    CancelUnknown,
    CancelWithoutId,
    Answer, ///< response to the server's open request
    Batch,
    BrokenJson,
};
[[nodiscard]] const QList<Kind> &all();
[[nodiscard]] QString name(Kind kind);

/// Context for the templates.
struct Subject
{
    Client *client = nullptr;            ///< null: sending is impossible
    std::optional<RequestRecord> ours;   ///< our selected request
    std::optional<RequestRecord> theirs; ///< server request that waits for our response
    QByteArray theirParams;              ///< params of `theirs`, raw JSON
};
/// Returns the message; empty if the context lacks its subject. New requests get an unused id.
[[nodiscard]] QByteArray text(Kind kind, const Subject &subject);
[[nodiscard]] bool isPossible(Kind kind, const Subject &subject);

} // namespace RawTemplates
} // namespace Pullcord
