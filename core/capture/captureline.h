// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QByteArrayView>

#include <limits>
#include <variant>

namespace Pullcord {

/// A line of a capture file that tells an event, taken apart but not converted: views into the
/// line.
///
/// The members t, c, d, k and one of m, s, b are the format's own; every other member is a detail
/// of the event. README.md in this folder describes the format.
struct CaptureLine
{
    /// How the event's bytes are carried.
    enum class Carrier : quint8 {
        None,
        Verbatim, ///< `m`: the message itself; the last member, so that its bytes end before the
                  ///< line's last brace
        Text,     ///< `s`: a JSON string
        Base64,   ///< `b`: for what is not UTF-8
    };

    /// What was captured under any limits is read again.
    static constexpr JsonLimits Limits{std::numeric_limits<int>::max(), std::numeric_limits<qsizetype>::max()};
    /// Limit of `t` (ns) in both directions, 73 years: differences and sums of two times never overflow.
    static constexpr qint64 FarthestTime = qint64(1) << 61;

    QByteArrayView line;
    qint64 time = 0;
    quint32 connection = 0;
    Direction direction = Direction::None;
    std::optional<EventKind> kind; ///< none: a kind that this version does not know
    QByteArrayView kindName;       ///< the raw JSON string
    Carrier carrier = Carrier::None;
    QByteArrayView payload; ///< m: the bytes; s, b: the JSON string
    bool isJson = false;    ///< a message, sent or not, whose bytes are well-formed
    bool hasDetails = false;

    /// Takes a line apart that has the form in which we write a message without details, the common case by far; no value
    /// if it has another. It looks at the line's first and last bytes only: whether the message is JSON, and
    /// really ends where the line does, is not known.
    [[nodiscard]] static std::optional<CaptureLine> skim(QByteArrayView line);

    /// Takes a line apart, in any order of its members. The error says why it does not tell an
    /// event; its offset and column count in the line.
    [[nodiscard]] static std::variant<CaptureLine, JsonError> parse(QByteArrayView line, JsonChecker &checker);

    /// Whether a name belongs to the format: one of its letters, with any number of underscores
    /// before it. A detail of such a name is written with one underscore more and read with one
    /// less, so that no detail can clash.
    [[nodiscard]] static bool isReserved(QByteArrayView name);

    /// The event's own bytes, decoded.
    [[nodiscard]] QByteArray bytes() const;
    /// Everything. An unknown kind becomes a Note that holds the whole line.
    [[nodiscard]] Event toEvent() const;
};

} // namespace Pullcord
