// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"
#include "core/rpc/event.h"
#include "core/translatabletext.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace Pullcord {

/// Result of checking a message against the schema of its MCP revision, as text. A value.
/// Specification: schema/<revision>/schema.json.
struct SchemaVerdict
{
    enum class Kind : quint8 {
        NotChecked,
        Valid,
        Violated,
        Undecided, ///< the check was stopped
    };
    struct Place
    {
        QString pointer;          ///< JSON Pointer in the message
        TranslatableText message; ///< expected value
        friend bool operator==(const Place &, const Place &) = default;
    };

    /// A longer message is not checked, since the window waits during the check.
    static constexpr qsizetype Longest = 1'000'000;

    Kind kind = Kind::NotChecked;
    TranslatableText sentence;
    QList<Place> places; ///< places of the faults

    /// Checks a message that has passed JsonChecker. `answered` is the method of the request if the message is a
    /// response. A request of a server that must not send any is always a violation.
    [[nodiscard]] static SchemaVerdict of(const QByteArray &message, const QByteArray &answered,
                                          std::optional<Revision> revision, Direction direction = Direction::None);
};

} // namespace Pullcord
