// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/splitmessage.h"

#include <QHash>

#include <array>

namespace Pullcord {

/// P01 to P03 and P19: messages that are none, or not as JSON-RPC wants them. Of each side, those of a sort are one finding.
/// Over stdio a newline belongs to a message (P01); where we ended the server, it may have been cut off in the middle of one.
///
/// A fault of the framing is one finding, which counts the lines: messages over several lines, headers as the Language Server
/// Protocol has them. So are lines of JSON that are no messages, which a logger writes to standard output.
class MessageFormRule final : public FindingRule
{
public:
    explicit MessageFormRule(FindingContext &context);
    static constexpr qsizetype MostFaults = 16; ///< that are told apart

    static constexpr qint64 Patience = 1'000'000'000; ///< ns from the first line of a message to its last

    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    /// What a side has written that may be a part of a message, and how its framing is known to be wrong.
    struct Lines
    {
        SplitMessage message;
        QList<qint64> events;  ///< of the lines in it
        qint64 since = 0;      ///< when its first line came
        quint64 split = 0;     ///< keys of findings
        qint64 splitLines = 0; ///< in all messages
        quint64 headers = 0;
        quint64 logged = 0;
    };
    [[nodiscard]] Lines &linesOf(Direction direction)
    {
        return m_lines[direction == Direction::ServerToClient ? 1 : 0];
    }
    [[nodiscard]] bool takeLine(const FindingStep &step);
    [[nodiscard]] bool takeHeader(const FindingStep &step);
    [[nodiscard]] bool isLogLine(const FindingStep &step) const;
    [[nodiscard]] bool isUnwantedBody(const FindingStep &step) const;
    void reportLogLine(const FindingStep &step);
    void reportSplit(Lines &lines, const FindingStep &step);
    void reportFlaws(const FindingStep &step);
    void giveUp(Lines &lines);
    void onFlawed(const FindingStep &step);

    void onBatch(const FindingStep &step);
    void onMalformed(const FindingStep &step);
    void onExited(const FindingStep &step);
    void reportNoJson(const FindingStep &step);
    void report(FindingCode code, const FindingStep &step, const Words &sentence)
    {
        report(code, FindingKind::of(code).severity, step, sentence);
    }
    void report(FindingCode code, FindingSeverity severity, const FindingStep &step, const Words &sentence);

    std::array<Lines, 2> m_lines;       ///< of the client, of the server
    qint64 m_logLine = -1;              ///< event that is no message as a whole: its parts are none either
    QHash<QByteArray, quint64> m_found; ///< keys of findings, by code, side and what is wrong: of the first MostFaults
};

} // namespace Pullcord
