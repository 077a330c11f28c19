// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/questionqueue.h"
#include "core/result.h"

#include <QHash>
#include <QJsonObject>
#include <QStringList>

namespace Pullcord {

/// Rules of the command line for server requests, which no user can answer: one per declared capability. A capability
/// without a rule is not declared. A value.
struct AnswerRules
{
    QHash<QByteArray, AnswerPolicy> byMethod;

    /// Parses the options. `answers` are WHAT=JSON, the others WHAT, where WHAT is sampling, elicitation or roots. If
    /// `checked`, an answer that the schema forbids is an error, and one that does not match the request is not sent.
    [[nodiscard]] static Result<AnswerRules> parse(const QStringList &answers, const QStringList &refusals,
                                                   const QStringList &silences, bool checked = true);
    /// Returns the capabilities to declare.
    [[nodiscard]] QJsonObject capabilities() const;
};

} // namespace Pullcord
