// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/servertarget.h"

#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QStringList strings(const QJsonValue &value)
{
    QStringList list;
    const QJsonArray array = value.toArray();
    for (const QJsonValue &each : array)
        list << each.toString();
    return list;
}

} // namespace

QString ServerTarget::title() const
{
    return name.isEmpty() ? QFileInfo(command.program).fileName() : name;
}

QString ServerTarget::shortCommand() const
{
    StdioCommand brief = command;
    brief.program = QFileInfo(brief.program).fileName();
    for (QString &argument : brief.arguments) {
        if (argument.startsWith(u'/') && !argument.endsWith(u'/'))
            argument = QFileInfo(argument).fileName();
    }
    return brief.toLine();
}

QStringList ServerTarget::distinctCommands(const QList<ServerTarget> &targets)
{
    QHash<QString, int> uses;
    for (const ServerTarget &target : targets)
        ++uses[target.shortCommand()];
    QStringList texts;
    for (const ServerTarget &target : targets) {
        const QString brief = target.shortCommand();
        texts << (uses.value(brief) > 1 ? target.command.toLine() : brief);
    }
    return texts;
}

QString ServerTarget::toSetting() const
{
    QStringList names = command.setVariables.keys();
    names.sort();
    QJsonObject object{{u"name"_s, name},
                       {u"program"_s, command.program},
                       {u"arguments"_s, QJsonArray::fromStringList(command.arguments)},
                       {u"directory"_s, command.workingDirectory},
                       {u"inherit"_s, command.inheritEnvironment},
                       {u"set"_s, QJsonArray::fromStringList(names)},
                       {u"unset"_s, QJsonArray::fromStringList(command.unsetVariables)}};
    if (revision)
        object.insert(u"revision"_s, QString(nameOf(*revision)));
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

std::optional<ServerTarget> ServerTarget::fromSetting(const QString &text)
{
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object();
    ServerTarget target;
    target.name = object.value("name"_L1).toString();
    target.command.program = object.value("program"_L1).toString();
    target.command.arguments = strings(object.value("arguments"_L1));
    target.command.workingDirectory = object.value("directory"_L1).toString();
    target.command.inheritEnvironment = object.value("inherit"_L1).toBool(true);
    target.command.unsetVariables = strings(object.value("unset"_L1));
    const QStringList names = strings(object.value("set"_L1));
    for (const QString &variable : names)
        target.command.setVariables.insert(variable, {});
    target.revision = revisionFromName(object.value("revision"_L1).toString());
    if (target.command.program.isEmpty())
        return {};
    return target;
}

bool ServerTarget::isSameAs(const ServerTarget &other) const
{
    return toSetting() == other.toSetting();
}

} // namespace Pullcord
