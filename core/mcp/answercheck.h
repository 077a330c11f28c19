// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words.h"

#include <QByteArray>

namespace Pullcord {

/// Whether an answer that was made beforehand fits the question that has come. A value.
/// Specification: client "Elicitation", `requestedSchema`.
struct AnswerCheck
{
    QList<Words> problems;  ///< JSON Pointer in the answer, and what should be there
    QList<Words> unchecked; ///< what of the schema was not checked, and why

    /// Of raw JSON: the parameters of a question of `method`, and a result. What is not a filled-in form fits.
    [[nodiscard]] static AnswerCheck of(const QByteArray &method, const QByteArray &params, const QByteArray &result);
};

} // namespace Pullcord
