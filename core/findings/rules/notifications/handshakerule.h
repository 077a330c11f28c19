// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// P22: initialize, or its response, names no revision of MCP, so none is agreed on. Gets each message later
/// (FindingRules::makeLater).
///
/// P11 says nothing about protocolVersion then. A client may offer a revision that is unknown here.
/// Specification: lifecycle "Version Negotiation".
class HandshakeRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;

    void onEvent(const FindingStep &step) override;

private:
    void judge(const FindingStep &step, Direction accused, const JsonValue &version);
    [[nodiscard]] bool isOffered(const FindingStep &step, const JsonValue &version) const;
    void report(const FindingStep &step, Direction accused, FindingSeverity severity, const TranslatableText &sentence);
};

} // namespace Pullcord
