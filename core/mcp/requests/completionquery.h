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

/// A query for completion/complete: continuations of an argument of a prompt, or of a variable of a resource template.
/// A value. Specification: server "Completion"; spec digest 4.4.
struct CompletionQuery
{
    enum class Of : quint8 { Prompt, Template };

    Of of = Of::Prompt;
    QString name; ///< name of the prompt, or the URI template
    QString argument;
    QString value;      ///< as typed so far
    QByteArray context; ///< raw JSON object of the other known arguments; empty for none

    /// Makes the JSON object for `context`.
    [[nodiscard]] static QByteArray contextOf(const QMap<QString, QString> &arguments);
    /// Params of the request; without the context before 2025-06-18, which does not define it.
    [[nodiscard]] QByteArray params(Revision revision) const;
};

/// Result of such a query. A value.
struct CompletionResult
{
    QStringList values; ///< at most 100 according to the specification
    std::optional<qint64> total;
    bool hasMore = false;

    /// Reads a result of completion/complete. The error (Protocol) reports a result without a list of values.
    [[nodiscard]] static Result<CompletionResult> from(const QByteArray &result);
};

} // namespace Pullcord
