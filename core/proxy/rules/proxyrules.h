// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filterpredicate.h"
#include "core/proxy/rules/proxyrule.h"
#include "core/result.h"
#include "core/rpc/requesttracker.h"

#include <map>
#include <optional>
#include <vector>

namespace Pullcord {

/// The rules of a proxy, in order: decides what happens to a message. The transport of the proxy does it.
///
/// The first rule that is enabled, has matches left, matches the message and can be applied to it decides; no other
/// rule is asked. A rule sees a message as it came, a batch as one message, and the request of a message as it is after
/// the message. Lines that are not messages are not matched.
///
/// A plain class, owned by the proxy. It keeps the requests of each connection by itself, since a message must be
/// matched before it has left.
class ProxyRules
{
public:
    static constexpr qsizetype LongestFile = qsizetype(4) << 20; ///< bytes

    /// The rule for a message.
    struct Decision
    {
        const ProxyRule &rule;
        QByteArray edited; ///< the message as it passes, for Action::Edit
    };
    /// A rule with its counter.
    struct Entry
    {
        ProxyRule rule;
        bool enabled = true;
        qint64 matches = 0;
        std::optional<qint64> left = {}; ///< number of matches until it stops; none: no limit
    };

    /// Reads a file. Errors name the file, the line, the JSON Pointer and the reason.
    [[nodiscard]] static Result<ProxyRules> fromFile(const QString &path);
    /// The same from the text; `name` is that of the file, for errors.
    [[nodiscard]] static Result<ProxyRules> fromJson(const QByteArray &text, const QString &name);

    /// Decides about a message of a connection when it has come; none: it passes. Counts the match.
    [[nodiscard]] std::optional<Decision> decide(const Event &message);
    /// Takes a response that a rule has sent.
    void follow(const Event &response);
    /// Forgets the requests of a connection that has ended.
    void forget(quint32 connection) { m_trackers.erase(connection); }
    /// Returns the rule with that name; null if there is none.
    [[nodiscard]] const ProxyRule *named(const QString &name) const;

    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; }
    /// Number of rules that are enabled and have matches left.
    [[nodiscard]] qsizetype active() const;
    /// Enables or disables the rule with that name. An enabled rule begins to count its limit anew; `next` replaces
    /// the limit of the file. An Error says that there is no such rule.
    [[nodiscard]] Outcome setEnabled(const QString &name, bool enabled, std::optional<qint64> next = {});
    /// Returns the rules with their counters: a JSON array.
    [[nodiscard]] QByteArray toJson() const;

private:
    explicit ProxyRules(const QList<ProxyRule> &rules);

    std::vector<Entry> m_entries;
    std::vector<MessagePredicate> m_predicates; ///< of the entries
    std::map<quint32, RequestTracker> m_trackers;
};

} // namespace Pullcord
