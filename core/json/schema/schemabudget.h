// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"

#include <QDeadlineTimer>

namespace Pullcord {

/// Remaining budget of a validation. Once it is spent, or stop() was called, all functions return false.
class SchemaBudget
{
public:
    explicit SchemaBudget(const JsonSchemaLimits &limits);

    /// Call it before work of that size: a step is about one keyword, or one kilobyte read. False: do not do the work.
    bool spend(qint64 steps = 1);
    /// Like spend(), for reading that many bytes.
    bool spendBytes(qsizetype bytes) { return spend(1 + bytes / 1024); }
    /// Checks the clock at once, before a step that may take long.
    bool checkClock();
    /// Stops the validation for another reason, given as a plain sentence. The first reason stays.
    void stop(const TranslatableText &reason);
    [[nodiscard]] bool stopped() const { return !m_reason.isEmpty(); }
    [[nodiscard]] const TranslatableText &reason() const { return m_reason; }

private:
    qint64 m_steps;
    qint64 m_nextLook; ///< remaining steps at which the clock is read next
    QDeadlineTimer m_deadline;
    TranslatableText m_reason;
};

} // namespace Pullcord
