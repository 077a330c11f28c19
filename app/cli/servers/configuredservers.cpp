// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/configuredservers.h"

#include "app/cli/optionvalues.h"
#include "core/config/configtext.h"
#include "core/config/placeholder.h"
#include "core/config/serverimport.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace Pullcord::ConfiguredServers {

namespace {

/// Replaces placeholders by their values, and remembers the first one without a value.
class Filler
{
public:
    explicit Filler(const Inputs &inputs)
        : m_inputs(inputs)
    {}

    std::optional<QString> operator()(const Placeholder &placeholder);
    [[nodiscard]] Outcome outcome(const QString &server) const;

private:
    const Inputs &m_inputs;
    QStringList m_used; ///< names of the used inputs
    std::optional<Placeholder> m_missing;
};

std::optional<QString> Filler::operator()(const Placeholder &placeholder)
{
    std::optional<QString> value = placeholder.knownValue();
    if (placeholder.isInput()) {
        m_used << placeholder.inputId();
        if (const auto given = m_inputs.constFind(placeholder.inputId()); given != m_inputs.constEnd())
            value = *given;
    }
    if (!value && !m_missing)
        m_missing = placeholder;
    return value;
}

Outcome Filler::outcome(const QString &server) const
{
    if (m_missing && m_missing->isInput()) {
        return usage(
            u"the server \"%1\" has no value for %2: give it with --input %3=VALUE, or with --input "
            "'%3=$NAME' from the environment variable NAME"_s.arg(server, m_missing->text, m_missing->inputId()));
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

} // namespace

Result<QList<ImportedServer>> all(const QString &path)
{
    QFile file(path);
    if (QFileInfo(path).isDir())
        return usage(u"--config: %1 is a folder"_s.arg(path));
    if (!file.open(QIODevice::ReadOnly))
        return usage(u"--config: cannot read %1: %2"_s.arg(path, file.errorString()));
    const QByteArray text = file.read(ConfigText::MaxFileSize + 1);
    if (text.size() > ConfigText::MaxFileSize)
        return usage(u"--config: %1 is too large for a configuration"_s.arg(path));
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
        return usage(
            u"--server: no server in %1 is named \"%2\"; see pullcord-cli list servers --config %1"_s.arg(path, name));
    if (const ImportRemark *const obstacle = found->obstacle())
        return usage(u"--server: \"%1\": %2"_s.arg(name, obstacle->sentence()));
    return *found;
}

Outcome fill(ServerTarget &target, const Inputs &inputs)
{
    Filler filler(inputs);
    ServerTarget filled = target.filled(std::ref(filler));
    if (Outcome outcome = filler.outcome(target.name); !outcome)
        return outcome;
    if (const QString header = filled.unsendableHeader(); !header.isEmpty())
        return usage(
            u"the server \"%1\": the value of the header %2 contains a character that cannot be sent, such as a "
            "line break"_s.arg(target.name, header));
    if (!filled.urlTemplate.isEmpty()) {
        const Result<QUrl> url = HttpOptions::urlFrom(filled.urlTemplate);
        if (!url)
            return url.error();
        filled.http.url = *url;
        filled.urlTemplate.clear();
    }
    target = filled;
    return std::monostate();
}

} // namespace Pullcord::ConfiguredServers
