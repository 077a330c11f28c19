// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/configuredservers.h"

#include "app/cli/optionvalues.h"
#include "core/config/placeholder.h"
#include "core/config/serverimport.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::ConfiguredServers {

namespace {

constexpr qint64 MostBytes = qint64(64) << 20; ///< no configuration is longer

std::optional<QString> valueOf(const Placeholder &placeholder)
{
    static const QStringList folders{u"workspaceFolder"_s, u"workspaceRoot"_s, u"cwd"_s};
    const QByteArray name = placeholder.name.toLocal8Bit();
    if (placeholder.isVariable() && qEnvironmentVariableIsSet(name.constData()))
        return qEnvironmentVariable(name.constData());
    if (placeholder.fallback)
        return placeholder.fallback;
    if (folders.contains(placeholder.name))
        return QDir::currentPath();
    return placeholder.name == "userHome"_L1 ? std::optional(QDir::homePath()) : std::nullopt;
}

/// Fills texts, and remembers the first placeholder that has no value.
class Filler
{
public:
    [[nodiscard]] QString filled(const QString &text)
    {
        return Placeholder::filled(text, [this](const Placeholder &placeholder) {
            const std::optional<QString> value = valueOf(placeholder);
            if (!value && !m_missing)
                m_missing = placeholder;
            return value;
        });
    }
    [[nodiscard]] Outcome outcome(const QString &server) const
    {
        if (!m_missing)
            return std::monostate();
        const QString how = m_missing->isVariable() ? u"set the environment variable %1"_s.arg(m_missing->name)
                                                    : u"write a value into a copy of the configuration"_s;
        return usage(u"the server \"%1\" has no value for %2: %3"_s.arg(server, m_missing->text, how));
    }

private:
    std::optional<Placeholder> m_missing;
};

/// Values of the environment in path and query of an address: what stands for its host is no secret.
QStringList valuesIn(const QString &address)
{
    QStringList values;
    const QList<Placeholder> beforePath = Placeholder::in(address.section(u'/', 0, 2));
    qsizetype number = 0;
    for (const Placeholder &placeholder : Placeholder::in(address)) {
        const QString value = placeholder.isVariable() ? valueOf(placeholder).value_or(QString()) : QString();
        values << (number++ < beforePath.size() ? QUrl(value).toString(QUrl::RemoveScheme | QUrl::RemoveAuthority)
                                                : value);
    }
    values.removeIf([](const QString &value) { return value.isEmpty() || value == "/"_L1; });
    return values;
}

} // namespace

Result<QList<ImportedServer>> all(const QString &path)
{
    QFile file(path);
    if (QFileInfo(path).isDir())
        return usage(u"--config: %1 is a folder"_s.arg(path));
    if (!file.open(QIODevice::ReadOnly))
        return usage(u"--config: cannot read %1: %2"_s.arg(path, file.errorString()));
    const QByteArray text = file.read(MostBytes + 1);
    if (text.size() > MostBytes)
        return usage(u"--config: %1 is too long for a configuration"_s.arg(path));
    const Result<QList<ImportedServer>> found = ServerImport::fromConfiguration(text);
    if (!found)
        return usage(u"--config: %1: %2"_s.arg(path, found.error().detail));
    return *found;
}

Outcome completeAddress(ServerTarget &target)
{
    if (target.urlTemplate.isEmpty())
        return std::monostate();
    Filler filler;
    const QString address = filler.filled(target.urlTemplate);
    if (Outcome outcome = filler.outcome(target.name); !outcome)
        return outcome;
    const Result<QUrl> url = HttpOptions::urlFrom(address);
    if (!url)
        return url.error();
    target.http.url = *url;
    target.http.urlSecrets = valuesIn(target.urlTemplate);
    target.urlTemplate.clear();
    return std::monostate();
}

Result<ServerTarget> ready(const QString &path, const QString &name)
{
    const Result<QList<ImportedServer>> servers = all(path);
    if (!servers)
        return servers.error();
    const auto found = std::ranges::find(*servers, name, [](const ImportedServer &each) { return each.target.name; });
    if (found == servers->end())
        return usage(u"--server: no server in %1 has the name \"%2\"; see pullcord-cli list servers --config %1"_s.arg(
            path, name));
    if (const ImportRemark *const obstacle = found->obstacle())
        return usage(u"--server: \"%1\": %2"_s.arg(name, obstacle->sentence()));
    ServerTarget target = found->target;
    Filler filler;
    StdioCommand &command = target.command;
    const QStringList unfilled = QStringList{command.program} + command.arguments;
    const QString unfilledDirectory = command.workingDirectory;
    command.program = filler.filled(command.program);
    for (QString &argument : command.arguments)
        argument = filler.filled(argument);
    for (QString &value : command.setVariables)
        value = filler.filled(value);
    command.workingDirectory = filler.filled(command.workingDirectory);
    if (unfilled != QStringList{command.program} + command.arguments || unfilledDirectory != command.workingDirectory) {
        command.unfilledWords = unfilled;
        command.unfilledDirectory = unfilledDirectory;
    }
    HttpHeaders headers;
    for (const HttpHeader &header : std::as_const(target.http.headers))
        headers.add(header.name, filler.filled(QString::fromUtf8(header.value)).toUtf8());
    target.http.headers = headers;
    if (const QString address = target.http.address(); address.contains("${"_L1)) {
        target.http.url = QUrl(filler.filled(address));
        target.http.urlSecrets = valuesIn(address);
    }
    if (Outcome outcome = filler.outcome(name); !outcome)
        return outcome.error();
    if (Outcome completed = completeAddress(target); !completed)
        return completed.error();
    return target;
}

} // namespace Pullcord::ConfiguredServers
