// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/seentools.h"

#include <QByteArrayList>

namespace Pullcord {

/// P16, P17 and P20: tools that are listed in another order, with headers that cannot be, or defined otherwise than before.
class ToolListRule final : public FindingRule
{
public:
    static constexpr qsizetype Longest = qsizetype(8) << 20; ///< bytes of a page that is looked at

    explicit ToolListRule(FindingContext &context);
    void onTransition(const FindingStep &step) override;

private:
    void look(const QByteArray &name, const JsonValue &tool, const FindingStep &step);
    void compare(const QByteArray &name, const JsonValue &tool, const SeenTools::Tool &known, const FindingStep &step);
    void endList(const FindingStep &step);

    QByteArrayList m_list; ///< names, of the pages so far
};

} // namespace Pullcord
