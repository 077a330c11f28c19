// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/questionqueue.h"
#include "core/result.h"

#include <QHash>
#include <QJsonObject>
#include <QStringList>

namespace Pullcord {

/// What the command line does with what a server asks, since nobody is there to be asked: a rule for each capability that it
/// declares. Without a rule a capability is not declared.
struct AnswerRules
{
    QHash<QByteArray, AnswerPolicy> byMethod;

    /// Of the options: `answers` are WHAT=JSON, the others WHAT, where WHAT is sampling, elicitation or roots. `checked`: what no
    /// schema allows is no rule, and what does not fit the question is not sent.
    [[nodiscard]] static Result<AnswerRules> parse(const QStringList &answers, const QStringList &refusals,
                                                   const QStringList &silences, bool checked = true);
    /// What they let us declare.
    [[nodiscard]] QJsonObject capabilities() const;
};

} // namespace Pullcord
