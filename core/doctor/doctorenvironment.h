// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/stdiocommand.h"
#include "core/words.h"

#include <QProcessEnvironment>

#include <optional>

namespace Pullcord {

/// Environment that a server could be started in: a value.
struct DoctorEnvironment
{
    enum class Kind : quint8 {
        ThisProgram, ///< what this process has
        LoginShell,  ///< what a new terminal has, see LoginShell
        DesktopHost, ///< what a host that was started from the desktop passes on
    };

    Kind kind = Kind::ThisProgram;
    QProcessEnvironment variables = {};
    Words problem = {}; ///< why `variables` could not be determined; empty if they were

    [[nodiscard]] static DoctorEnvironment thisProgram();
    /// HOME, LOGNAME, SHELL, TERM and USER, as the official SDKs pass them on, and the PATH of a session without a shell:
    /// that of /etc/environment, else /usr/local/bin:/usr/bin:/bin.
    [[nodiscard]] static DoctorEnvironment desktopHost();

    /// The same command, started in this environment. Variables of its own stay; a command that inherits nothing stays
    /// as it is.
    [[nodiscard]] StdioCommand applied(const StdioCommand &command) const;
    [[nodiscard]] Words title() const;  ///< "Login shell"
    [[nodiscard]] Words phrase() const; ///< for the middle of a sentence: "the login shell"
};

/// Names on the command line: "this", "login-shell", "desktop-host".
[[nodiscard]] QLatin1StringView nameOf(DoctorEnvironment::Kind kind);
[[nodiscard]] std::optional<DoctorEnvironment::Kind> doctorEnvironmentFromName(QStringView name);

} // namespace Pullcord
