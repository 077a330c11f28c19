// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/conversation.h"
#include "core/mcp/outputcheck.h"

#include <QObject>
#include <QTimer>

namespace Pullcord {

/// What a server does wrong in one call though it answers: progress that breaks the rules, and structured content that is
/// not what the tool's output schema promises. Said on standard error, and for --json.
class CallChecks final : public QObject
{
    Q_OBJECT

public:
    /// For what the schema of a tool is waited for.
    static constexpr std::chrono::milliseconds Patience{5000};

    CallChecks(Conversation &conversation, QObject *parent);

    /// Of progress while the call is open; `record` is that of the call, the transition may be another's.
    void take(const RequestRecord &record, bool isOfCall, const Transition &transition, const Event &event);
    /// Asks for the tools, to hold the result of `tool` against its output schema; checked() follows, later or from within.
    void checkOutput(const QString &tool, const QByteArray &result);
    /// It cannot be, and that is told.
    void giveUp(const QString &why);
    /// It has been told, or cannot be told any more.
    [[nodiscard]] bool isDone() const { return !m_waiting.isActive(); }
    /// Adds to a report what was found: progressProblems, outputSchema.
    void addTo(QByteArray &report) const;
    [[nodiscard]] bool isViolated() const { return m_output.verdict == OutputCheck::Verdict::Violated; }

signals:
    void checked();

private:
    void complain(const Words &words);
    void judge();

    Conversation &m_conversation;
    QString m_tool;
    QByteArray m_result;
    OutputCheck m_output;
    QTimer m_waiting;
    QList<Words> m_progress; ///< the first of what was wrong
    qsizetype m_wrong = 0;   ///< how much there was
    std::optional<double> m_last;
};

} // namespace Pullcord
