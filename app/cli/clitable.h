// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"

#include <QList>
#include <QStringList>

#include <initializer_list>

/// The commands and options of the command line: the one list of which the parser, --help, the completions of shells and the man
/// pages are made.
namespace Pullcord::CliTable {

using Command = CliOptions::Command;

/// Commands, a bit each.
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

/// What stands in a place, for who completes it.
enum class Takes : quint8 {
    Anything,
    File,
    Server, ///< the name of a saved one
    Choice, ///< one of a few words
    Flag,   ///< an option without a value
};

struct Option
{
    QStringList names; ///< the long one last
    QString value;     ///< what its value is called; empty: it has none
    Commands commands; ///< that it goes with
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

/// One way to write a command.
struct Synopsis
{
    QString words; ///< behind the name
    QString text;
    bool isLocal = false; ///< talks to no server, although the command does otherwise
};

struct CommandEntry
{
    Command command;
    QString name;
    QString alias; ///< another name; empty: none
    QList<Synopsis> synopses;
    QString about;                 ///< more of it than the synopses tell, for its man page
    Takes takes = Takes::Anything; ///< the first word
    QStringList choices = {};
    std::optional<Command> onServer = {}; ///< what it is where a server is named; none: the same
};

[[nodiscard]] const QList<CommandEntry> &commands();
[[nodiscard]] const QList<Group> &groups();
/// By its name or its alias; null if there is none.
[[nodiscard]] const CommandEntry *named(const QString &name);
[[nodiscard]] const CommandEntry &of(Command command);
/// Those that go with one of them.
[[nodiscard]] QList<Option> optionsOf(Commands commands);
/// It, whether a server is named or not.
[[nodiscard]] Commands commandsOf(const CommandEntry &command);
/// Those that talk to a server.
[[nodiscard]] bool takesServer(const CommandEntry &command);
/// How a server is named behind the words of a command, in the words of a man page; empty where none is.
[[nodiscard]] QString serverWords(const CommandEntry &command);

/// What there is to know of exit codes: the code, and when.
using ExitCodes = QList<std::pair<QString, QString>>;
[[nodiscard]] const ExitCodes &exitCodes();
/// Those of a command, where they are not the usual ones.
[[nodiscard]] const ExitCodes &exitCodesOf(const CommandEntry &command);

} // namespace Pullcord::CliTable
