// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/requestcommands.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/answerdialog.h"
#include "ui/dialogs/answeringdialog.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/sources/proxycommands.h"
#include "ui/models/questiontexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/settings.h"
#include "ui/views/messages/questionnote.h"
#include "ui/views/widgets/messagebar.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <memory>

namespace Pullcord {

RequestCommands::RequestCommands(ConversationController &controller, ProxyCommands &proxy, RequestsPanel &panel,
                                 MessageBar &bar, QuestionNote &note, Settings &settings, const Actions &actions,
                                 QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_proxy(proxy)
    , m_panel(panel)
    , m_bar(bar)
    , m_note(note)
    , m_settings(settings)
    , m_actions(actions)
    , m_window(window)
{
    // Rows are invalid in another conversation.
    connect(&controller, &ConversationController::aboutToChange, this, [this] {
        for (const QPointer<AnswerDialog> &dialog : std::as_const(m_dialogs))
            delete dialog;
        m_dialogs.clear();
        m_limits.clear();
        m_asked.clear();
        m_note.say({});
    });
    constexpr int Readable = 10'000; // in ms
    m_passing.setSingleShot(true);
    m_passing.setObjectName(QStringLiteral("passingNote"));
    m_passing.setInterval(Readable);
    connect(&m_passing, &QTimer::timeout, this, &RequestCommands::letPass);
    connect(&note, &QAbstractButton::clicked, this, [this] {
        if (m_asked && m_asked->isOpen())
            answerQuestion(*m_asked);
        else
            m_note.say({});
    });
}

RequestCommands::~RequestCommands() = default;

void RequestCommands::call(const CallPanel &wanted)
{
    if (m_controller.clientState() != Client::State::Ready)
        return;
    Conversation *conversation = m_controller.conversation();
    start(wanted.isTask()
              ? *conversation->callToolAsTask(wanted.toolName(), wanted.arguments(), wanted.ttl(), wanted.options())
              : *conversation->callTool(wanted.toolName(), wanted.arguments(), wanted.options()));
}

void RequestCommands::start(LogicalCall &call)
{
    Conversation *conversation = m_controller.conversation();
    connect(&call, &LogicalCall::legBegan, this,
            [this, options = call.options()](const OutgoingRequest *leg) { rememberLimits(options, *leg); });
    // The selection follows the legs of the call, unless the user has moved it.
    connect(&call, &LogicalCall::legBegan, this,
            [this, conversation, shown = std::make_shared<qsizetype>(-1)](OutgoingRequest *leg) {
                if (*shown >= 0 && m_panel.currentRow() != *shown)
                    return;
                connect(&conversation->log(), &RequestLog::rowAdded, leg,
                        [this, conversation, leg, shown](qsizetype row) {
                            const RequestRecord record = conversation->log().record(row);
                            if (record.direction != Direction::ClientToServer || record.id != leg->id())
                                return;
                            conversation->log().disconnect(leg);
                            *shown = row;
                            m_panel.select(row);
                        });
            });
    // An invalid response is easily missed in the table.
    connect(&call, &LogicalCall::finished, this, [this](const Result<QByteArray> &outcome) {
        if (!outcome && outcome.error().kind == ErrorKind::Protocol)
            m_bar.show(MessageBar::Kind::Warning, Texts::sentence(outcome.error()));
    });
    letPass();
    call.setOutlivesConnection(true);
    call.start();
}

/// Removes a note about a withdrawn question; keeps one about a waiting question.
void RequestCommands::letPass()
{
    m_passing.stop();
    if (!m_asked)
        m_note.say({});
}

void RequestCommands::rememberLimits(const RequestOptions &options, const OutgoingRequest &leg)
{
    if (options.timeout.count() == 0 && options.cap.count() == 0)
        return;
    const RequestOptions limits{
        .timeout = options.timeout, .cap = options.cap, .progressExtends = options.progressExtends, .follows = {}};
    m_limits.insert({m_controller.conversation()->rpc()->connection(), leg.id()}, limits);
}

RequestOptions RequestCommands::limitsOf(qsizetype logRow) const
{
    if (logRow < 0)
        return {};
    const RequestRecord record = m_controller.conversation()->log().record(logRow);
    return record.direction == Direction::ClientToServer ? m_limits.value({record.connection, record.id})
                                                         : RequestOptions();
}

void RequestCommands::cancel(const QList<qsizetype> &logRows)
{
    Conversation *conversation = m_controller.conversation();
    if (!conversation)
        return;
    bool cancelled = false;
    bool refused = false;
    for (const qsizetype shown : logRows) {
        const qsizetype row = m_panel.grouped().cancellableIn(shown);
        if (m_proxy.isRunning()) {
            if (const RequestRecord record = conversation->log().record(row); m_proxy.canCancel(record)) {
                m_proxy.cancel(record, m_panel.reason());
                cancelled = true;
            }
            continue;
        }
        switch (conversation->cancel(row, m_panel.reason())) {
        case OutgoingRequest::CancelResult::Done:
            cancelled = true;
            break;
        case OutgoingRequest::CancelResult::AlreadyEnded:
            break;
        case OutgoingRequest::CancelResult::NotCancellable:
            refused = true;
            m_bar.show(MessageBar::Kind::Warning,
                       tr("“%1” cannot be cancelled: the protocol forbids it. To stop it, disconnect.")
                           .arg(QString::fromUtf8(conversation->log().record(row).method)),
                       tr("Disconnect"), this, [this] { m_controller.disconnectFromServer(); });
            break;
        }
    }
    if (cancelled)
        onCancelled();
    else if (!refused)
        m_bar.show(MessageBar::Kind::Info, logRows.isEmpty()
                                               ? tr("Nothing to cancel: no request is selected.")
                                               : tr("Nothing to cancel: the selected requests are not in flight."));
}

void RequestCommands::cancelAll()
{
    if (!canCancelAll())
        return;
    if (m_proxy.isRunning())
        m_proxy.cancelAll(m_panel.reason());
    else
        m_controller.conversation()->cancelAll(m_panel.reason());
    onCancelled();
}

void RequestCommands::onCancelled()
{
    m_panel.model().hurry();
    m_settings.addReason(m_panel.reason());
    m_panel.setReasons(m_settings.reasons());
}

void RequestCommands::answer(qsizetype logRow)
{
    if (canAnswer(logRow))
        answerQuestion(*m_controller.conversation()->question(m_panel.grouped().waitingIn(logRow)));
}

void RequestCommands::answerNext(qsizetype logRow)
{
    if (!canAnswerAny())
        return;
    if (canAnswer(logRow))
        answer(logRow);
    else if (Question *question = questionFor(logRow))
        answerQuestion(*question);
    else
        m_bar.show(MessageBar::Kind::Info,
                   tr("The server asks no question for the selected request, but it does for another."),
                   tr("Show the Question"), this, [this] {
                       if (canAnswerAny())
                           answerQuestion(*m_controller.conversation()->questions()->open().first());
                   });
}

/// Returns the question for the call of this row. A question for another call does not qualify while the call is in
/// progress.
Question *RequestCommands::questionFor(qsizetype logRow) const
{
    const RequestLog &log = m_controller.conversation()->log();
    const QList<Question *> &open = m_controller.conversation()->questions()->open();
    if (logRow < 0)
        return open.first();
    const qsizetype head = log.headOf(logRow);
    Question *ungrouped = nullptr;
    for (Question *question : open) {
        const qsizetype row = rowOf(*question);
        if (row >= 0 && log.headOf(row) == head)
            return question;
        if (!ungrouped && row >= 0 && log.headOf(row) == row && log.record(row).direction == Direction::ServerToClient)
            ungrouped = question;
    }
    const QList<qsizetype> legs = QList<qsizetype>{head} + log.legs(head);
    const bool goesOn = std::any_of(legs.begin(), legs.end(), [&](qsizetype leg) {
        return log.record(leg).isOpen() || m_controller.conversation()->isContinuing(leg);
    });
    return goesOn && log.record(head).direction == Direction::ClientToServer ? ungrouped : open.first();
}

/// Returns the row in the log; -1 if the question is not there.
qsizetype RequestCommands::rowOf(const Question &question) const
{
    return m_controller.conversation()->log().rowOf(question.place().connection, question.place().serial);
}

void RequestCommands::answerQuestion(Question &question)
{
    QPointer<AnswerDialog> &dialog = m_dialogs[&question];
    if (!dialog) {
        dialog = new AnswerDialog(question, m_controller.title(), m_window);
        dialog->addAction(m_actions.commandPalette); // as in the window
        connect(dialog, &AnswerDialog::withdrawn, this, [this](const QString &why) {
            const QuestionQueue *questions = m_controller.conversation()->questions();
            if (!questions->open().isEmpty()) // the note shows the next question
                return;
            m_note.say(tr("An answer is no longer needed. %1.").arg(why));
            m_passing.start();
        });
        connect(dialog, &AnswerDialog::settled, this, [this, row = rowOf(question)] {
            if (!canAnswerAny())
                return;
            Question *next = questionFor(row);
            answerQuestion(next ? *next : *m_controller.conversation()->questions()->open().first());
        });
        numberDialogs();
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

/// Numbers the dialogs, since similar questions look the same; the count can change.
void RequestCommands::numberDialogs()
{
    const Conversation *conversation = m_controller.conversation();
    if (!conversation) // the conversation is being destroyed, with its questions
        return;
    const QList<Question *> &open = conversation->questions()->open();
    for (qsizetype i = 0; i < open.size(); ++i) {
        if (AnswerDialog *dialog = m_dialogs.value(open.at(i)))
            dialog->setWhich(QuestionTexts::which(conversation->log(), rowOf(*open.at(i)), i + 1, open.size()));
    }
}

void RequestCommands::announce(QuestionQueue &questions)
{
    const auto show = [this, &questions] {
        if (questions.open().isEmpty()) {
            m_asked.clear();
            m_note.say({});
            return;
        }
        numberDialogs();
        m_asked = questions.open().constFirst();
        const QString message = JsonValue(m_asked->params()).member("message").toString();
        const QString method = QString::fromUtf8(m_asked->method());
        constexpr qsizetype MostAnnounced = 400; // the dialog has all of it
        const QString said = Texts::head(message.simplified(), MostAnnounced);
        const QString asks =
            said.isEmpty() ? tr("The server asks: %1").arg(method) : tr("The server asks (%1): %2").arg(method, said);
        const qsizetype more = questions.open().size() - 1;
        m_note.say(more == 0 ? asks : tr("%1 — and %n more", nullptr, int(more)).arg(asks), more + 1);
    };
    connect(&questions, &QuestionQueue::added, this, show);
    connect(&questions, &QuestionQueue::ended, this, show);
}

void RequestCommands::chooseAnswering()
{
    auto *dialog = new AnsweringDialog(m_controller.title(), m_controller.target()->answering, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_controller.setAnswering(dialog->policies()); });
    connect(&m_controller, &ConversationController::aboutToChange, dialog,
            &QDialog::reject); // the next one has another server
    dialog->open();
}

void RequestCommands::copyIds(const QList<qsizetype> &logRows) const
{
    QStringList ids;
    for (const qsizetype row : logRows)
        ids << m_controller.conversation()->log().record(row).id.display();
    QGuiApplication::clipboard()->setText(ids.join(u'\n'));
}

bool RequestCommands::canCancelAny(const QList<qsizetype> &logRows) const
{
    return (m_controller.isConnected() || m_proxy.isRunning()) &&
           std::any_of(logRows.begin(), logRows.end(), [&](qsizetype row) {
               const qsizetype cancellable = m_panel.grouped().cancellableIn(row);
               return m_panel.model().dataOf(cancellable, 0, RequestTable::CancellableRole).toBool();
           });
}

bool RequestCommands::canCancelAll() const
{
    return m_proxy.canCancelAll() || (m_controller.isConnected() && m_controller.conversation()->canCancelAll());
}

QString RequestCommands::whyNotCancel() const
{
    if (!m_controller.isConnected() || canCancelAll() || m_controller.conversation()->requestsToCancel().isEmpty())
        return {};
    return tr("The requests in flight cannot be cancelled: the protocol forbids it. To stop them, disconnect.");
}

bool RequestCommands::canAnswerAny() const
{
    const Conversation *conversation = m_controller.conversation();
    return conversation && conversation->questions() && !conversation->questions()->open().isEmpty();
}

bool RequestCommands::canAnswer(qsizetype logRow) const
{
    const Conversation *conversation = m_controller.conversation();
    return conversation && logRow >= 0 && conversation->question(m_panel.grouped().waitingIn(logRow)) != nullptr;
}

} // namespace Pullcord
