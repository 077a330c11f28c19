// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/seentools.h"

#include <QByteArrayList>
#include <QSet>

namespace Pullcord {

/// P16, P17, P20 and P21: tools that are listed in another order, with headers that cannot be, defined otherwise than before,
/// or under names that are against the rules.
class ToolListRule final : public FindingRule
{
public:
    static constexpr qsizetype Longest = qsizetype(8) << 20; ///< bytes of a page that is looked at

    explicit ToolListRule(FindingContext &context);
    void onTransition(const FindingStep &step) override;

private:
    void clearList();
    void judgeName(const JsonValue &name, const FindingStep &step);
    void look(const QByteArray &name, const JsonValue &tool, const FindingStep &step);
    void compare(const QByteArray &name, const JsonValue &tool, const SeenTools::Tool &known, const FindingStep &step);
    void endList(const FindingStep &step);

    QByteArrayList m_list;       ///< names, of the pages so far
    QSet<QByteArray> m_listed;   ///< the same
    QSet<QByteArray> m_badNames; ///< that P21 has named
};

} // namespace Pullcord
