// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/savedservers.h"

#include "app/cli/optionvalues.h"
#include "app/cli/servers/configuredservers.h"

#include <QFile>
#include <QSettings>

#include <algorithm>
#include <memory>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord::SavedServers {

namespace {

std::unique_ptr<QSettings> settingsAt(const QString &path)
{
    return path.isEmpty()
               ? std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, u"pullcord"_s, u"pullcord"_s)
               : std::make_unique<QSettings>(path, QSettings::IniFormat);
}

QStringList stored(const QString &path, const char *key)
{
    return settingsAt(path)->value(QString::fromLatin1(key)).toStringList();
}

/// True if a placeholder has no value, and the user gave none of the inputs in the text.
bool isForgotten(const QString &text, const QHash<QString, QString> &inputs)
{
    const QList<Placeholder> all = Placeholder::in(text);
    const auto isKnown = [](const Placeholder &each) { return each.knownValue().has_value(); };
    const auto isGiven = [&inputs](const Placeholder &each) {
        return each.isInput() && inputs.contains(each.inputId());
    };
    return !std::ranges::all_of(all, isKnown) && std::ranges::none_of(all, isGiven);
}

/// Treats placeholders without a value as values that are not stored. An option can supply a header, an environment
/// variable of the same name a variable.
void forgetUnfilled(ServerTarget &target, const QHash<QString, QString> &inputs)
{
    HttpHeaders headers;
    for (HttpHeader header : std::as_const(target.http.headers)) {
        if (isForgotten(QString::fromUtf8(header.value), inputs))
            header.value.clear();
        headers.add(header);
    }
    target.http.headers = headers;
    QHash<QString, QString> &variables = target.command.setVariables;
    for (auto variable = variables.begin(); variable != variables.end(); ++variable) {
        if (isForgotten(*variable, inputs) && qEnvironmentVariableIsSet(variable.key().toLocal8Bit().constData())) {
            variable->clear();
            target.forgotten << variable.key();
        }
    }
}

/// Sets the variables of which only the names are stored, from the environment.
Outcome fillVariables(ServerTarget &target)
{
    for (const QString &name : std::as_const(target.forgotten)) {
        if (!qEnvironmentVariableIsSet(name.toLocal8Bit().constData()))
            return usage(u"the server \"%1\" needs the environment variable %2"_s.arg(target.name, name));
        target.command.setVariables.insert(name, qEnvironmentVariable(name.toLocal8Bit().constData()));
    }
    target.forgotten.clear();
    return std::monostate();
}

} // namespace

Outcome check(const QString &settingsPath)
{
    QFile file(settingsPath);
    if (!file.open(QIODevice::ReadOnly))
        return usage(u"--settings: cannot read %1: %2"_s.arg(settingsPath, file.errorString()));
    const bool isText = !file.peek(1 << 16).contains('\0');
    if (!isText || settingsAt(settingsPath)->status() != QSettings::NoError)
        return usage(
            u"--settings: %1 is not a settings file: it does not consist of lines NAME=VALUE"_s.arg(settingsPath));
    return std::monostate();
}

ServerList all(const QString &settingsPath)
{
    return ServerList::fromSettings(stored(settingsPath, ServerList::Key));
}

Result<ServerTarget> ready(const QString &settingsPath, const QString &name, const QHash<QString, QString> &inputs)
{
    const ServerList servers = all(settingsPath);
    const ServerTarget *found = servers.find(name);
    if (!found)
        return usage(u"--server: no saved server is named \"%1\"; see pullcord-cli list servers"_s.arg(name));
    ServerTarget target = *found;
    const QString fingerprint = QString::fromLatin1(target.fingerprint());
    const bool isForeign = target.imported && !target.isHttp();
    if (isForeign && !stored(settingsPath, ServerList::ConfirmedKey).contains(fingerprint)) {
        return usage(
            u"the command of \"%1\" was imported and has not been confirmed yet: start it once in the window, or "
            "take it from its configuration with --config FILE"_s.arg(name));
    }
    if (target.imported || !target.placeholders().isEmpty()) {
        forgetUnfilled(target, inputs);
        if (const Outcome filled = ConfiguredServers::fill(target, inputs); !filled)
            return filled.error();
    } else if (!inputs.isEmpty()) {
        return usage(u"--input: the server \"%1\" was not imported and has no inputs"_s.arg(name));
    }
    if (const Outcome filled = fillVariables(target); !filled)
        return filled.error();
    return target;
}

} // namespace Pullcord::SavedServers
