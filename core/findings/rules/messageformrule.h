// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include <QHash>

namespace Pullcord {

/// P01 to P03 and P19: messages that are none, or not as JSON-RPC wants them. Of each side, those of a sort are one finding.
/// Over stdio a newline belongs to a message (P01); where we ended the server, it may have been cut off in the middle of one.
class MessageFormRule final : public FindingRule
{
public:
    explicit MessageFormRule(FindingContext &context);
    static constexpr qsizetype MostFaults = 16; ///< that are told apart

    void onEvent(const FindingStep &step) override;

private:
    void onBatch(const FindingStep &step);
    void onMalformed(const FindingStep &step);
    void onExited(const FindingStep &step);
    void reportNoJson(const FindingStep &step);
    void report(FindingCode code, const FindingStep &step, const Words &sentence)
    {
        report(code, FindingKind::of(code).severity, step, sentence);
    }
    void report(FindingCode code, FindingSeverity severity, const FindingStep &step, const Words &sentence);

    QHash<QByteArray, quint64> m_found; ///< keys of findings, by code, side and what is wrong: of the first MostFaults
};

} // namespace Pullcord
