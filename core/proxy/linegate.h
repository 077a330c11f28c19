// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"
#include "core/rpc/requestid.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QSet>

#include <functional>
#include <utility>

namespace Pullcord {

/// One direction of a proxied stream of lines, into which we may add lines, and from which we may keep responses back.
///
/// Bytes pass at once and unchanged, wherever they are cut. An added line goes between two lines of the stream, never
/// into one: if a line is half through, whole lines pass until flush(). While a response is to be kept back, whole
/// lines pass, too. A response inside a batch is not recognized, and passes. The same holds while a judge decides about
/// each line; a line longer than LongestJudged passes without it.
///
/// Owner: the proxy. A plain class; the sinks must neither feed nor destroy it.
class LineGate
{
public:
    struct Sinks
    {
        std::function<void(const QByteArray &bytes)> pass; ///< bytes of the stream that pass
        /// An added line, without its newline, and the details of its event.
        std::function<void(const QByteArray &line, const QJsonObject &details)> add;
        /// A line that does not pass, without its newline; `id` is that of its request.
        std::function<void(const QByteArray &line, const RequestId &id)> keep;
    };
    using Judge = std::function<void(const QByteArray &line)>;
    static constexpr qsizetype LongestJudged = JsonLimits().maxSize;

    explicit LineGate(Sinks sinks);

    /// Gives each line of the stream to `judge`, with its newline, instead of passing it. The judge may add lines, but
    /// neither feed nor destroy the gate. It does not get a last line without a newline.
    void setJudge(Judge judge) { m_judge = std::move(judge); }

    /// Takes the next bytes of the stream.
    void feed(const QByteArray &bytes);
    /// Adds a line now, or at the next flush() after the end of the present line. `isWanted` is asked again then.
    void add(const QByteArray &line, const QJsonObject &details, const std::function<bool()> &isWanted);
    /// True if added lines wait.
    [[nodiscard]] bool hasAdded() const { return !m_added.isEmpty(); }
    /// Adds what waits, if the stream is between two lines; call it after each feed(), once its messages are known.
    void flush();
    /// Keeps the next response to that request back. If it is half through, it passes.
    void keepBack(const RequestId &id) { m_kept.insert(id); }
    /// Keeps no response to that request back any more.
    void passAgain(const RequestId &id) { m_kept.remove(id); }
    /// Drops the beginning of a line that waits for its end: nothing more may pass.
    void drop();
    /// The stream has ended: passes the rest. What waits is dropped.
    void finish();

private:
    struct Added
    {
        QByteArray line;
        QJsonObject details;
        std::function<bool()> isWanted;
    };
    [[nodiscard]] bool isByLine() const
    {
        return m_judge || !m_added.isEmpty() || !m_kept.isEmpty() || !m_held.isEmpty();
    }
    void pass(const QByteArray &bytes);
    void passLine(const QByteArray &line);
    void release();

    Sinks m_sinks;
    Judge m_judge; ///< empty: lines pass
    JsonChecker m_checker;
    QByteArray m_held;       ///< beginning of a line, while whole lines pass
    bool m_isInLine = false; ///< a line is half through
    QList<Added> m_added;    ///< oldest first
    QSet<RequestId> m_kept;  ///< ids whose response is to be kept back
};

} // namespace Pullcord
