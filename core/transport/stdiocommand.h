// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QHash>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace Pullcord {

/// Command that starts a server. A value; program and arguments are separate, since there is no shell.
struct StdioCommand
{
    QString program;
    QStringList arguments = {};
    QString workingDirectory = {}; ///< empty: that of this process
    bool inheritEnvironment = true;
    QStringList inheritedVariables = {};       ///< variables inherited even without inheritEnvironment
    QHash<QString, QString> setVariables = {}; ///< added or replaced; values are secrets and never recorded
    QStringList unsetVariables = {};           ///< removed
    /// Program, arguments and working directory as written in a configuration, with its placeholders. They are shown
    /// and recorded instead of the members above, which then hold values of environment variables. Empty if nothing was
    /// filled in.
    QStringList unfilledWords = {};
    QString unfilledDirectory = {};

    /// Parses one line as typed, quoted as in a shell (see ShellWords). Expands nothing: `$`, `~`, `*`, `|`, `>` are
    /// ordinary characters. An empty line makes an empty command. The error is that of ShellWords::split().
    [[nodiscard]] static Result<StdioCommand> fromLine(const QString &line);
    /// Returns the command with the words that may be shown: unfilledWords and unfilledDirectory.
    [[nodiscard]] StdioCommand shown() const;
    /// Returns one line for display, quoted where needed, which fromLine() and a shell parse. It shows secrets in
    /// arguments.
    [[nodiscard]] QString toLine() const;

    /// Short name for display: of the program, or of the script, package or command run by an interpreter, a runner or
    /// a shell (node, python3, npx, uvx, sh, env, …). For a server that runs elsewhere (InnerCommand): of the image, or
    /// of the command inside.
    [[nodiscard]] QString title() const;

    /// Environment of the server.
    [[nodiscard]] QProcessEnvironment environment() const;
    /// Path of the file to run. A bare name is looked up in the server's PATH. The error names what is missing.
    [[nodiscard]] Result<QString> executable() const;
    /// Returns the details of an Opening event: program, arguments (secrets masked), workingDirectory,
    /// inheritEnvironment. Arrays follow: inherited (names), environment ("NAME=***") and unset (names). Leaves out
    /// members that would be empty.
    [[nodiscard]] QJsonObject describe() const;
    /// Returns the line for the details of an Opening event, like toLine(), with secrets masked.
    [[nodiscard]] static QString lineOf(const QJsonObject &details);
};

} // namespace Pullcord
