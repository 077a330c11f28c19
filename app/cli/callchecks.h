// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/conversation.h"
#include "core/mcp/outputcheck.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace Pullcord {

/// What is wrong with one call: arguments that the tool's input schema does not allow; and of the server, though it answers,
/// progress that breaks the rules, and structured content that is not what the tool's output schema promises. Said on standard
/// error, and for --json.
class CallChecks final : public QObject
{
    Q_OBJECT

public:
    /// For that long the schema of a tool is waited for.
    static constexpr std::chrono::milliseconds Patience{5000};

    CallChecks(Conversation &conversation, QObject *parent);

    /// Of progress while the call is open; `record` is that of the call, the transition may be another's.
    void take(const RequestRecord &record, bool isOfCall, const Transition &transition, const Event &event);
    /// Asks for the tools, to hold the arguments of a call against the input schema of `tool`; argumentsChecked() follows, later
    /// or from within; where they are wrong, that the tool is not called has been told. What cannot be checked is right, and
    /// that it was not is told.
    void checkArguments(const QString &tool, const QByteArray &arguments);
    /// Asks for the tools, if that has not been done, to hold the result of `tool` against its output schema; checked() follows, later or from within.
    void checkOutput(const QString &tool, const QByteArray &result);
    /// It cannot be, and that is told.
    void giveUp(const QString &why);
    /// It has been told, or cannot be told any more.
    [[nodiscard]] bool isDone() const { return !m_waiting.isActive(); }
    /// Adds to a report what was found: argumentProblems, progressProblems, outputSchema.
    void addTo(QByteArray &report) const;
    [[nodiscard]] bool isViolated() const { return m_output.verdict == OutputCheck::Verdict::Violated; }

    /// As an array of strings.
    [[nodiscard]] static QByteArray jsonOf(const QList<Words> &all);

signals:
    void argumentsChecked(bool areRight);
    void checked();

private:
    enum class Part : quint8 { Arguments, Output };

    void complain(const Words &words);
    void askForTools(Part then);
    void judgeOutput();
    void judgeArguments();
    void compareArguments(const QByteArray &inputSchema);
    void tellUnchecked(const QString &why) const;
    void judge();
    [[nodiscard]] std::optional<Tool> tool() const;

    Conversation &m_conversation;
    QString m_tool;
    QByteArray m_arguments;
    QByteArray m_result;
    Part m_part = Part::Arguments; ///< for which the tools are waited for
    bool m_isListed = false;       ///< they are there, or are not to be had
    QList<Words> m_wrongArguments;
    QList<Words> m_uncheckedArguments; ///< why they, or a part of them, were not held against anything
    OutputCheck m_output;
    QTimer m_waiting;
    QList<Words> m_progress; ///< the first of what was wrong
    qsizetype m_wrong = 0;   ///< how much there was
    std::optional<double> m_last;
};

} // namespace Pullcord
