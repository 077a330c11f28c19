// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/rules/proxyrule.h"

#include "core/rpc/messagetext.h"

#include <array>

namespace Pullcord {
using namespace Qt::StringLiterals;

bool ProxyRule::appliesTo(MessageKind kind) const
{
    return (action != Action::Respond && action != Action::Cancel) || kind == MessageKind::Request;
}

std::optional<QByteArray> ProxyRule::edited(const QByteArray &message) const
{
    QByteArray changed = message;
    for (const JsonEdit &edit : edits) {
        std::optional<QByteArray> next = edit.appliedTo(changed);
        if (!next)
            return {};
        changed = *std::move(next);
    }
    return changed;
}

QByteArray ProxyRule::response(const RequestId &id) const
{
    return error ? MessageText::error(id, error->code, error->message, errorData) : MessageText::result(id, result);
}

QLatin1StringView ProxyRule::nameOf(Action action)
{
    static constexpr std::array Names{"hold"_L1, "delay"_L1,   "drop"_L1,  "duplicate"_L1, "reorder"_L1,
                                      "edit"_L1, "respond"_L1, "close"_L1, "kill"_L1,      "cancel"_L1};
    return Names.at(size_t(action));
}

} // namespace Pullcord
