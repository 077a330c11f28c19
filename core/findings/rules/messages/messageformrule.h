// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/splitmessage.h"

#include <QHash>

#include <array>

namespace Pullcord {

/// P01 to P03 and P19: invalid JSON or invalid JSON-RPC. Equal faults of one side are one finding. Over stdio a message
/// must end with a newline (P01), unless we ended the server, perhaps in the middle of a message.
///
/// A fault of the framing is one finding that counts the lines: messages over several lines, or headers of the Language
/// Server Protocol. JSON lines that are no messages, as loggers write them to standard output, are one finding too.
class MessageFormRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.events = bits(EventKind::Malformed, EventKind::Exited),
                                  .messages = Flawed | Batches};
    static constexpr qsizetype MostFaults = 16; ///< kinds of faults that are reported separately

    static constexpr qint64 Patience = 1'000'000'000; ///< ns from the first line of a message to its last

    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    /// Lines of one side that may be parts of a message, and its known framing faults.
    struct Lines
    {
        SplitMessage message;
        QList<qint64> events;  ///< events of its lines
        qint64 since = 0;      ///< time of its first line
        quint64 split = 0;     ///< keys of findings
        qint64 splitLines = 0; ///< lines of all split messages
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
    void report(FindingCode code, const FindingStep &step, const TranslatableText &sentence)
    {
        report(code, FindingKind::of(code).severity, step, sentence);
    }
    void report(FindingCode code, FindingSeverity severity, const FindingStep &step, const TranslatableText &sentence);

    std::array<Lines, 2> m_lines;       ///< client and server
    qint64 m_logLine = -1;              ///< event that is no message as a whole, so its parts are not judged
    QHash<QByteArray, quint64> m_found; ///< keys of findings, by code, side and fault; of the first MostFaults
};

} // namespace Pullcord
