// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/answercheck.h"
#include "core/mcp/question.h"

#include <QHash>
#include <QList>

namespace Pullcord {

class Client;
class IncomingRequest;
class LogicalCall;
class OutgoingRequest;

/// What a client does with a question of one kind.
struct AnswerPolicy
{
    enum class Kind : quint8 {
        Ask,    ///< a person answers, in whatever time that takes
        Answer, ///< with `result`, at once
        Refuse, ///< at once
        Never,  ///< it stays open, to see what the server does
    };
    Kind kind = Kind::Ask;
    QByteArray result; ///< raw JSON
    /// Answer: what does not fit the question (AnswerCheck) is not sent; the server hears that nobody has chosen.
    bool mustFit = false;
};

/// The questions of a server that wait for a person, in the order in which they came, and what is done with those that need
/// not wait.
///
/// Owner: the Conversation; the client must outlive it. It takes the requests that our capabilities invite; the others are
/// refused by the session. Whatever a policy does is a Note in the log, so that nobody takes it for a person's doing.
/// A question that a request of ours has brought about ends with that one, when it is cancelled or times out. Which one that
/// is, HTTP tells: then nothing is sent, and the log says so. Elsewhere it is guessed (never for roots): when none is left that it
/// can be, and one of those was given up, the server is told that nobody will answer, since it may be waiting all the same.
/// As long as a person is asked, the deadlines of the request that brought it about stand still, if there is only one that it
/// can be.
/// While the connection is being closed nobody is asked any more, since no answer could leave.
/// Order of signals: added, then ended when it has ended; neither for what a policy settles. misfit before it is settled.
class QuestionQueue final : public QObject
{
    Q_OBJECT

public:
    explicit QuestionQueue(Client &client, QObject *parent = nullptr);
    ~QuestionQueue() override;

    /// For questions that come from now on.
    void setPolicy(const QByteArray &method, const AnswerPolicy &policy);
    [[nodiscard]] AnswerPolicy policy(const QByteArray &method) const { return m_policies.value(method); }

    /// Those that wait.
    [[nodiscard]] const QList<Question *> &open() const { return m_open; }
    /// The first that waits at that record; null if none does.
    [[nodiscard]] Question *find(const Question::Place &place) const;

    /// That task of 2025-11-25 was cancelled: the server is told that nobody will answer what it asks for the sake of it.
    void dismissTask(const QString &taskId);

    /// Asks what a call wants to know (LogicalCall::asked) and answers the call when all is answered.
    void take(LogicalCall *call);

signals:
    void added(Pullcord::Question *question);
    void ended(Pullcord::Question *question);
    /// An answer by rule that has to fit does not, or as far as that could be checked.
    void misfit(const QByteArray &method, const Pullcord::AnswerCheck &check);

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
