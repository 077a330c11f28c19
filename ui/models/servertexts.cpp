// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/servertexts.h"

#include "core/capture/humantext.h"
#include "ui/models/texts.h"

#include <QCoreApplication>

namespace Pullcord::ServerTexts {
using namespace Qt::StringLiterals;
using HumanText::visible;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::ServerTexts)
};

QString sorted(QStringList names)
{
    names.sort();
    return visible(Texts::listed(names));
}

/// What cannot be imported for this reason, or what is peculiar about it; without the place.
QString reason(const ImportRemark &remark)
{
    using Kind = ImportRemark::Kind;
    const QString subject = visible(remark.subject);
    switch (remark.kind) {
    case Kind::Placeholders:
        return Words::tr("Kept as it stands, since nothing is filled in here: %1.").arg(subject);
    case Kind::EnvFile:
        return Words::tr("The variables in the file %1 are not read.").arg(subject);
    case Kind::TakenAsText:
        return Words::tr("Taken as text.");
    case Kind::LeftOut:
        return Words::tr("Left out: this is no %1.").arg(subject);
    case Kind::NotTaken:
        return Words::tr("Not taken over: %1.").arg(subject);
    case Kind::Blanks:
        return Words::tr("The name of the program has blanks in it. If this is a whole command line, edit it.");
    case Kind::NotAnObject:
        return Words::tr("Cannot be imported: it is no object.");
    case Kind::Nothing:
        return Words::tr("Cannot be imported: it has neither a command nor a URL of its type.");
    case Kind::Unreadable:
        return Words::tr("Cannot be imported: this is no %1.").arg(subject);
    case Kind::BadUrl:
        return Words::tr("Cannot be imported: %1 is no http or https address.").arg(subject);
    case Kind::UnknownType:
        return Words::tr("Cannot be imported: nothing is known of the type %1.").arg(subject);
    }
    return {};
}

} // namespace

QString address(const ServerTarget &target)
{
    return visible(target.address());
}

QStringList circumstances(const ServerTarget &target)
{
    QStringList lines;
    if (target.isHttp()) {
        QStringList names;
        for (const HttpHeader &header : target.http.headers)
            names << QString::fromUtf8(header.name);
        if (!names.isEmpty())
            lines << Words::tr("With the headers: %1").arg(sorted(names));
        return lines;
    }
    const StdioCommand &command = target.command;
    if (!command.workingDirectory.isEmpty())
        lines << Words::tr("In the folder: %1").arg(visible(command.workingDirectory));
    if (!command.setVariables.isEmpty())
        lines << Words::tr("With the variables: %1").arg(sorted(command.setVariables.keys()));
    if (!command.unsetVariables.isEmpty())
        lines << Words::tr("Without the variables: %1").arg(sorted(command.unsetVariables));
    if (!command.inheritEnvironment && command.inheritedVariables.isEmpty())
        lines << Words::tr("Without the environment of Pullcord");
    else if (!command.inheritEnvironment)
        lines << Words::tr("Of the environment of Pullcord only: %1").arg(sorted(command.inheritedVariables));
    return lines;
}

QString sentence(const ImportRemark &remark)
{
    using Kind = ImportRemark::Kind;
    const bool namesItself = remark.kind == Kind::Placeholders || remark.kind == Kind::NotTaken ||
                             remark.kind == Kind::Nothing || remark.pointer.isEmpty();
    return namesItself
               ? reason(remark)
               : Words::tr("%1: %2", "place in the configuration, remark").arg(visible(remark.pointer), reason(remark));
}

QStringList inList(const QList<ServerTarget> &servers)
{
    QStringList texts = ServerTarget::distinctAddresses(servers);
    for (qsizetype i = 0; i < servers.size(); ++i) {
        if (const QString &name = servers.at(i).name; !name.isEmpty())
            texts[i].prepend(name + u" · "_s);
    }
    return texts;
}

QString whyNothing(const Error &error)
{
    if (error.kind == ErrorKind::Json)
        return Words::tr("This is not JSON: %1.").arg(Texts::translated(error.detail));
    if (error.kind == ErrorKind::Protocol)
        return Words::tr("There are no servers in it. They are looked for under “mcpServers” and “servers”.");
    return Words::tr("Nothing could be read: %1.").arg(Texts::translated(error.detail));
}

} // namespace Pullcord::ServerTexts
