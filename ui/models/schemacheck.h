// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"
#include "core/rpc/event.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// How a message stands to the schema of its revision of MCP, in words. A value.
struct SchemaCheck
{
    enum class Verdict : quint8 {
        Nothing, ///< it was not checked
        Valid,
        Violated,
        Undecided, ///< the check was given up
    };
    struct Place
    {
        QString pointer; ///< JSON Pointer in the message
        QString message; ///< what should be there
        friend bool operator==(const Place &, const Place &) = default;
    };

    /// A longer message is not checked: the window waits meanwhile.
    static constexpr qsizetype Longest = 1'000'000;

    Verdict verdict = Verdict::Nothing;
    QString sentence;
    QList<Place> places; ///< of what is wrong

    /// `message` must have passed JsonChecker; `answered`: the method of the request that it answers, if it does.
    /// Where servers may not ask, a request that one has sent is wrong whatever it looks like.
    [[nodiscard]] static SchemaCheck of(const QByteArray &message, const QByteArray &answered,
                                        std::optional<Revision> revision, Direction direction = Direction::None);
};

} // namespace Pullcord
