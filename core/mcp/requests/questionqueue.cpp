// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/questionqueue.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/client.h"
#include "core/mcp/requests/answers.h"
#include "core/mcp/requests/elicitation.h"
#include "core/mcp/requests/logicalcall.h"

#include <QSet>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

void reply(IncomingRequest *request, const std::variant<QByteArray, Answers::ErrorResponse> &answer)
{
    if (const auto *result = std::get_if<QByteArray>(&answer)) {
        request->respond(*result);
    } else {
        const auto &error = std::get<Answers::ErrorResponse>(answer);
        request->fail(error.code, error.message);
    }
}

/// Our requests that the question may serve; exactly one if that is known.
QList<OutgoingRequest *> causesOf(const IncomingRequest &request, const RpcConnection &rpc)
{
    if (OutgoingRequest *known = request.cause())
        return {known};
    const Dialect &dialect = rpc.tracker().dialect();
    if (dialect.unrelatedQuestions.contains(request.method()))
        return {};
    QList<OutgoingRequest *> live = rpc.outgoing();
    live.removeIf([&](const OutgoingRequest *each) { return !dialect.servedByAsking.contains(each->method()); });
    return live;
}

bool isGivenUp(const OutgoingRequest &request)
{
    const bool hasStopped = request.state() == RequestState::Cancelled || request.state() == RequestState::TimedOut;
    return hasStopped && !request.isDetached();
}

QString because(const QString &what, const QString &reason)
{
    return reason.isEmpty() ? what : what + u": "_s + reason;
}

QString wasFor(const RequestId &parent)
{
    return u"It was for request %1, which was abandoned"_s.arg(parent.display());
}

/// Reason why a question of the server needs no answer any more.
QString whyWithdrawn(const RequestRecord *record, const QString &reason)
{
    if (record && record->state == RequestState::Lost)
        return reason;
    if (!record || !record->cancellation || !record->cancellation->parent.isLegal())
        return because(u"The server cancelled it"_s, reason);
    return because(wasFor(record->cancellation->parent), reason);
}

/// Answers to one round of questions, which are sent together.
struct Round
{
    QPointer<LogicalCall> call;
    QList<QByteArray> answers;
    qsizetype missing = 0;

    void answer(qsizetype index, const QByteArray &result)
    {
        answers[index] = result;
        if (--missing == 0 && call)
            call->answer(answers);
    }
    /// A refusal that is not a result cannot be sent here, so the call is cancelled.
    void refuse(qsizetype index, const QByteArray &method)
    {
        const auto refusal = Answers::refusal(method);
        if (const auto *result = std::get_if<QByteArray>(&refusal))
            answer(index, *result);
        else if (call)
            call->cancel(u"%1 was refused"_s.arg(QString::fromUtf8(method)));
    }
};

} // namespace

QuestionQueue::QuestionQueue(Client &client, QObject *parent)
    : QObject(parent)
    , m_client(client)
{
    connect(client.rpc().notifications("notifications/elicitation/complete"), &NotificationSource::received, this,
            &QuestionQueue::onComplete);
    connect(&client.rpc(), &RpcConnection::stateChanged, this, [this](Transport::State state) {
        if (state == Transport::State::Closing)
            withdrawAll();
    });
    for (const Answers::Invitation &invitation : Answers::invitations()) {
        if (!client.options().capabilities.contains(invitation.capability))
            continue;
        client.rpc().setHandler(invitation.method, [alive = QPointer(this)](IncomingRequest *request) {
            if (alive)
                alive->take(request);
        });
    }
}

QuestionQueue::~QuestionQueue() = default;

void QuestionQueue::setPolicy(const QByteArray &method, const AnswerPolicy &policy)
{
    m_policies.insert(method, policy);
}

Question *QuestionQueue::find(const Question::Place &place) const
{
    const auto found = std::find_if(m_open.begin(), m_open.end(),
                                    [&place](const Question *question) { return question->place() == place; });
    return found == m_open.end() ? nullptr : *found;
}

void QuestionQueue::take(IncomingRequest *request)
{
    if (const auto objection =
            Answers::objection(request->method(), request->params(), m_client.options().capabilities)) {
        request->fail(objection->code, objection->message);
        return;
    }
    const QPointer<IncomingRequest> asked(request);
    const quint64 serial = request->serial();
    Question *question = make(request->method(), request->params(), {m_client.rpc().connection(), serial},
                              {.answer =
                                   [asked](const QByteArray &result) {
                                       if (asked)
                                           asked->respond(result);
                                   },
                               .refuse =
                                   [asked] {
                                       if (asked)
                                           reply(asked, Answers::refusal(asked->method()));
                                   }});
    connect(&request->token(), &CancellationToken::requested, question,
            [this, question, serial](const QString &reason) {
                question->withdraw(whyWithdrawn(m_client.rpc().tracker().record(serial), reason));
            });
    connect(request, &IncomingRequest::finished, question,
            [question] { question->withdraw(u"The request has ended"_s); });
    bindToCause(*request, *question);
    settle(question);
}

void QuestionQueue::bindToCause(IncomingRequest &request, Question &question)
{
    const QList<OutgoingRequest *> causes = causesOf(request, m_client.rpc());
    if (causes.size() == 1 && policy(request.method()).kind == AnswerPolicy::Kind::Ask) {
        causes.constFirst()->pauseDeadlines();
        connect(&question, &Question::ended, causes.constFirst(), &OutgoingRequest::resumeDeadlines);
    }
    OutgoingRequest *known = request.cause();
    if (!known) {
        bindToGuess(request, causes);
        return;
    }
    // The cancel of the request covers the question; nothing is sent for it.
    connect(known, &OutgoingRequest::finished, &request, [known, &request] {
        if (isGivenUp(*known))
            request.giveUpWith(known->id(), known->outcome().error().detail);
    });
}

void QuestionQueue::bindToGuess(IncomingRequest &request, const QList<OutgoingRequest *> &causes)
{
    if (policy(request.method()).kind == AnswerPolicy::Kind::Never)
        return;
    struct Guess
    {
        qsizetype left = 0;
        qsizetype givenUp = 0;
        qsizetype all = 0;
        QString reason; ///< reason of the last one given up
    };
    const auto guess = std::make_shared<Guess>(Guess{.left = causes.size(), .all = causes.size()});
    for (OutgoingRequest *cause : causes) {
        // The connection may end its requests after this object, or the question, is destroyed.
        connect(cause, &OutgoingRequest::finished, this,
                [this, cause, asking = QPointer(&request), guess, only = causes.size() == 1] {
                    if (!asking)
                        return;
                    const bool isLast = --guess->left == 0;
                    if (isGivenUp(*cause)) {
                        ++guess->givenUp;
                        guess->reason = cause->outcome().error().detail;
                    }
                    if (!isLast || guess->givenUp == 0)
                        return;
                    const bool all = guess->givenUp == guess->all;
                    const QString why = only  ? wasFor(cause->id())
                                        : all ? u"Every request that may have caused it was abandoned"_s
                                              : u"Every request that may have caused it has ended"_s;
                    dismiss(*asking, because(why, guess->reason), {{u"reason"_s, guess->reason}, {u"all"_s, all}});
                });
    }
}

/// No message carries the reason for a dismissal, so a Note records it.
void QuestionQueue::dismiss(IncomingRequest &request, const QString &why, const QJsonObject &more)
{
    const QPointer<IncomingRequest> guard(&request);
    if (Question *question = find({m_client.rpc().connection(), request.serial()}))
        question->withdraw(why);
    if (guard)
        m_client.rpc().noteOf(request.serial(), u"dismissed"_s,
                              u"%1 is dismissed. %2"_s.arg(QString::fromUtf8(request.method()), why), more);
    if (guard)
        reply(&request, Answers::dismissal(request.method(), why));
}

/// Withdraws all questions of a connection that is closing, since no answer can be sent.
void QuestionQueue::withdrawAll()
{
    const QList<Question *> open = m_open;
    for (const QPointer<Question> question : open) {
        if (question)
            question->withdraw(u"The client is disconnecting"_s);
    }
}

void QuestionQueue::dismissTask(const QString &taskId)
{
    const QList<Question *> open = m_open;
    for (const QPointer<Question> question : open) {
        if (!question || question->place().connection != m_client.rpc().connection() ||
            question->relatedTask() != taskId)
            continue;
        if (IncomingRequest *request = m_client.rpc().incoming(question->place().serial))
            dismiss(*request, u"It was for the task %1, which was cancelled"_s.arg(taskId), {{u"task"_s, taskId}});
    }
}

void QuestionQueue::onComplete(const QByteArray &params)
{
    const QByteArray id = JsonValue(params).member("elicitationId").toUtf8();
    if (id.isEmpty())
        return;
    const QList<Question *> open = m_open;
    for (const QPointer<Question> question : open) {
        if (question && JsonValue(question->params()).member("elicitationId").toUtf8() == id)
            question->complete();
    }
}

void QuestionQueue::take(LogicalCall *call)
{
    const QList<InputRequired::Question> asked = call->required().questions;
    auto round = std::make_shared<Round>(Round{call, QList<QByteArray>(asked.size()), asked.size()});
    const Question::Place place{call->answeredConnection(), call->answeredSerial()};
    QList<QPointer<Question>> questions;
    for (qsizetype i = 0; i < asked.size(); ++i) {
        const QByteArray method = asked.at(i).method;
        Question *question = make(method, asked.at(i).params, place,
                                  {.answer = [round, i](const QByteArray &result) { round->answer(i, result); },
                                   .refuse = [round, i, method] { round->refuse(i, method); }});
        connect(call, &LogicalCall::finished, question, [question](const Result<QByteArray> &outcome) {
            const bool isLost = !outcome && outcome.error().kind == ErrorKind::Transport;
            question->withdraw(outcome  ? u"The call has ended"_s
                               : isLost ? because(u"The connection ended"_s, outcome.error().detail)
                                        : because(u"The call was abandoned"_s, outcome.error().detail));
        });
        questions.append(question);
    }
    for (const QPointer<Question> &question : std::as_const(questions)) {
        if (question && question->isOpen())
            settle(question);
    }
}

Question *QuestionQueue::make(const QByteArray &method, const QByteArray &params, const Question::Place &place,
                              Question::Means means)
{
    auto *question = new Question(method, params, place, std::move(means), this);
    connect(question, &Question::ended, this, [this, question] { onEnded(question); });
    return question;
}

void QuestionQueue::settle(Question *question)
{
    const AnswerPolicy chosen = policy(question->method());
    const QString method = QString::fromUtf8(question->method());
    switch (chosen.kind) {
    case AnswerPolicy::Kind::Ask:
        m_open.append(question);
        emit added(question);
        break;
    case AnswerPolicy::Kind::Answer:
        answerByRule(question, chosen);
        break;
    case AnswerPolicy::Kind::Refuse:
        m_client.rpc().note(u"%1 is refused by rule"_s.arg(method));
        question->refuse();
        break;
    case AnswerPolicy::Kind::Never:
        m_client.rpc().noteOf(question->place().serial, u"left"_s,
                              u"%1 is left without an answer by rule"_s.arg(method));
        break;
    }
}

void QuestionQueue::answerByRule(Question *question, const AnswerPolicy &policy)
{
    const QString method = QString::fromUtf8(question->method());
    const ResponseCheck check =
        policy.mustFit ? ResponseCheck::of(question->method(), question->params(), policy.result) : ResponseCheck();
    const QPointer<Question> asked(question);
    if (!check.problems.isEmpty() || !check.unchecked.isEmpty())
        emit misfit(question->method(), check);
    if (!asked)
        return;
    if (check.problems.isEmpty()) {
        m_client.rpc().note(u"%1 is answered by rule"_s.arg(method));
        question->answer(policy.result);
    } else {
        m_client.rpc().note(u"%1 is dismissed: the answer by rule does not match its schema"_s.arg(method));
        question->answer(Elicitation::dismissed());
    }
}

void QuestionQueue::onEnded(Question *question)
{
    question->deleteLater();
    if (m_open.removeOne(question))
        emit ended(question);
}

} // namespace Pullcord
