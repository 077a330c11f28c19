// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

#include <functional>

namespace Pullcord {

/// A question of the server to the user: sampling, elicitation, roots. In the legacy era it is a server request; in
/// 2026-07-28 it is part of a response to our request, and no request is open while the user answers.
///
/// Owner: the QuestionQueue, which deletes it (deleteLater) after ended(). Specification: client "Sampling",
/// "Elicitation", "Roots", "Multi Round-Trip Requests"; spec digest 4.6 to 4.9.
class Question final : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 {
        Open,
        Answered, ///< with a result
        Refused,  ///< in the form of Answers::refusal()
        /// No answer is needed any more: the server cancelled, the call was given up, or the connection ended.
        Withdrawn
    };
    Q_ENUM(State)

    /// Functions that deliver the answer.
    struct Means
    {
        std::function<void(const QByteArray &)> answer; ///< takes a raw JSON result
        std::function<void()> refuse;
    };

    /// Record in the log where the user finds the question: the server's request, or our request whose response
    /// contains it.
    struct Place
    {
        quint32 connection = 0;
        quint64 serial = 0; ///< serial in that connection

        friend bool operator==(const Place &, const Place &) = default;
    };

    Question(QByteArray method, QByteArray params, const Place &place, Means means, QObject *parent);

    [[nodiscard]] const QByteArray &method() const { return m_method; }
    [[nodiscard]] const QByteArray &params() const { return m_params; } ///< raw JSON; empty for none
    [[nodiscard]] const Place &place() const { return m_place; }
    /// Id of the task that the question serves, according to the server (2025-11-25); empty for none.
    [[nodiscard]] QString relatedTask() const;
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isOpen() const { return m_state == State::Open; }

    /// Answers or refuses. Neither has an effect after the end.
    void answer(const QByteArray &result);
    void refuse();
    /// Notes that the server has seen the requested action completed elsewhere (notifications/elicitation/complete).
    /// The question stays open, since the answer is the user's.
    void complete();
    [[nodiscard]] bool isComplete() const { return m_complete; }
    /// Ends the question because no answer is needed any more.
    void withdraw(const QString &why);

signals:
    /// Emitted once, before ended().
    void completed();
    /// Emitted once. `why` is empty unless the question was withdrawn.
    void ended(Pullcord::Question::State state, const QString &why);

private:
    bool end(State state, const QString &why);

    QByteArray m_method;
    QByteArray m_params;
    Place m_place;
    Means m_means;
    State m_state = State::Open;
    bool m_complete = false;
};

} // namespace Pullcord
