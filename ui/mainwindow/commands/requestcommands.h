// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/actions.h"

#include "core/connection/outgoingrequest.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Pullcord {

class Actions;
class AnswerDialog;
class CallPanel;
class LogicalCall;
class MessageBar;
class OutgoingRequest;
class Question;
class QuestionQueue;
class QuestionNote;
class ProxyCommands;
class RequestsPanel;
class Settings;
class ConversationController;

/// Commands for requests: call, cancel, answer, copy. They act on the conversation, or on the running proxy
/// whose file the page follows; results appear in the log.
class RequestCommands final : public QObject
{
    Q_OBJECT

public:
    RequestCommands(ConversationController &controller, ProxyCommands &proxy, RequestsPanel &panel, MessageBar &bar,
                    QuestionNote &note, Settings &settings, const Actions &actions, QWidget *window);
    ~RequestCommands() override;

    /// Calls the tool in the panel with its arguments, and selects the new request.
    void call(const CallPanel &wanted);
    /// Starts a call created by the conversation, and selects its request.
    void start(LogicalCall &call);
    /// Returns the timeouts chosen for a request of the log; the client's defaults if there were none, or they are
    /// unknown.
    [[nodiscard]] RequestOptions limitsOf(qsizetype logRow) const;
    /// Cancels the requests with the reason in the panel. Shows a message if one cannot be cancelled.
    void cancel(const QList<qsizetype> &logRows);
    void cancelAll();
    /// Answers the question in this row.
    void answer(qsizetype logRow);
    /// Answers the first question for the call that this row belongs to. Without one, answers the oldest question. If
    /// the call is in progress, only a question without a call qualifies; otherwise shows a message.
    void answerNext(qsizetype logRow);
    void answerQuestion(Question &question);
    /// Shows waiting questions in the status bar.
    void announce(QuestionQueue &questions);
    /// Asks how questions of this server are to be answered; only if it can be reconnected.
    void chooseAnswering();
    void copyIds(const QList<qsizetype> &logRows) const;

    [[nodiscard]] bool canCancelAll() const;
    /// Explains why requests in flight cannot be cancelled; else empty.
    [[nodiscard]] QString whyNotCancel() const;
    [[nodiscard]] bool canCancelAny(const QList<qsizetype> &logRows) const;
    [[nodiscard]] bool canAnswer(qsizetype logRow) const;
    /// True if a question waits.
    [[nodiscard]] bool canAnswerAny() const;

private:
    void onCancelled();
    void numberDialogs();
    void letPass();
    void rememberLimits(const RequestOptions &options, const OutgoingRequest &leg);
    [[nodiscard]] Question *questionFor(qsizetype logRow) const;
    [[nodiscard]] qsizetype rowOf(const Question &question) const;

    ConversationController &m_controller;
    ProxyCommands &m_proxy;
    RequestsPanel &m_panel;
    MessageBar &m_bar;
    QuestionNote &m_note;
    Settings &m_settings;
    const Actions &m_actions;
    QWidget *m_window;
    QHash<std::pair<quint32, RequestId>, RequestOptions>
        m_limits;               ///< timeouts chosen for single calls, by connection and id
    QTimer m_passing{this};     ///< runs while the note shows a withdrawn question
    QPointer<Question> m_asked; ///< the question in the note
    QHash<const Question *, QPointer<AnswerDialog>> m_dialogs; ///< prevents a second dialog for a question
};

} // namespace Pullcord
