// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QByteArrayView>

#include <limits>
#include <variant>

namespace Pullcord {

/// An event line of a capture file, parsed but not converted. A value with views into the line.
///
/// The members t, c, d, k and one of m, s, b belong to the format; every other member is a detail of the event. See
/// README.md in this folder.
struct CaptureLine
{
    /// Form in which the line carries the bytes of the event.
    enum class Carrier : quint8 {
        None,
        /// `m`: the message itself; it must be the last member, so that it ends before the last brace of the line.
        Verbatim,
        Text,   ///< `s`: a JSON string
        Base64, ///< `b`: for bytes that are not UTF-8
    };

    /// No limits, so that every captured message can be read again.
    static constexpr JsonLimits Limits{std::numeric_limits<int>::max(), std::numeric_limits<qsizetype>::max()};
    /// Limit of `t` (ns) in both directions, 73 years: differences and sums of two times never overflow.
    static constexpr qint64 FarthestTime = qint64(1) << 61;

    QByteArrayView line;
    qint64 time = 0;
    quint32 connection = 0;
    Direction direction = Direction::None;
    std::optional<EventKind> kind; ///< none: unknown to this version
    QByteArrayView kindName;       ///< the raw JSON string
    Carrier carrier = Carrier::None;
    QByteArrayView payload; ///< m: the bytes; s and b: the JSON string
    bool isJson = false;    ///< the bytes are well-formed JSON of a message, sent or not
    bool hasDetails = false;

    /// Parses a line in the form in which Pullcord writes messages without details, the most common case. Returns none
    /// for any other line. Looks only at the first and last bytes, so the message may not be JSON, and may not end
    /// where the line does.
    [[nodiscard]] static std::optional<CaptureLine> skim(QByteArrayView line);

    /// Parses a line with its members in any order. The error states the fault; its offset and column count within the
    /// line.
    [[nodiscard]] static std::variant<CaptureLine, JsonError> parse(QByteArrayView line, JsonChecker &checker);

    /// True if a name is one of the format's letters after any number of underscores. A detail with such a name gets
    /// one more underscore when written, and loses it when read, so that names never clash.
    [[nodiscard]] static bool isReserved(QByteArrayView name);

    /// Returns the decoded bytes of the event.
    [[nodiscard]] QByteArray bytes() const;
    /// Returns the event. An unknown kind becomes a Note that holds the whole line.
    [[nodiscard]] Event toEvent() const;
};

} // namespace Pullcord
