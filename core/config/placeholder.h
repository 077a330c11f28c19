// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace Pullcord {

/// A place in a configuration that another tool fills in: `${NAME}`, `${env:NAME}`, `${NAME:-default}`, `{env:NAME}`,
/// `${input:id}`, `${workspaceFolder}`.
struct Placeholder
{
    QString text;                    ///< as it stands
    QString name;                    ///< between the brackets, without `env:` and default: `NAME`, `input:id`
    std::optional<QString> fallback; ///< behind `:-`

    /// True if an environment variable is meant.
    [[nodiscard]] bool isVariable() const;

    [[nodiscard]] static QList<Placeholder> in(const QString &text);
    /// `text` with each placeholder replaced by its value; those without one stay as they are.
    using Values = std::function<std::optional<QString>(const Placeholder &)>;
    [[nodiscard]] static QString filled(const QString &text, const Values &values);
    /// The same with the defaults that the placeholders bring along.
    [[nodiscard]] static QString withDefaults(const QString &text);
    /// `text` with the references that tools write in other ways as `${NAME}`: `{env:NAME}`; with `isValue` also a whole
    /// value `$NAME`, and the name of a Copilot secret, `COPILOT_MCP_NAME`.
    [[nodiscard]] static QString normalized(const QString &text, bool isValue);
};

} // namespace Pullcord
