// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/conversation.h"
#include "core/mcp/validation/outputcheck.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace Pullcord {

/// Checks of one call: arguments against the input schema of the tool, the rules of progress, and structured content
/// against the output schema. Prints faults on standard error, and adds them to the output of --json.
class CallChecks final : public QObject
{
    Q_OBJECT

public:
    /// Time to wait for the schema of a tool.
    static constexpr std::chrono::milliseconds Patience{5000};

    CallChecks(Conversation &conversation, QObject *parent);

    /// Checks progress while the call is open. `record` is that of the call; the transition may be that of another
    /// request.
    void take(const RequestRecord &record, bool isOfCall, const Transition &transition, const Event &event);
    /// Requests the list of tools, and checks the arguments against the input schema of `tool`. argumentsChecked()
    /// follows later, or from within this call. Wrong arguments are reported, with the remark that the tool is not
    /// called. Arguments that cannot be checked count as correct, with a remark.
    void checkArguments(const QString &tool, const QByteArray &arguments);
    /// Requests the list of tools if necessary, and checks the result against the output schema of `tool`. checked()
    /// follows later, or from within this call.
    void checkOutput(const QString &tool, const QByteArray &result);
    /// Ends the check with a remark that it is impossible.
    void giveUp(const QString &why);
    /// True if the check has ended.
    [[nodiscard]] bool isDone() const { return !m_waiting.isActive(); }
    /// Adds the results to a report: argumentProblems, progressProblems, outputSchema.
    void addTo(QByteArray &report) const;
    [[nodiscard]] bool isViolated() const { return m_output.verdict == OutputCheck::Verdict::Violated; }

    /// Returns an array of strings.
    [[nodiscard]] static QByteArray jsonOf(const QList<TranslatableText> &all);

signals:
    void argumentsChecked(bool areRight);
    void checked();

private:
    enum class Part : quint8 { Arguments, Output };

    void complain(const TranslatableText &words);
    void askForTools(Part then);
    void judgeOutput();
    void judgeArguments();
    void compareArguments(const QByteArray &inputSchema);
    void reportUnchecked(const QString &why) const;
    void judge();
    [[nodiscard]] std::optional<Tool> tool() const;

    Conversation &m_conversation;
    QString m_tool;
    QByteArray m_arguments;
    QByteArray m_result;
    Part m_part = Part::Arguments; ///< part that waits for the list of tools
    bool m_isListed = false;       ///< the list of tools has arrived, or is not available
    QList<TranslatableText> m_wrongArguments;
    QList<TranslatableText> m_uncheckedArguments; ///< reasons why the arguments, or parts of them, were not checked
    OutputCheck m_output;
    QTimer m_waiting;
    QList<TranslatableText> m_progress; ///< the first faults
    qsizetype m_wrong = 0;              ///< number of faults
    std::optional<double> m_last;
};

} // namespace Pullcord
