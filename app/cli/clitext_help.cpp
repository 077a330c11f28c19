// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// --help
#include "app/cli/clitext.h"

using namespace Qt::StringLiterals;

namespace Pullcord::CliText {

namespace {

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

} // namespace

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

} // namespace Pullcord::CliText
