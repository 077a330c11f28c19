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

constexpr QLatin1StringView InputPrefix("input:");

/// Fills placeholders in texts, and stores the first one without a value.
class Filler
{
public:
    explicit Filler(const Inputs &inputs)
        : m_inputs(inputs)
    {}

    void fill(QString &text)
    {
        text = Placeholder::filled(text, [this](const Placeholder &placeholder) {
            const std::optional<QString> value = valueOf(placeholder);
            if (!value && !m_missing)
                m_missing = placeholder;
            return value;
        });
    }
    [[nodiscard]] Outcome outcome(const QString &server) const;
    /// Returns the values of placeholders in path and query of a URL; the host is no secret.
    [[nodiscard]] QStringList secretsIn(const QString &address);

private:
    [[nodiscard]] std::optional<QString> valueOf(const Placeholder &placeholder);

    const Inputs &m_inputs;
    QStringList m_used; ///< names of the used inputs
    std::optional<Placeholder> m_missing;
};

std::optional<QString> Filler::valueOf(const Placeholder &placeholder)
{
    static const QStringList folders{u"workspaceFolder"_s, u"workspaceRoot"_s, u"cwd"_s};
    const QByteArray name = placeholder.name.toLocal8Bit();
    if (placeholder.isVariable() && qEnvironmentVariableIsSet(name.constData()))
        return qEnvironmentVariable(name.constData());
    if (placeholder.name.startsWith(InputPrefix)) {
        const QString input = placeholder.name.sliced(InputPrefix.size());
        m_used << input;
        if (const auto value = m_inputs.constFind(input); value != m_inputs.constEnd())
            return *value;
    }
    if (placeholder.fallback)
        return placeholder.fallback;
    if (folders.contains(placeholder.name))
        return QDir::currentPath();
    return placeholder.name == "userHome"_L1 ? std::optional(QDir::homePath()) : std::nullopt;
}

Outcome Filler::outcome(const QString &server) const
{
    if (m_missing && m_missing->name.startsWith(InputPrefix)) {
        return usage(u"the server \"%1\" has no value for %2: give it with --input %3=VALUE, or with --input "
                     "'%3=$NAME' from the environment variable NAME"_s.arg(server, m_missing->text,
                                                                           m_missing->name.sliced(InputPrefix.size())));
    }
    if (m_missing) {
        const QString how = m_missing->isVariable() ? u"set the environment variable %1"_s.arg(m_missing->name)
                                                    : u"write a value into a copy of the configuration"_s;
        return usage(u"the server \"%1\" has no value for %2: %3"_s.arg(server, m_missing->text, how));
    }
    for (auto input = m_inputs.cbegin(); input != m_inputs.cend(); ++input) {
        if (!m_used.contains(input.key())) {
            return usage(u"--input: the configuration of \"%1\" does not contain ${input:%2}.%3"_s.arg(
                server, input.key(), suggestion(input.key(), m_used)));
        }
    }
    return std::monostate();
}

QStringList Filler::secretsIn(const QString &address)
{
    QStringList values;
    const QList<Placeholder> beforePath = Placeholder::in(address.section(u'/', 0, 2));
    qsizetype number = 0;
    for (const Placeholder &placeholder : Placeholder::in(address)) {
        const bool isSecret = placeholder.isVariable() || placeholder.name.startsWith(InputPrefix);
        const QString value = isSecret ? valueOf(placeholder).value_or(QString()) : QString();
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

Result<ImportedServer> find(const QString &path, const QString &name)
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
    return *found;
}

Outcome fill(ServerTarget &target, const Inputs &inputs)
{
    Filler filler(inputs);
    StdioCommand &command = target.command;
    const QStringList unfilled = QStringList{command.program} + command.arguments;
    const QString unfilledDirectory = command.workingDirectory;
    filler.fill(command.program);
    for (QString &argument : command.arguments)
        filler.fill(argument);
    for (QString &value : command.setVariables)
        filler.fill(value);
    filler.fill(command.workingDirectory);
    if (unfilled != QStringList{command.program} + command.arguments || unfilledDirectory != command.workingDirectory) {
        command.unfilledWords = unfilled;
        command.unfilledDirectory = unfilledDirectory;
    }
    HttpHeaders headers;
    for (const HttpHeader &header : std::as_const(target.http.headers)) {
        QString value = QString::fromUtf8(header.value);
        filler.fill(value);
        headers.add(header.name, value.toUtf8());
    }
    target.http.headers = headers;
    QString address = target.http.address();
    const QString unfilledAddress = target.urlTemplate.isEmpty() ? address : target.urlTemplate;
    const bool isInPath = address.contains("${"_L1);
    filler.fill(address);
    filler.fill(target.urlTemplate);
    if (Outcome outcome = filler.outcome(target.name); !outcome)
        return outcome;
    if (isInPath)
        target.http.url = QUrl(address);
    if (isInPath || !target.urlTemplate.isEmpty())
        target.http.urlSecrets = filler.secretsIn(unfilledAddress);
    if (target.urlTemplate.isEmpty())
        return std::monostate();
    const Result<QUrl> url = HttpOptions::urlFrom(target.urlTemplate);
    if (!url)
        return url.error();
    target.http.url = *url;
    target.urlTemplate.clear();
    return std::monostate();
}

} // namespace Pullcord::ConfiguredServers
