// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"
#include "core/transport/stdiocommand.h"

#include <QProcessEnvironment>

#include <optional>

namespace Pullcord {

/// An environment in which a server may be started. A value.
struct DoctorEnvironment
{
    enum class Kind : quint8 {
        ThisProgram, ///< environment of this process
        LoginShell,  ///< environment of a new terminal: see LoginShell
        DesktopHost, ///< environment that a host started from the desktop passes on
    };

    Kind kind = Kind::ThisProgram;
    QProcessEnvironment variables = {};
    TranslatableText problem = {}; ///< reason why `variables` could not be determined; empty if they were

    [[nodiscard]] static DoctorEnvironment thisProgram();
    /// Returns HOME, LOGNAME, SHELL, TERM and USER, as the official SDKs pass them on, and the PATH of a session
    /// without a shell: that of /etc/environment, else /usr/local/bin:/usr/bin:/bin.
    [[nodiscard]] static DoctorEnvironment desktopHost();

    /// Returns the command, started in this environment. Its own variables stay; a command that inherits nothing is not
    /// changed.
    [[nodiscard]] StdioCommand applied(const StdioCommand &command) const;
    [[nodiscard]] TranslatableText title() const;  ///< "Login shell"
    [[nodiscard]] TranslatableText phrase() const; ///< within a sentence: "the login shell"
};

/// Returns the name on the command line: "this", "login-shell", "desktop-host".
[[nodiscard]] QLatin1StringView nameOf(DoctorEnvironment::Kind kind);
[[nodiscard]] std::optional<DoctorEnvironment::Kind> doctorEnvironmentFromName(QStringView name);

} // namespace Pullcord
