// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labplan.h"
#include "core/mcp/conversation.h"

#include <QObject>

#include <set>

namespace Pullcord {

class Findings;

/// What the steps of the cancellation lab have in common: the conversation, the plan, and what was measured.
///
/// Plain class, owned by the lab; the conversation and the findings must outlive it.
class LabBench
{
public:
    LabBench(Conversation &conversation, Findings &findings);
    Q_DISABLE_COPY_MOVE(LabBench)

    Conversation &conversation;
    Findings &findings;
    LabPlan plan;
    std::optional<std::chrono::nanoseconds> duration; ///< of a call that ended by itself
    bool endsByItself = true;                         ///< false where one has not, within LabPlan::limit
    qint64 measuredRow = -1;                          ///< of that call

    std::set<qint64> rows = {}; ///< of call() and probe()

    [[nodiscard]] const Dialect &dialect() const { return conversation.session()->tracker().dialect(); }
    /// Calls the tool; given up after `timeout`, whatever progress there is (negative: never).
    [[nodiscard]] OutgoingRequest *call(std::chrono::milliseconds timeout);
    /// Asks for something that takes no work, to see whether the server still answers.
    [[nodiscard]] OutgoingRequest *probe(std::chrono::milliseconds timeout);
    /// The params of that.
    [[nodiscard]] QByteArray probeMethod() const;
    /// The row of a request that has left.
    [[nodiscard]] qint64 rowOf(const OutgoingRequest &request) const;
    /// Cancels that id by hand: with these bytes.
    [[nodiscard]] QByteArray cancelOf(const QByteArray &rawId, const RequestId &asRequest = {}) const;

    /// A server has so long to answer what takes no work.
    [[nodiscard]] std::chrono::milliseconds probeLimit() const;
    /// How long a cancelled call is watched that had worked for so long.
    [[nodiscard]] std::chrono::milliseconds watchAfter(std::chrono::nanoseconds worked) const;
    /// How long one may take that nobody cancels, beside so many others.
    [[nodiscard]] std::chrono::milliseconds longest(int others = 0) const;
    /// Why a case makes no sense here; empty where it does.
    [[nodiscard]] Words reasonAgainst(LabCase kase) const;

private:
    OutgoingRequest *noted(OutgoingRequest *request);

    QObject m_context; ///< requests live longer
};

} // namespace Pullcord
