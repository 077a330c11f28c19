// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

#include <functional>

namespace Pullcord {

/// Something that a server asks of the person behind the client: sampling, elicitation, roots. A request of its own in the
/// legacy era; in 2026-07-28 a part of an answer to one of ours, with nothing open on the wire meanwhile.
///
/// Owner: the QuestionQueue, which deletes it (deleteLater) after ended(). Specification: client "Sampling", "Elicitation",
/// "Roots", "Multi Round-Trip Requests"; spec digest 4.6 to 4.9.
class Question final : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 {
        Open,
        Answered, ///< with a result
        Refused,  ///< as Answers::refusal() says it
        Withdrawn ///< nobody waits any more: the server cancelled, the call was given up, the connection ended
    };
    Q_ENUM(State)

    /// What answering means where it was asked.
    struct Means
    {
        std::function<void(const QByteArray &)> answer; ///< with a raw JSON result
        std::function<void()> refuse;
    };

    /// The record in the log that people find it at: the server's request, or ours that was answered with it.
    struct Place
    {
        quint32 connection = 0;
        quint64 serial = 0; ///< in that connection

        friend bool operator==(const Place &, const Place &) = default;
    };

    Question(QByteArray method, QByteArray params, const Place &place, Means means, QObject *parent);

    [[nodiscard]] const QByteArray &method() const { return m_method; }
    [[nodiscard]] const QByteArray &params() const { return m_params; } ///< raw JSON; empty for none
    [[nodiscard]] const Place &place() const { return m_place; }
    /// The id of the task that it is for, as the server says it (2025-11-25); empty for none.
    [[nodiscard]] QString relatedTask() const;
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isOpen() const { return m_state == State::Open; }

    /// Both do nothing once it has ended.
    void answer(const QByteArray &result);
    void refuse();
    /// The server says that what it asks to be done elsewhere is done (notifications/elicitation/complete). It stays open, since an
    /// answer is a person's.
    void complete();
    [[nodiscard]] bool isComplete() const { return m_complete; }
    /// For who asked: no answer is wanted any more.
    void withdraw(const QString &why);

signals:
    /// Once, before ended().
    void completed();
    /// Once. `why` is empty unless it was withdrawn.
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
