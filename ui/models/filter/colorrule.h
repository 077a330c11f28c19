// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filterpredicate.h"
#include "core/capture/marks.h"

#include <QHash>
#include <QList>

namespace Pullcord {

/// A rule of the user that colors the matching rows. A value.
struct ColorRule
{
    QString name;
    QString filter; ///< in the filter language
    MarkColor color = MarkColor::Yellow;
    bool isOn = true;

    /// Converts to and from the settings' format. An invalid text gives no rule.
    [[nodiscard]] QString toSetting() const;
    [[nodiscard]] static std::optional<ColorRule> fromSetting(const QString &text);

    friend bool operator==(const ColorRule &, const ColorRule &) = default;
};

/// Returns the color of a row. The user's own mark precedes a rule.
[[nodiscard]] inline MarkColor colorOf(const Mark &mark, const ColorRule *rule)
{
    return mark.color != MarkColor::None || !rule ? mark.color : rule->color;
}

/// Finds the rule that colors a row: the first enabled one whose filter matches. It evaluates painted rows only, and
/// caches the result until the row changes. Capture and log must outlive it. Plain class.
class RuleColors
{
public:
    static constexpr qsizetype MostKnown = 4096; ///< size of the cache, in rows

    RuleColors() = default;
    RuleColors(const QList<ColorRule> &rules, const Capture &capture, const RequestLog &log,
               const FilterPredicate::Clock &now, const FilterPredicate::Reasons &reasons = {});

    [[nodiscard]] bool isEmpty() const { return m_rules.empty(); }
    /// Null if no rule matches.
    [[nodiscard]] const ColorRule *ofRequest(qsizetype row, bool isOpen) const;
    [[nodiscard]] const ColorRule *ofEvent(qsizetype index) const;
    /// True if a result for a message may change with its request.
    [[nodiscard]] bool changesWithRequests() const;

    void forget(qsizetype row) { m_known.remove(row); }
    void forgetAll() { m_known.clear(); }

private:
    struct Rule
    {
        ColorRule rule;
        FilterPredicate test;
    };
    template<typename Passes>
    [[nodiscard]] const ColorRule *find(qsizetype row, bool mayKeep, const Passes &passes) const;

    std::vector<Rule> m_rules;
    mutable QHash<qsizetype, qint16> m_known; ///< index in m_rules; -1: none
};

} // namespace Pullcord
