// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

/// Lines of a script for sh, each with its newline.
namespace Pullcord::ShellText {

/// "1.500"
[[nodiscard]] QByteArray seconds(double value);

/// A line that does nothing, whatever `text` is.
[[nodiscard]] QByteArray comment(const QString &text);

/// A command, without its newline, that prints these bytes, whatever they are, and then `end`.
[[nodiscard]] QByteArray printing(const QByteArray &bytes, const QByteArray &end = {});

/// The name of the variable for a header: none that the shell, or anybody's secret, has already.
[[nodiscard]] QByteArray variable(const QString &name);

/// Where a script is in the conversation that it repeats. Plain class.
class Clock
{
public:
    static constexpr double LongestPause = 10; ///< seconds

    /// Nothing has been sent yet.
    void restart() { m_reached.reset(); }
    /// Something has been sent or waited for that happened then (ns, a time of the capture).
    void reach(qint64 time);
    /// When the last of that was; if there is none, `otherwise`.
    [[nodiscard]] qint64 reachedOr(qint64 otherwise) const { return m_reached.value_or(otherwise); }
    /// A line that waits, so long as it was from there to `time`, which is reached then; `least` seconds. Empty if that is none.
    [[nodiscard]] QByteArray pause(qint64 time, double least = 0);

private:
    std::optional<qint64> m_reached;
};

} // namespace Pullcord::ShellText
