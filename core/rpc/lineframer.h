// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <functional>

namespace Pullcord {

/// Cuts a byte stream at newlines, in time linear in the bytes, however they are chunked.
///
/// A line longer than the limit is not kept: the framer reports it once with its first bytes, skips
/// to the next newline and goes on there, so memory stays bounded. Plain class. Specification: MCP
/// transports, stdio.
class LineFramer
{
public:
    enum class Ending : quint8 {
        Lf,   ///< the line ended with \n
        CrLf, ///< with \r\n; the \r is not part of Line::bytes
        None, ///< the stream ended here (finish())
    };
    struct Line
    {
        QByteArrayView bytes; ///< without its line ending; valid during the callback only
        Ending ending = Ending::Lf;
        bool oversize = false; ///< longer than the limit: `bytes` is only its head
        qsizetype length = 0;  ///< full length without the line ending, also when oversize
        QByteArray whole;      ///< of a long line: the same bytes, to keep without a copy; else null

        [[nodiscard]] QByteArray toByteArray() const { return whole.isNull() ? bytes.toByteArray() : whole; }
    };
    using Sink = std::function<void(const Line &)>;

    static constexpr qsizetype DefaultLimit = qsizetype(256) << 20;
    static constexpr qsizetype OversizeHead = 4096; ///< bytes kept of a line that is too long

    explicit LineFramer(qsizetype limit = DefaultLimit);

    /// Calls `sink` for each line that `chunk` completes. An oversize line is reported when it
    /// ends. The sink must neither feed nor destroy this framer.
    void feed(QByteArrayView chunk, const Sink &sink);
    /// The stream is over: hands out what has no newline behind it, if anything.
    void finish(const Sink &sink);
    /// Bytes held back because no newline has come yet: never more than the limit and one.
    [[nodiscard]] qsizetype pending() const { return m_pending.size(); }

private:
    void hold(QByteArrayView part);
    void handOutPending(bool terminated, const Sink &sink);
    [[nodiscard]] Line lineOf(QByteArrayView bytes, qsizetype length, bool terminated) const;

    qsizetype m_limit;
    QByteArray m_pending;          ///< the unfinished line, or its head once it is too long
    qsizetype m_pendingLength = 0; ///< of the whole unfinished line
    bool m_pendingEndsInCr = false;
};

} // namespace Pullcord
