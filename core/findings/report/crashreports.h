// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>
#include <QtGlobal>

namespace Pullcord {

/// Detects crash reports in the standard error of a server: a traceback, an exception by its name, a panic. Other lines
/// with the word "error" may mean anything. Lines that quote such words, or have a log level below error, are ignored.
///
/// Plain class, owned by its user, which feeds it every line from the first on.
class CrashReports
{
public:
    static constexpr qsizetype MostRead = 4096;    ///< bytes read of one text
    static constexpr qint64 Pause = 1'000'000'000; ///< ns of silence after which a report is over

    /// Role of a line in a report.
    enum class Line : quint8 {
        Other,
        Begins, ///< beginning of a report
        GoesOn, ///< continuation of a report
    };
    /// Beginning of the last report.
    struct Begin
    {
        qint64 event = -1; ///< index in the capture; -1 if there was no report
        qint64 time = 0;   ///< ns
    };
    /// Processes the next text, usually one line, with its index in the capture. Returns the most significant result of
    /// its lines.
    Line take(QByteArrayView text, qint64 event, qint64 time);
    [[nodiscard]] const Begin &begin() const { return m_begin; }
    /// Returns the line of a text that names the cause: the last exception by its name, else the line of a panic, else
    /// the last line.
    [[nodiscard]] static QByteArray whatBroke(QByteArrayView text);
    /// The same, but empty if no line names a cause.
    [[nodiscard]] static QByteArray nameIn(QByteArrayView text);

private:
    enum class State : quint8 {
        Nothing,
        Frames,    ///< in a report whose cause has not come yet
        Explained, ///< the cause has come; indented lines and explanations still belong to the report
        Cause,     ///< between two reports that are linked as cause and effect
    };
    [[nodiscard]] Line takeLine(QByteArrayView line);
    [[nodiscard]] Line takeWords(QByteArrayView line);

    State m_state = State::Nothing;
    Begin m_begin;
    qint64 m_lastTime = 0;
};

} // namespace Pullcord
