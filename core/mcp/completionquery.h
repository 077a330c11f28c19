// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"
#include "core/result.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace Pullcord {

/// What is asked with completion/complete: how an argument of a prompt, or a variable of a resource template, may go on. A
/// value. Specification: server "Completion"; spec digest 4.4.
struct CompletionQuery
{
    enum class Of : quint8 { Prompt, Template };

    Of of = Of::Prompt;
    QString name; ///< of the prompt; of a template its URI template
    QString argument;
    QString value;      ///< as typed so far
    QByteArray context; ///< raw JSON object of the other arguments that are known; empty for none

    /// For `context`.
    [[nodiscard]] static QByteArray contextOf(const QMap<QString, QString> &arguments);
    /// The params; without the context before 2025-06-18, which does not know it.
    [[nodiscard]] QByteArray params(Revision revision) const;
};

/// What a server says to that. A value.
struct CompletionResult
{
    QStringList values; ///< 100 at most, says the specification
    std::optional<qint64> total;
    bool hasMore = false;

    /// From a result of completion/complete. An error of kind Protocol if it has no list of values.
    [[nodiscard]] static Result<CompletionResult> from(const QByteArray &result);
};

} // namespace Pullcord
