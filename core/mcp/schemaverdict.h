// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"
#include "core/rpc/event.h"
#include "core/words.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace Pullcord {

/// How a message stands to the schema of its revision of MCP, in words. A value.
/// Specification: schema/<revision>/schema.json.
struct SchemaVerdict
{
    enum class Kind : quint8 {
        NotChecked,
        Valid,
        Violated,
        Undecided, ///< the check was given up
    };
    struct Place
    {
        QString pointer; ///< JSON Pointer in the message
        Words message;   ///< what should be there
        friend bool operator==(const Place &, const Place &) = default;
    };

    /// A longer message is not checked: the window waits meanwhile.
    static constexpr qsizetype Longest = 1'000'000;

    Kind kind = Kind::NotChecked;
    Words sentence;
    QList<Place> places; ///< of what is wrong

    /// `message` must have passed JsonChecker; `answered`: the method of the request that it answers, if it does.
    /// Where servers may not ask, a request that one has sent is wrong whatever it looks like.
    [[nodiscard]] static SchemaVerdict of(const QByteArray &message, const QByteArray &answered,
                                          std::optional<Revision> revision, Direction direction = Direction::None);
};

} // namespace Pullcord
