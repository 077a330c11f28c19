// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filtermatcher.h"

#include <functional>
#include <vector>

namespace Pullcord {

class Capture;
class RequestLog;
struct CaptureEntry;
struct Mark;
struct RequestRecord;

/// Says whether events and requests pass a Filter. A value for one search; capture and log must outlive it.
class FilterTest
{
public:
    /// The present in the capture's time, for requests that are open.
    using Clock = std::function<qint64()>;

    /// Why what the request at a row began has ended as it did, where that goes on after it: a task. Empty for none.
    using Reasons = std::function<QString(qsizetype row)>;

    FilterTest(const Filter &filter, const Capture &capture, const RequestLog &log, Clock now = {},
               Reasons reasons = {});

    [[nodiscard]] bool passesEvent(qsizetype index) const;
    [[nodiscard]] bool passesRequest(qsizetype row) const;
    /// An open request may pass later, or no longer, without anything happening to it.
    [[nodiscard]] bool changesWithTime() const { return m_changesWithTime; }
    /// A message may pass later, or no longer, since its request changes.
    [[nodiscard]] bool changesWithRequests() const { return m_changesWithRequests; }

private:
    /// A Filter::Node, compiled.
    struct Node
    {
        Filter::Node::Kind kind = Filter::Node::Kind::Term;
        std::optional<FilterMatcher> term;
        std::vector<Node> parts;
    };
    [[nodiscard]] static Node compiled(const Filter::Node &node);
    template<typename TermTest>
    [[nodiscard]] static bool passes(const Node &node, const TermTest &test);

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

    std::optional<Node> m_root;
    const Capture *m_capture;
    const RequestLog *m_log;
    Clock m_now;
    Reasons m_reasons;
    bool m_changesWithTime;
    bool m_changesWithRequests;
};

} // namespace Pullcord
