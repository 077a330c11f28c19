// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>
#include <QtGlobal>

namespace Pullcord {

/// What a server writes to its standard error, line by line, as far as it tells that the program broke on something: a
/// traceback, an exception by its name, a panic. What somebody else calls an error may be about anything, and be none; so may
/// a line that only quotes such words, or that its own program thinks less of than of an error.
///
/// Plain class, owned by its user, which feeds it every line from the first on.
class CrashReports
{
public:
    static constexpr qsizetype MostRead = 4096;    ///< bytes of what is written at once
    static constexpr qint64 Pause = 1'000'000'000; ///< ns after which a report is over, whatever comes

    enum class Line : quint8 {
        Other,
        Begins, ///< a report of a break
        GoesOn, ///< one that began before
    };
    /// Where the last report began.
    struct Begin
    {
        qint64 event = -1; ///< -1: none has
        qint64 time = 0;   ///< ns
    };
    /// The next that was written, one line as a rule; of several, what counts most. `event` is its place in the capture.
    Line take(QByteArrayView text, qint64 event, qint64 time);
    [[nodiscard]] const Begin &begin() const { return m_begin; }
    /// The line of what was written at once that tells on what it broke: the last exception by its name, else what a panic
    /// says in its own line, else the last line.
    [[nodiscard]] static QByteArray whatBroke(QByteArrayView text);
    /// The line that names what broke in what was written at once: as above, but empty where none does.
    [[nodiscard]] static QByteArray nameIn(QByteArrayView text);

private:
    enum class State : quint8 {
        Nothing,
        Frames, ///< a report is open: what broke is still to be told
        Told,   ///< it was: what is indented, or says why, still belongs to it
        Cause,  ///< what the next report led to, or was led to by
    };
    [[nodiscard]] Line takeLine(QByteArrayView line);
    [[nodiscard]] Line takeWords(QByteArrayView line);

    State m_state = State::Nothing;
    Begin m_begin;
    qint64 m_lastTime = 0;
};

} // namespace Pullcord
