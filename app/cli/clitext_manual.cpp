// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The man pages of the commands.
#include "app/cli/clitext.h"

#include "pullcord_version.h"

using namespace Qt::StringLiterals;

namespace Pullcord::CliText {

namespace {

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
