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

/// What to start, and how. Program and arguments are separate: there is no shell.
struct StdioCommand
{
    QString program;
    QStringList arguments = {};
    QString workingDirectory = {}; ///< empty: ours
    bool inheritEnvironment = true;
    QStringList inheritedVariables = {};       ///< without inheritEnvironment: those that are inherited anyway
    QHash<QString, QString> setVariables = {}; ///< added or replaced; values are secrets and never recorded
    QStringList unsetVariables = {};           ///< removed
    /// Program and arguments, and the working directory, with placeholders of a configuration as they stand in it: shown and
    /// recorded instead of those above, which hold values of environment variables then. Empty: nothing was filled in.
    QStringList unfilledWords = {};
    QString unfilledDirectory = {};

    /// From one line as typed, quoted as in a shell (see ShellWords), but nothing is expanded: `$`, `~`, `*`, `|`, `>`
    /// are ordinary characters. No words make an empty command; the error is that of ShellWords::split().
    [[nodiscard]] static Result<StdioCommand> fromLine(const QString &line);
    /// The same command with its words as they may be shown: unfilledWords and unfilledDirectory.
    [[nodiscard]] StdioCommand shown() const;
    /// One line for people, quoted where needed, so that fromLine() and a shell understand it. It
    /// shows secrets that stand in arguments.
    [[nodiscard]] QString toLine() const;

    /// Name for people: of the program, or of the script, the package or the command that an interpreter, a runner or a shell
    /// (node, python3, npx, uvx, sh, env, …) is to run; of the image or the command inside where it runs elsewhere
    /// (InnerCommand).
    [[nodiscard]] QString title() const;

    /// The environment of the server.
    [[nodiscard]] QProcessEnvironment environment() const;
    /// The file to run: a bare name is looked up in the PATH that the server will have. An error
    /// names what is missing.
    [[nodiscard]] Result<QString> executable() const;
    /// The details of an Opening event: program, arguments (secrets masked), workingDirectory,
    /// inheritEnvironment, inherited (an array of names), environment (an array of "NAME=***") and unset (an array of names).
    /// Members that would be empty are left out.
    [[nodiscard]] QJsonObject describe() const;
    /// The line that stands in the details of an Opening event, as by toLine(), with secrets masked.
    [[nodiscard]] static QString lineOf(const QJsonObject &details);
};

} // namespace Pullcord
