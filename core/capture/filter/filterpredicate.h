// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filter.h"
#include "core/capture/filter/textmatcher.h"
#include "core/json/jsonvalue.h"

#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace Pullcord {

class Capture;
struct CaptureEntry;
struct Event;
struct Mark;
class RequestLog;
struct RequestRecord;

/// A term of a filter, prepared for many tests.
///
/// `!=` is tested like `=`. The caller negates the result (isNegative()), since `!=` means that none of several values
/// is equal. A value.
class FilterMatcher
{
public:
    explicit FilterMatcher(FilterTerm term);

    [[nodiscard]] const FilterTerm &term() const { return m_term; }
    [[nodiscard]] bool isNegative() const { return m_term.op == FilterTerm::Operator::Differs; }

    [[nodiscard]] bool matches(QStringView text) const;
    [[nodiscard]] bool matches(double number) const;
    /// True if any number from `least` to `most` matches.
    [[nodiscard]] bool matchesAny(double least, double most) const;
    /// Searches within the text; for Contents.
    [[nodiscard]] bool isIn(QStringView text) const;
    [[nodiscard]] bool isIn(QByteArrayView utf8) const;
    /// Tests the value at the pointer; for Json.
    [[nodiscard]] bool matchesJson(QByteArrayView message) const;

private:
    [[nodiscard]] bool equals(const JsonValue &value) const;

    FilterTerm m_term;
    TextMatcher m_text;              ///< for `:` in Contents
    QRegularExpression m_expression; ///< for `~`, and for wildcards
};

/// A Filter, prepared for many tests. A value.
class CompiledFilter
{
public:
    explicit CompiledFilter(const Filter &filter);

    /// Tests each term with `test`, as far as the result depends on it.
    template<typename TermTest>
    [[nodiscard]] bool passes(const TermTest &test) const
    {
        return !m_root || passes(*m_root, test);
    }

private:
    struct Node
    {
        Filter::Node::Kind kind = Filter::Node::Kind::Term;
        std::optional<FilterMatcher> term;
        std::vector<Node> parts;
    };
    [[nodiscard]] static Node compiled(const Filter::Node &node);
    template<typename TermTest>
    [[nodiscard]] static bool passes(const Node &node, const TermTest &test)
    {
        const auto passesPart = [&test](const Node &part) { return passes(part, test); };
        switch (node.kind) {
        case Filter::Node::Kind::Term:
            return test(*node.term) != node.term->isNegative();
        case Filter::Node::Kind::Not:
            return !passesPart(node.parts.front());
        case Filter::Node::Kind::And:
            return std::ranges::all_of(node.parts, passesPart);
        case Filter::Node::Kind::Or:
            return std::ranges::any_of(node.parts, passesPart);
        }
        return false;
    }

    std::optional<Node> m_root;
};

/// Tests messages that are in no capture. A value.
class MessagePredicate
{
public:
    explicit MessagePredicate(const Filter &filter)
        : m_filter(filter)
    {}

    /// Returns the first field of the filter that has no meaning without a capture, such as a mark; null if none.
    [[nodiscard]] static const FilterField *unsupportedIn(const Filter &filter);
    /// `record` is the request of the message, which is part of it already; null if there is none. `isLate` is as in
    /// Transition::isLate().
    [[nodiscard]] bool passes(const Event &message, const RequestRecord *record, bool isLate) const;

private:
    CompiledFilter m_filter;
};

/// Tests whether events and requests pass a Filter. A value for one search; capture and log must outlive it.
class FilterPredicate
{
public:
    /// Returns the current time of the capture, for open requests.
    using Clock = std::function<qint64()>;

    /// Returns the reason for the end of the task that the request in a row began. Empty if there is none.
    using Reasons = std::function<QString(qsizetype row)>;

    FilterPredicate(const Filter &filter, const Capture &capture, const RequestLog &log, Clock now = {},
                    Reasons reasons = {});

    [[nodiscard]] bool passesEvent(qsizetype index) const;
    [[nodiscard]] bool passesRequest(qsizetype row) const;
    /// True if the result for an open request may change with time alone.
    [[nodiscard]] bool changesWithTime() const { return m_changesWithTime; }
    /// True if the result for a message may change with the state of its request.
    [[nodiscard]] bool changesWithRequests() const { return m_changesWithRequests; }

private:
    [[nodiscard]] bool eventHas(const FilterMatcher &term, qsizetype index, const CaptureEntry &entry) const;
    [[nodiscard]] bool requestHas(const FilterMatcher &term, const RequestRecord &record) const;
    [[nodiscard]] bool isOfRequest(const FilterMatcher &term, const RequestRecord &record) const;
    [[nodiscard]] qint64 lastSignOf(const RequestRecord &record) const;
    [[nodiscard]] QString reasonOfTask(const RequestRecord &record) const;
    [[nodiscard]] bool methodOfEvent(const FilterMatcher &term, qsizetype index, const CaptureEntry &entry) const;
    [[nodiscard]] bool textIsInEvent(const FilterMatcher &term, qsizetype index) const;
    [[nodiscard]] bool textIsInRequest(const FilterMatcher &term, const RequestRecord &record) const;
    [[nodiscard]] bool jsonIsInEvent(const FilterMatcher &term, qsizetype index) const;
    template<typename EventTest>
    [[nodiscard]] static bool anyEvent(const RequestRecord &record, const EventTest &test);
    [[nodiscard]] qint64 now() const;

    CompiledFilter m_filter;
    const Capture *m_capture;
    const RequestLog *m_log;
    Clock m_now;
    Reasons m_reasons;
    bool m_changesWithTime;
    bool m_changesWithRequests;
};

} // namespace Pullcord
