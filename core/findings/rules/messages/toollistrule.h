// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/seentools.h"

#include <QByteArrayList>
#include <QList>
#include <QSet>

#include <optional>

namespace Pullcord {

/// P16, P17, P20 and P21: tools that are listed in another order, have invalid headers, changed their definition, or
/// have invalid names.
class ToolListRule final : public FindingRule
{
public:
    static constexpr qsizetype Longest = qsizetype(8) << 20; ///< bytes; longer pages are not read

    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Answered)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.record->method == "tools/list";
    }
    void onTransition(const FindingStep &step) override;

private:
    /// A list whose pages are arriving. Several may be read at once.
    struct List
    {
        QByteArrayList names;
        QSet<QByteArray> known; ///< the names as a set
        size_t next = 0;        ///< hash of the cursor of its next page
    };
    static constexpr qsizetype MostLists = 8;
    [[nodiscard]] std::optional<List> takeList(const JsonValue &cursor);
    void judgeName(const List &list, const JsonValue &name, const FindingStep &step);
    void look(const QByteArray &name, const JsonValue &tool, const FindingStep &step);
    void compare(const QByteArray &name, const JsonValue &tool, const SeenTools::Tool &known, const FindingStep &step);
    void endList(const List &list, const FindingStep &step);

    QList<List> m_lists;         ///< oldest first
    QSet<QByteArray> m_badNames; ///< reported by P21
};

} // namespace Pullcord
