// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <functional>

namespace Pullcord {

/// Cuts a byte stream at newlines, in time linear in the bytes, however they are chunked.
///
/// A line longer than the limit is not kept. The framer reports it once with its first bytes, and continues after the
/// next newline, so memory stays bounded. A plain class. Specification: MCP transports, stdio.
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
        QByteArray whole;      ///< for a long line: the same bytes, to keep without copying; else null

        [[nodiscard]] QByteArray toByteArray() const { return whole.isNull() ? bytes.toByteArray() : whole; }
    };
    using Sink = std::function<void(const Line &)>;

    static constexpr qsizetype DefaultLimit = qsizetype(256) << 20;
    static constexpr qsizetype OversizeHead = 4096; ///< bytes kept of an oversize line

    explicit LineFramer(qsizetype limit = DefaultLimit);

    /// Calls `sink` for each line that `chunk` completes. An oversize line is reported when it
    /// ends. The sink must neither feed nor destroy this framer.
    void feed(QByteArrayView chunk, const Sink &sink);
    /// Ends the stream: reports the rest without a newline, if there is any.
    void finish(const Sink &sink);
    /// Number of bytes that wait for a newline; at most the limit plus one.
    [[nodiscard]] qsizetype pending() const { return m_pending.size(); }
    /// The first of these bytes, `most` at most.
    [[nodiscard]] QByteArray pendingHead(qsizetype most) const { return m_pending.left(most); }

private:
    void hold(QByteArrayView part);
    void handOutPending(bool terminated, const Sink &sink);
    [[nodiscard]] Line lineOf(QByteArrayView bytes, qsizetype length, bool terminated) const;

    qsizetype m_limit;
    QByteArray m_pending;          ///< the unfinished line, or its head once it is oversize
    qsizetype m_pendingLength = 0; ///< length of the whole unfinished line
    bool m_pendingEndsInCr = false;
};

} // namespace Pullcord
