// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QByteArrayView>
#include <QString>

namespace Pullcord {

/// Fault in the framing of messages over stdio, recognized by a line that is not JSON. A value.
/// Specification: MCP transports, stdio (one message per line, in UTF-8, and nothing else).
struct FramingFault
{
    enum class Kind : quint8 {
        None,        ///< other text, such as a log line
        Headers,     ///< Content-Length headers, as in the Language Server Protocol
        Split,       ///< the beginning of a JSON text over several lines
        Together,    ///< a message, and another JSON value after it
        EventStream, ///< server-sent events, as over HTTP
        Prefixed,    ///< a message after other text
        Echo,        ///< the same, but a repetition of a message that has passed, as a logger prints it
        Utf16,
        Unended, ///< a message without a newline after it
        Prompt,  ///< a question to the user, who does not see it
    };
    static constexpr qsizetype LongestPrefix = 200; ///< bytes

    Kind kind = Kind::None;
    QString prefix;      ///< text before the message, if Prefixed or Echo
    qsizetype begin = 0; ///< its place in the line without the white space at its ends, in bytes

    /// Examines a line that is not JSON. Never Echo or Unended, which no line shows by itself; Prompt only without
    /// `isEnded`, if no newline followed it.
    [[nodiscard]] static FramingFault of(QByteArrayView line, bool isEnded = true);
    /// True if the message in a Prefixed line has the kind, method and id of `message`, which has passed.
    [[nodiscard]] bool repeats(QByteArrayView line, QByteArrayView message) const;

    /// Returns the fault as a sentence. Not for None.
    [[nodiscard]] TranslatableText sentence() const;
    /// Returns the sentence and the change that the author of the server should make. Not for None.
    [[nodiscard]] TranslatableText advice() const;
};

} // namespace Pullcord
