// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace Pullcord {

/// A placeholder of another tool's configuration: `${NAME}`, `${env:NAME}`, `${NAME:-default}`, `{env:NAME}`,
/// `${input:id}`, `${workspaceFolder}`. A value.
struct Placeholder
{
    QString text;                    ///< as written
    QString name;                    ///< without brackets, `env:` and default: `NAME`, `input:id`
    std::optional<QString> fallback; ///< default after `:-`

    /// True if it names an environment variable.
    [[nodiscard]] bool isVariable() const;

    [[nodiscard]] static QList<Placeholder> in(const QString &text);
    /// Returns `text` with each placeholder replaced by its value; those without a value stay.
    using Values = std::function<std::optional<QString>(const Placeholder &)>;
    [[nodiscard]] static QString filled(const QString &text, const Values &values);
    /// Replaces the placeholders that have a default by it.
    [[nodiscard]] static QString withDefaults(const QString &text);
    /// Returns `text` with other notations of references as `${NAME}`: `{env:NAME}`; if `isValue`, also a whole value
    /// `$NAME`, and the name of a Copilot secret, `COPILOT_MCP_NAME`.
    [[nodiscard]] static QString normalized(const QString &text, bool isValue);
};

} // namespace Pullcord
