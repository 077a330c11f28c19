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
/// `${input:id}`, `${workspaceFolder}`, `${{ secrets.NAME }}`. A value.
struct Placeholder
{
    QString text;                    ///< as written
    QString name;                    ///< without brackets, prefix (`env:`, `secrets.`) and default: `NAME`, `input:id`
    std::optional<QString> fallback; ///< default after `:-`

    /// True if it names an environment variable.
    [[nodiscard]] bool isVariable() const;
    /// True for `${input:id}`: a value for which the tool prompts its user.
    [[nodiscard]] bool isInput() const;
    /// The id of an input.
    [[nodiscard]] QString inputId() const;
    /// True for the names that tools have for folders, such as `workspaceFolder`.
    [[nodiscard]] bool isFolder() const;
    /// The value on this machine: that of the variable, the default, the current folder or the home folder.
    [[nodiscard]] std::optional<QString> knownValue() const;

    /// Returns the placeholders of a text, in order.
    [[nodiscard]] static QList<Placeholder> in(const QString &text);
    /// Returns `text` with each placeholder replaced by its value; those without a value stay.
    using Values = std::function<std::optional<QString>(const Placeholder &)>;
    [[nodiscard]] static QString filled(const QString &text, const Values &values);
    /// Replaces the placeholders that have a default by it.
    [[nodiscard]] static QString withDefaults(const QString &text);
    /// True if the text contains only placeholders, perhaps after the scheme of an Authorization header: it names a
    /// secret and does not contain it.
    [[nodiscard]] static bool isOnlyReferences(const QString &text);
    /// `text` with the references that tools write in other ways as `${NAME}`: `{env:NAME}`; with `isValue` also a
    /// whole value `$NAME`, and the name of a Copilot secret, `COPILOT_MCP_NAME`.
    [[nodiscard]] static QString normalized(const QString &text, bool isValue);
};

/// An input that a configuration declares (the list `inputs` of VS Code).
struct DeclaredInput
{
    QString description;
    bool isPassword = false;
    std::optional<QString> fallback = {};
};

} // namespace Pullcord
