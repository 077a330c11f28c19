// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"

#include <QList>
#include <QStringList>

#include <initializer_list>

/// The commands and options of the command line. The parser, --help, the completions of shells and the man pages are
/// all made from this list.
namespace Pullcord::CliTable {

using Command = CliOptions::Command;

/// A set of commands, one bit each.
class Commands
{
public:
    constexpr Commands() = default;
    constexpr Commands(std::initializer_list<Command> commands)
    {
        for (const Command command : commands)
            m_bits |= quint32(1) << int(command);
    }
    [[nodiscard]] constexpr bool meets(Commands others) const { return (m_bits & others.m_bits) != 0; }
    [[nodiscard]] constexpr Commands operator|(Commands other) const
    {
        Commands both;
        both.m_bits = m_bits | other.m_bits;
        return both;
    }

private:
    quint32 m_bits = 0;
};

/// Kind of a value, for shell completion.
enum class Takes : quint8 {
    Anything,
    File,
    Server, ///< name of a saved server
    Choice, ///< one of several words
    Flag,   ///< an option without a value
};

/// An option of the command line.
struct Option
{
    QStringList names; ///< long name last
    QString value;     ///< name of its value; empty: it has none
    Commands commands; ///< commands that accept it
    QString text;
    Takes takes = Takes::Anything;
    QStringList choices = {};

    [[nodiscard]] const QString &name() const { return names.last(); }
};

/// Options under a title.
struct Group
{
    QString title;
    QList<Option> options;
};

/// One usage of a command.
struct Synopsis
{
    QString words; ///< words after the command name
    QString text;
    bool isLocal = false; ///< connects to no server, in contrast to the other usages
};

/// A command with its usages.
struct CommandEntry
{
    Command command;
    QString name;
    QString alias; ///< another name; empty: none
    QList<Synopsis> synopses;
    QString about;                 ///< further text for its man page
    Takes takes = Takes::Anything; ///< kind of the first word
    QStringList choices = {};
    std::optional<Command> onServer = {}; ///< the command if a server is given; none: the same
};

[[nodiscard]] const QList<CommandEntry> &commands();
[[nodiscard]] const QList<Group> &groups();
/// Finds a command by name or alias; null if there is none.
[[nodiscard]] const CommandEntry *named(const QString &name);
[[nodiscard]] const CommandEntry &of(Command command);
/// Returns the options of at least one of the commands.
[[nodiscard]] QList<Option> optionsOf(Commands commands);
/// Returns the command with and without a server.
[[nodiscard]] Commands commandsOf(const CommandEntry &command);
/// True if it connects to a server.
[[nodiscard]] bool takesServer(const CommandEntry &command);
/// Returns the syntax of the server after the words of a command, for a man page; empty if it takes none.
[[nodiscard]] QString serverWords(const CommandEntry &command);

/// Exit codes with their meaning.
using ExitCodes = QList<std::pair<QString, QString>>;
[[nodiscard]] const ExitCodes &exitCodes();
/// Returns the exit codes of a command, if they differ from the usual ones.
[[nodiscard]] const ExitCodes &exitCodesOf(const CommandEntry &command);

} // namespace Pullcord::CliTable
