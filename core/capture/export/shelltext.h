// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

/// Lines of a sh script, each with its newline.
namespace Pullcord::ShellText {

/// "1.500"
[[nodiscard]] QByteArray seconds(double value);

/// Returns a comment line, whatever `text` contains.
[[nodiscard]] QByteArray comment(const QString &text);

/// Returns a command, without its newline, that prints the bytes unchanged and then `end`.
[[nodiscard]] QByteArray printing(const QByteArray &bytes, const QByteArray &end = {});

/// Returns the name of the variable for a header, distinct from variables of the shell and usual secrets.
[[nodiscard]] QByteArray variable(const QString &name);

/// Time of the script within the repeated conversation. Plain class.
class Clock
{
public:
    static constexpr double LongestPause = 10; ///< seconds

    /// Forgets the current time: nothing has been sent yet.
    void restart() { m_reached.reset(); }
    /// Sets the current time (ns in the capture): an event of that time has been repeated.
    void reach(qint64 time);
    /// Returns a line that waits from the current time until `time`, at least `least` seconds, and sets the current
    /// time to `time`. Empty if there is nothing to wait for.
    [[nodiscard]] QByteArray pause(qint64 time, double least = 0);

private:
    std::optional<qint64> m_reached;
};

} // namespace Pullcord::ShellText
