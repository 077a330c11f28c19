// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace Pullcord {

/// Questions of a server of 2026-07-28 before it gives the final result: a result with the resultType "input_required".
/// A value.
///
/// Specification: "Multi Round-Trip Requests"; spec digest 4.9.
struct InputRequired
{
    /// One question: a request of the server without an id.
    struct Question
    {
        QByteArray key; ///< decoded; the answer goes under the same key
        QByteArray method;
        QByteArray params; ///< raw JSON; empty for none
    };

    QList<Question> questions;       ///< none: the server only wants the request again
    std::optional<QByteArray> state; ///< raw JSON of `requestState`, to be returned byte for byte

    /// Questions in an object `inputRequests`.
    [[nodiscard]] static QList<Question> questionsIn(const JsonValue &inputRequests);
    /// Questions in a refusal with -32042 of 2025-11-25; all are elicitations.
    [[nodiscard]] static QList<Question> elicitationsIn(const JsonValue &error);
    /// Makes the object `inputResponses`, with the answers in the order of `questions`. Leaves out empty answers; empty
    /// if all are.
    [[nodiscard]] QByteArray responses(const QList<QByteArray> &answers) const;
    /// Reads a result (raw JSON). None if it has another type or no type: then it is complete.
    [[nodiscard]] static std::optional<InputRequired> in(const QByteArray &result);
    /// Makes the params of the next round: those of the first, with the answers (raw JSON result objects, in the order
    /// of `questions`; empty ones are left out) and the state, if there is one.
    [[nodiscard]] QByteArray answeredIn(const QByteArray &params, const QList<QByteArray> &answers) const;
};

} // namespace Pullcord
