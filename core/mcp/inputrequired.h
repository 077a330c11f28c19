// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace Pullcord {

/// What a server of 2026-07-28 wants to know before it answers: a result with the resultType "input_required". A value.
///
/// Specification: "Multi Round-Trip Requests"; spec digest 4.9.
struct InputRequired
{
    /// One question: a request of the server's without an id.
    struct Question
    {
        QByteArray key; ///< decoded; the answer goes under the same
        QByteArray method;
        QByteArray params; ///< raw JSON; empty for none
    };

    QList<Question> questions;       ///< none: it only wants to be asked again
    std::optional<QByteArray> state; ///< raw JSON of `requestState`, to be given back byte for byte

    /// Those in an object `inputRequests`.
    [[nodiscard]] static QList<Question> questionsIn(const JsonValue &inputRequests);
    /// Those in a refusal with -32042 of 2025-11-25, each an elicitation.
    [[nodiscard]] static QList<Question> elicitationsIn(const JsonValue &error);
    /// The object `inputResponses`, with the answers in the order of `questions`; an empty one is left out. Empty if all are.
    [[nodiscard]] QByteArray responses(const QList<QByteArray> &answers) const;
    /// None if `result` (raw JSON) is of another type, also of none: then it is complete.
    [[nodiscard]] static std::optional<InputRequired> in(const QByteArray &result);
    /// The params of the next round: those of the first, with the answers (raw JSON result objects, in the order of
    /// `questions`; an empty one is left out) and the state, if one was given.
    [[nodiscard]] QByteArray answeredIn(const QByteArray &params, const QList<QByteArray> &answers) const;
};

} // namespace Pullcord
