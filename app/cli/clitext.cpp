// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/clitext.h"

#include "core/transport/shellwords.h"
#include "pullcord_version.h"

namespace Pullcord::CliText {

using namespace Qt::StringLiterals;

namespace {

using namespace CliTable;
using ShellWords::quoted; // valid in all shells; fish allows more, which none of our texts uses

QStringList dashed(const Option &option)
{
    QStringList names;
    for (const QString &name : option.names)
        names << (name.size() == 1 ? u"-"_s : u"--"_s) + name;
    return names;
}

QStringList namesOf(const CommandEntry &command)
{
    return command.alias.isEmpty() ? QStringList{command.name} : QStringList{command.name, command.alias};
}

/// Returns the choices for the first word after the command.
QStringList choicesOf(const CommandEntry &command)
{
    QStringList choices = command.choices;
    if (command.command == Command::Manual) {
        for (const CommandEntry &each : commands())
            choices << each.name;
    }
    return choices;
}

/// Returns each option once; of several with one name, the first.
QList<Option> options()
{
    QList<Option> all;
    QStringList seen;
    for (const Group &group : groups()) {
        for (const Option &option : group.options) {
            if (!seen.contains(option.name()))
                all << option;
            seen << option.name();
        }
    }
    return all;
}

// ---- bash

QString bashValue(const Option &option)
{
    switch (option.takes) {
    case Takes::File:
        return u"_pullcord_cli_files"_s;
    case Takes::Server:
        return u"_pullcord_cli_servers"_s;
    case Takes::Choice: {
        const QString end = option.choices.first().endsWith(u'=') ? u"; compopt -o nospace 2>/dev/null"_s : QString();
        return u"_pullcord_cli_words "_s + quoted(option.choices.join(u' ')) + end;
    }
    default:
        return u":"_s;
    }
}

QString bash()
{
    QString values;
    QStringList withValue;
    for (const Option &option : options()) {
        if (option.value.isEmpty())
            continue;
        withValue << dashed(option);
        values += u"    %1) %2; return ;;\n"_s.arg(dashed(option).join(u" | "_s), bashValue(option));
    }
    QString perCommand;
    QStringList all;
    for (const CommandEntry &command : commands()) {
        QStringList names{u"--"_s};
        const QList<Option> own = optionsOf(commandsOf(command));
        for (const Option &option : own)
            names << dashed(option);
        const QString first = command.takes == Takes::File ? u"_pullcord_cli_files"_s
                              : choicesOf(command).isEmpty()
                                  ? u":"_s
                                  : u"_pullcord_cli_words "_s + quoted(choicesOf(command).join(u' '));
        const QString last = command.command == Command::Diff ? u"1"_s : u"0"_s;
        perCommand += u"    %1) options=%2; ((position <= %3)) && first=%4 ;;\n"_s.arg(
            namesOf(command).join(u" | "_s), quoted(names.join(u' ')), last, quoted(first));
        all << command.name;
    }
    return uR"sh(# bash completion for pullcord-cli, made by: pullcord-cli completion bash
_pullcord_cli_words()
{
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

_pullcord_cli_files()
{
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

_pullcord_cli_servers()
{
    local name
    while IFS= read -r name; do
        [[ $name != "$cur"* ]] || COMPREPLY+=("$(printf '%q' "$name")")
    done < <("${COMP_WORDS[0]}" completion servers 2>/dev/null)
}

_pullcord_cli()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local i word command='' options='' first='' position=0
    COMPREPLY=()
    if [[ $cur == '=' ]]; then # --option=value is three words
        cur=''
    elif [[ $prev == '=' ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; ++i)); do
        word=${COMP_WORDS[i]}
        case $word in
        --) # from here on it is the command line of the server
            if declare -F _command_offset >/dev/null; then
                _command_offset $((i + 1))
            elif ((COMP_CWORD == i + 1)); then
                mapfile -t COMPREPLY < <(compgen -c -- "$cur")
            else
                _pullcord_cli_files
            fi
            return
            ;;
        %1)
            [[ ${COMP_WORDS[i + 1]} != '=' ]] || ((++i))
            ((++i))
            ;;
        -*) ;;
        *)
            if [[ -z $command ]]; then command=$word; else ((++position)); fi
            ;;
        esac
    done
    case $prev in
%2    esac
    case $command in
    '')
        if [[ $cur == -* ]]; then _pullcord_cli_words '--help --version'; else _pullcord_cli_words %3; fi
        return
        ;;
%4    esac
    if [[ $cur != -* && -n $first ]]; then
        eval "$first"
    elif [[ $cur == -* || -z $cur ]]; then
        _pullcord_cli_words "$options"
    fi
}
complete -F _pullcord_cli pullcord-cli
)sh"_s.arg(withValue.join(u" | "_s), values, quoted(all.join(u' ')), perCommand);
}

// ---- zsh

/// Escapes characters with a meaning in descriptions of _arguments.
QString zshText(QString text)
{
    return text.replace(u'\\', u"\\\\"_s).replace(u'[', u"\\["_s).replace(u']', u"\\]"_s).replace(u':', u"\\:"_s);
}

QString zshAction(Takes takes, const QStringList &choices)
{
    switch (takes) {
    case Takes::File:
        return u"_files"_s;
    case Takes::Server:
        return u"_pullcord_cli_servers"_s;
    case Takes::Choice:
        return u"("_s + choices.join(u' ') + u')';
    default:
        return {};
    }
}

QString zsh()
{
    QString described;
    QString cases;
    for (const CommandEntry &command : commands()) {
        described += u"    %1\n"_s.arg(quoted(command.name + u':' + zshText(command.synopses.last().text)));
        QStringList specs;
        const QList<Option> own = optionsOf(commandsOf(command));
        for (const Option &option : own) {
            const QString value = option.value.isEmpty()
                                      ? QString()
                                      : u":%1:%2"_s.arg(zshText(option.value), zshAction(option.takes, option.choices));
            for (const QString &name : dashed(option))
                specs << quoted(u"*%1[%2]%3"_s.arg(name, zshText(option.text), value));
        }
        const QStringList choices = choicesOf(command);
        specs << quoted(u"1:what:"_s + zshAction(choices.isEmpty() ? command.takes : Takes::Choice, choices));
        if (command.command == Command::Diff)
            specs << quoted(u"2:what:_files"_s);
        specs << quoted(u"*:what:"_s);
        cases += u"    %1)\n        _arguments %2\n        ;;\n"_s.arg(namesOf(command).join(u" | "_s),
                                                                       specs.join(u" \\\n            "_s));
    }
    return uR"sh(#compdef pullcord-cli
# zsh completion for pullcord-cli, made by: pullcord-cli completion zsh
_pullcord_cli_servers() {
    local -a names
    names=(${(f)"$(pullcord-cli completion servers 2>/dev/null)"})
    compadd -a names
}

_pullcord_cli() {
    local -a commands
    local behind=${words[(ie)--]}
    if (( behind < CURRENT )); then # from here on it is the command line of the server
        shift $behind words
        (( CURRENT -= behind ))
        _normal
        return
    fi
    commands=(
%1    )
    if (( CURRENT == 2 )); then
        _describe -t commands command commands
        return
    fi
    shift words
    (( CURRENT -= 1 ))
    case ${words[1]} in
%2    esac
}

_pullcord_cli "$@"
)sh"_s.arg(described, cases);
}

// ---- fish

QString fish()
{
    QString lines = uR"sh(# fish completion for pullcord-cli, made by: pullcord-cli completion fish
function __pullcord_cli_behind # what stands behind -- is the command line of the server
    contains -- -- (commandline -opc)
end

function __pullcord_cli_of_server
    set -l words (commandline -opc)
    set -l at (contains -i -- -- $words)
    complete -C (string join ' ' -- $words[(math $at + 1)..] (commandline -ct))
end

function __pullcord_cli_in
    not __pullcord_cli_behind; and __fish_seen_subcommand_from $argv
end

complete -c pullcord-cli -f
complete -c pullcord-cli -n __pullcord_cli_behind -a '(__pullcord_cli_of_server)'
)sh"_s;
    for (const CommandEntry &command : commands()) {
        const QString seen = u"__pullcord_cli_in "_s + namesOf(command).join(u' ');
        lines +=
            u"complete -c pullcord-cli -n '__fish_use_subcommand; and not __pullcord_cli_behind' -a %1 -d %2\n"_s.arg(
                command.name, quoted(command.synopses.last().text));
        if (command.takes == Takes::File)
            lines += u"complete -c pullcord-cli -n %1 -F\n"_s.arg(quoted(seen));
        else if (const QStringList choices = choicesOf(command); !choices.isEmpty())
            lines += u"complete -c pullcord-cli -n %1 -a %2\n"_s.arg(
                quoted(command.command == Command::Manual
                           ? seen // its own name is a choice
                           : seen + u"; and not __fish_seen_subcommand_from "_s + choices.join(u' ')),
                quoted(choices.join(u' ')));
        const QList<Option> own = optionsOf(commandsOf(command));
        for (const Option &option : own) {
            QString line = u"complete -c pullcord-cli -n %1"_s.arg(quoted(seen));
            for (const QString &name : option.names)
                line += (name.size() == 1 ? u" -s "_s : u" -l "_s) + name;
            if (option.takes == Takes::File)
                line += u" -r -F"_s;
            else if (option.takes == Takes::Server)
                line += u" -x -a '(pullcord-cli completion servers 2>/dev/null)'"_s;
            else if (!option.value.isEmpty())
                line +=
                    u" -x"_s + (option.choices.isEmpty() ? QString() : u" -a "_s + quoted(option.choices.join(u' ')));
            lines += line + u" -d "_s + quoted(option.text) + u'\n';
        }
    }
    return lines;
}

using namespace CliTable;

constexpr qsizetype Width = 120;
constexpr qsizetype Indent = 24;

/// Wraps the text at Width; later lines are indented.
QString wrapped(const QString &text, qsizetype indent, qsizetype column)
{
    QString lines;
    const QStringList words = text.split(u' ');
    for (const QString &word : words) {
        if (column > indent && column + 1 + word.size() > Width) {
            lines += u'\n' + QString(indent, u' ');
            column = indent;
        } else if (!lines.isEmpty()) {
            lines += u' ';
            ++column;
        }
        lines += word;
        column += word.size();
    }
    return lines;
}

/// Returns a line with a term on the left and its text.
QString row(const QString &left, const QString &text)
{
    QString line = u"  "_s + left;
    if (text.isEmpty())
        return line + u'\n';
    const bool fits = line.size() + 2 <= Indent;
    line = fits ? line.leftJustified(Indent) : line + u'\n' + QString(Indent, u' ');
    return line + wrapped(text, Indent, Indent) + u'\n';
}

QString row(const Option &option)
{
    QStringList names;
    for (const QString &name : option.names)
        names << (name.size() == 1 ? u"-"_s : u"--"_s) + name;
    const QString value = option.value.isEmpty() ? QString() : u' ' + option.value;
    return row(names.join(u", "_s) + value, option.text);
}

QString rows(const CommandEntry &command, const QString &before)
{
    QString text;
    for (const Synopsis &synopsis : command.synopses)
        text += row((before + command.name + u' ' + synopsis.words).trimmed(), synopsis.text);
    return text;
}

QString codes(const ExitCodes &codes)
{
    QString text = u"Exit codes:\n"_s;
    for (const auto &[code, meaning] : codes)
        text += u"  %1 "_s.arg(code) + wrapped(meaning, 6, 6) + u'\n';
    return text;
}

using namespace CliTable;

QString roff(QString text)
{
    text.replace(u'\\', u"\\e"_s).replace(u'-', u"\\-"_s).replace(u'\'', u"\\(aq"_s).replace(u'…', u"..."_s);
    return text.startsWith(u'.') ? u"\\&"_s + text : text;
}

QString section(const QString &title)
{
    return u".SH "_s + title + u'\n';
}

QString synopses(const CommandEntry &command)
{
    const QString server = serverWords(command);
    QString text;
    for (const Synopsis &synopsis : command.synopses) {
        const QString words =
            u' ' + (synopsis.words + u" [OPTIONS]"_s).trimmed() + (synopsis.isLocal ? QString() : server);
        text += (text.isEmpty() ? QString() : u".br\n"_s) +
                u"\\fBpullcord\\-cli %1\\fR%2\n"_s.arg(command.name, roff(words));
    }
    return text;
}

QString item(const Option &option)
{
    QStringList names;
    for (const QString &name : option.names)
        names << u"\\fB%1\\fR"_s.arg(roff((name.size() == 1 ? u"-"_s : u"--"_s) + name));
    const QString value = option.value.isEmpty() ? QString() : u" \\fI%1\\fR"_s.arg(roff(option.value));
    return u".TP\n%1%2\n%3.\n"_s.arg(names.join(u", "_s), value, roff(option.text));
}

} // namespace

QString completion(const QString &shell)
{
    return shell == "bash"_L1 ? bash() : shell == "zsh"_L1 ? zsh() : shell == "fish"_L1 ? fish() : QString();
}

QString help()
{
    QString text =
        u"Usage: pullcord-cli COMMAND [OPTIONS] [--url URL | --server NAME | -- SERVER ARGS…]\n\n"
        "Inspects an MCP server from the command line. Results go to standard output, progress and remarks to "
        "standard error.\n\nCommands:\n"_s;
    for (const CommandEntry &command : commands())
        text += rows(command, {});
    text += u"\n"
            "The server is a command after --, or a URL:\n"
            "  pullcord-cli list tools -- npx -y @modelcontextprotocol/server-everything\n"
            "  pullcord-cli list tools --url https://example.com/mcp\n"
            "\n"_s;
    for (const Group &group : groups()) {
        text += group.title + u":\n"_s;
        for (const Option &option : group.options)
            text += row(option);
    }
    text += u"\n"
            "Ctrl+C, SIGTERM and SIGHUP cancel the request in flight with a reason and disconnect (after "
            "--linger).\n"
            "Only capabilities with a rule (--answer, --refuse, --never-answer) are declared to the server; "
            "pullcord asks you instead.\n"
            "\n"_s;
    return text + codes(exitCodes());
}

QString help(const CommandEntry &command)
{
    const QString server =
        takesServer(command) ? u" [--url URL | --server NAME | -- SERVER ARGS…]"_s : serverWords(command);
    QString text = u"Usage: pullcord-cli %1 … [OPTIONS]%2\n\n"_s.arg(command.name, server) + rows(command, {}) + u'\n' +
                   wrapped(command.about, 0, 0) + u"\n\nOptions:\n"_s;
    const QList<Option> options = optionsOf(commandsOf(command));
    for (const Option &option : options)
        text += row(option);
    return text + u'\n' + codes(exitCodesOf(command));
}

QString manual(const CommandEntry &command)
{
    QStringList shorts;
    for (const Synopsis &synopsis : command.synopses) {
        if (!synopsis.text.isEmpty())
            shorts << synopsis.text;
    }
    QString page = u".TH PULLCORD\\-CLI\\-%1 1 \"" PULLCORD_RELEASE_DATE "\" \"Pullcord " PULLCORD_VERSION
                   "\" \"User Commands\"\n"_s.arg(command.name.toUpper());
    page += section(u"NAME"_s) + u"pullcord\\-cli\\-%1 \\- %2\n"_s.arg(command.name, roff(shorts.first()));
    page += section(u"SYNOPSIS"_s) + synopses(command) + section(u"DESCRIPTION"_s);
    for (const Synopsis &synopsis : command.synopses) {
        const QString words = roff((command.name + u' ' + synopsis.words).trimmed());
        QString text = synopsis.text.isEmpty() ? shorts.first() : synopsis.text;
        text[0] = text.at(0).toUpper(); // it may follow its words on the same line
        page += u".TP\n\\fB%1\\fR\n%2.\n"_s.arg(words, roff(text));
    }
    page += u".PP\n"_s + roff(command.about) + u'\n' + section(u"OPTIONS"_s);
    const QList<Option> options = optionsOf(commandsOf(command));
    for (const Option &option : options)
        page += item(option);
    page += section(u"\"EXIT STATUS\""_s);
    for (const auto &[code, meaning] : exitCodesOf(command))
        page += u".TP\n\\fB%1\\fR\n%2.\n"_s.arg(code, roff(meaning));
    return page + section(u"\"SEE ALSO\""_s) + u".BR pullcord\\-cli (1),\n.BR pullcord (1)\n"_s;
}

} // namespace Pullcord::CliText
