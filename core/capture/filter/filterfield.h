// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1StringView>
#include <QList>
#include <QStringView>

#include <optional>
#include <span>

namespace Pullcord {

/// A field of the filter language: a property of a message or a request.
///
/// A message inherits the properties of its request that it does not have itself: a response has the method of its
/// request.
struct FilterField
{
    /// The fields. "Message" includes other events.
    enum class Id : quint8 {
        /// Message: its bytes and details; request: the texts of its row, its own bytes and those of its responses.
        Text,
        Method,
        Name,       ///< tool, prompt or URI
        RequestId,  ///< as on the wire; a string also without its quotes
        Reason,     ///< of the cancel
        Error,      ///< message of an error response
        Code,       ///< code of an error response
        Dir,        ///< sender of the message or of the request
        State,      ///< a RequestState, or a group of them: open, ended
        Kind,       ///< kind of message or event
        Time,       ///< duration of the request, so far if it is open
        At,         ///< time since the start of the capture; request: of its beginning
        During,     ///< a moment within the request; message: its time
        Size,       ///< bytes of the message; request: with its responses, without progress
        Connection, ///< number in the capture, from 0
        Late,       ///< message: after the end of its request; request: it has such a message
        Cancelled,  ///< the sender gave up the request, even if a response came later
        Progress,   ///< message: is progress; request: has progress
        ToolError,  ///< a result with `isError`
        Pinned,     ///< the user pinned the message or its request
        Color,      ///< color that the user gave to the message or its request
        Note,       ///< note of the user on the message or its request
        Pointer,    ///< a value in the JSON at a JSON Pointer; not a word, but text that begins with /
    };
    /// Kinds of values, with their operators.
    enum class Type : quint8 {
        Text,     ///< `:` whole text with wildcards, any case; `=` and `!=` exact; `~` regular expression
        Contents, ///< `:` part of the text, any case; `~` regular expression
        Integer,
        Duration, ///< a number with ns, us, ms, s, m or h
        Size,     ///< a number with B, kB, MB, GB, KiB, MiB or GiB, or none
        Choice,   ///< one of choices
        Flag,     ///< without a value
        Json,     ///< alone: exists; `=` and `!=` a JSON value; `:` and `~` its text; `<` and the like numbers
    };

    Id id = Id::Text;
    Type type = Type::Text;
    QLatin1StringView name;
    QList<QLatin1StringView> choices = {};

    /// Returns the choice named by `value`, in any case and in other common spellings: "canceled", "timed-out".
    /// None if there is no such choice.
    [[nodiscard]] std::optional<QLatin1StringView> choice(QStringView value) const;

    /// Returns all fields with a name, in the order for documentation.
    [[nodiscard]] static std::span<const FilterField> all();
    /// Any case; null if there is none.
    [[nodiscard]] static const FilterField *named(QStringView name);
    [[nodiscard]] static const FilterField &of(Id id);
};

} // namespace Pullcord
