// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/question.h"
#include "core/mcp/validation/messagecheck.h"

#include <QHash>
#include <QList>

namespace Pullcord {

class Client;
class IncomingRequest;
class LogicalCall;
class OutgoingRequest;

/// Rule for questions of one kind. A value.
struct AnswerPolicy
{
    enum class Kind : quint8 {
        Ask,    ///< the user answers, without a time limit
        Answer, ///< answered with `result`, at once
        Refuse, ///< refused at once
        Never,  ///< stays open, to observe the server
    };
    Kind kind = Kind::Ask;
    QByteArray result; ///< raw JSON
    /// Answer: a result that does not fit the question (ResponseCheck) is not sent; the server gets a dismissal
    /// instead.
    bool mustFit = false;
};

/// The questions of a server that wait for the user, in order of arrival, and the rules for those that need not wait.
///
/// Owner: the Conversation; the client must outlive it. It takes the requests that our capabilities allow; the session
/// refuses the others. A Note in the log marks each action of a rule, so that it is not mistaken for the user's.
///
/// A question that serves one of our requests ends when that request is cancelled or times out. Over HTTP the served
/// request is known: nothing is sent, and a Cancel event records the end. On other transports it is guessed (never for
/// roots). When no candidate is left and one of them was given up, the question is dismissed, since the server may
/// still wait for an answer. While the user is asked, the deadlines of the served request are paused, if there is only
/// one candidate.
///
/// While the connection is closing, no question is asked any more, since no answer could be sent.
/// Order of signals: added, then ended; neither for a question settled by a rule. misfit comes before the rule settles
/// it.
class QuestionQueue final : public QObject
{
    Q_OBJECT

public:
    explicit QuestionQueue(Client &client, QObject *parent = nullptr);
    ~QuestionQueue() override;

    /// Sets the rule for questions that arrive from now on.
    void setPolicy(const QByteArray &method, const AnswerPolicy &policy);
    [[nodiscard]] AnswerPolicy policy(const QByteArray &method) const { return m_policies.value(method); }

    /// Questions that wait for the user.
    [[nodiscard]] const QList<Question *> &open() const { return m_open; }
    /// First waiting question at that record; null if there is none.
    [[nodiscard]] Question *find(const Question::Place &place) const;

    /// Dismisses the questions that serve a task of 2025-11-25, which was cancelled.
    void dismissTask(const QString &taskId);

    /// Asks the questions of a call (LogicalCall::asked), and answers the call once all are answered.
    void take(LogicalCall *call);

signals:
    void added(Pullcord::Question *question);
    void ended(Pullcord::Question *question);
    /// The answer of a rule that must fit does not fit, or could not be checked completely.
    void misfit(const QByteArray &method, const Pullcord::ResponseCheck &check);

private:
    void take(IncomingRequest *request);
    void withdrawAll();
    void onComplete(const QByteArray &params);
    void bindToCause(IncomingRequest &request, Question &question);
    void bindToGuess(IncomingRequest &request, const QList<OutgoingRequest *> &causes);
    void dismiss(IncomingRequest &request, const QString &why, const QJsonObject &more);
    [[nodiscard]] Question *make(const QByteArray &method, const QByteArray &params, const Question::Place &place,
                                 Question::Means means);
    void settle(Question *question);
    void answerByRule(Question *question, const AnswerPolicy &policy);
    void onEnded(Question *question);

    Client &m_client;
    QHash<QByteArray, AnswerPolicy> m_policies;
    QList<Question *> m_open;
};

} // namespace Pullcord
