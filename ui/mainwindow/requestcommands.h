// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/actions.h"

#include "core/session/outgoingrequest.h"

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
class RequestsPanel;
class Settings;
class Workspace;

/// What can be done with requests: call, cancel, answer, copy. It asks the conversation; what comes of it is seen in the
/// log like everything else.
class RequestCommands final : public QObject
{
    Q_OBJECT

public:
    RequestCommands(Workspace &workspace, RequestsPanel &panel, MessageBar &bar, QuestionNote &note, Settings &settings,
                    const Actions &actions, QWidget *window);
    ~RequestCommands() override;

    /// The tool in the panel, as it stands there. The new request becomes the selected one.
    void call(const CallPanel &wanted);
    /// Starts what was made by the conversation. Its request becomes the selected one.
    void start(LogicalCall &call);
    /// How long a request of the log was to be waited for; the client's defaults where nobody had chosen for it, or nobody
    /// knows any more.
    [[nodiscard]] RequestOptions limitsOf(qsizetype logRow) const;
    /// With the reason that stands in the panel. Says so if one of them may not be cancelled.
    void cancel(const QList<qsizetype> &logRows);
    void cancelAll();
    /// What the server asks at that row.
    void answer(qsizetype logRow);
    /// The first that the server asks for what that row is a part of. If it asks nothing for it, what has waited longest; but
    /// for a call that goes on only what belongs to no other, or a note.
    void answerNext(qsizetype logRow);
    void answerQuestion(Question &question);
    /// Says in the status bar what the server asks, as long as it waits for somebody.
    void announce(QuestionQueue &questions);
    /// Asks what is to be done with the questions of this server; only where it can be connected to again.
    void chooseAnswering();
    void copyIds(const QList<qsizetype> &logRows) const;

    [[nodiscard]] bool canCancelAll() const;
    /// Why nothing can be cancelled although something is in flight; empty otherwise.
    [[nodiscard]] QString whyNotCancel() const;
    [[nodiscard]] bool canCancelAny(const QList<qsizetype> &logRows) const;
    [[nodiscard]] bool canAnswer(qsizetype logRow) const;
    /// Whether answerNext() would do something.
    [[nodiscard]] bool canAnswerAny() const;

private:
    void onCancelled();
    void tellWhich();
    void letPass();
    void rememberLimits(const RequestOptions &options, const OutgoingRequest &leg);
    [[nodiscard]] Question *questionFor(qsizetype logRow) const;
    [[nodiscard]] qsizetype rowOf(const Question &question) const;

    Workspace &m_workspace;
    RequestsPanel &m_panel;
    MessageBar &m_bar;
    QuestionNote &m_note;
    Settings &m_settings;
    const Actions &m_actions;
    QWidget *m_window;
    QHash<std::pair<quint32, RequestId>, RequestOptions>
        m_limits;                                              ///< of calls that had their own, by connection and id
    QTimer m_passing{this};                                    ///< while the note tells of a question that is over
    QPointer<Question> m_asked;                                ///< the question that the note tells of
    QHash<const Question *, QPointer<AnswerDialog>> m_dialogs; ///< so that none opens twice
};

} // namespace Pullcord
