// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1StringView>
#include <QList>
#include <QStringView>

#include <span>

namespace Pullcord {

/// What can be asked of a message or a request in a filter: one word of its language.
///
/// Of a message that belongs to a request, what it does not say itself is what its request says: an answer has the method
/// of what it answers.
struct FilterField
{
    enum class Id : quint8 {
        Text, ///< in the bytes or details of a message; of a request: in what its row says, and in its own bytes and its answers'
        Method,
        Name,       ///< the tool, prompt or URI
        RequestId,  ///< as on the wire; a string also without its quotes
        Reason,     ///< of the cancellation
        Error,      ///< the message of the error that was the answer
        Code,       ///< its code
        Dir,        ///< who sent it: of a message itself, of a request the request
        State,      ///< a RequestState, or several of them: open, ended
        Kind,       ///< what sort of message or event
        Time,       ///< how long the request took, or has taken so far
        At,         ///< when, since the start of the capture; of a request: when it began
        During,     ///< a moment, likewise, at which a request was going on; of a message: when
        Size,       ///< bytes of the message; of a request: its own and its answers, without progress
        Connection, ///< number in the capture, from 0
        Late,       ///< came after the end of its request; of a request: something did
        Cancelled,  ///< somebody gave it up, whatever came then
        Progress,   ///< is progress; of a request: there was some
        ToolError,  ///< a result with `isError`
        Pinned,     ///< somebody has pinned it; of a message: it, or its request
        Color,      ///< the colour that somebody has marked it with, likewise
        Note,       ///< what somebody has noted on it, likewise
        Pointer,    ///< a value in the JSON, at a JSON Pointer; not a word, but whatever begins with /
    };
    enum class Type : quint8 {
        Text,     ///< `:` whole with wildcards in whichever case, `=` and `!=` exactly, `~` regular expression
        Contents, ///< `:` somewhere in it in whichever case, `~` regular expression
        Integer,
        Duration, ///< a number with ns, us, ms, s, m or h
        Size,     ///< a number with B, kB, MB, GB, KiB, MiB or GiB, or bare
        Choice,   ///< one of choices
        Flag,     ///< stands alone
        Json,     ///< alone: is there; `=` and `!=` a JSON value, `:` and `~` its text, `<` and the like numbers
    };

    Id id = Id::Text;
    Type type = Type::Text;
    QLatin1StringView name;
    QList<QLatin1StringView> choices = {};

    /// All that have a name, in the order in which people want to read them.
    [[nodiscard]] static std::span<const FilterField> all();
    /// In whichever case; null if there is none.
    [[nodiscard]] static const FilterField *named(QStringView name);
    [[nodiscard]] static const FilterField &of(Id id);
};

} // namespace Pullcord
