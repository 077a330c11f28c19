// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/capture/capturefollower.h"
#include "core/capture/requestlog.h"
#include "core/mcp/catalog.h"
#include "core/mcp/client.h"
#include "core/mcp/logicalcall.h"
#include "core/mcp/questionqueue.h"
#include "core/mcp/serverlog.h"
#include "core/mcp/tasklist.h"
#include "core/mcp/tasklog.h"
#include "core/mcp/watcher.h"

#include <QMap>
#include <QObject>
#include <QPointer>

#include <memory>
#include <utility>

namespace Pullcord {

/// A conversation as people see it: its record and table, and, while it is live, the client that holds it.
///
/// A reopened file is the same thing without a client. It owns all its parts, and wires them: every event of the
/// session goes to the capture first, then to the request log, then has its consequences.
class Conversation : public QObject
{
    Q_OBJECT

public:
    /// Where and under which name to record.
    struct Recording
    {
        QString path; ///< a file to create; empty: a temporary one
        QString title;
        QString program; ///< name and version of who records
    };

    /// A live one. Nothing is started or sent before client()->connectToServer().
    [[nodiscard]] static Result<std::unique_ptr<Conversation>>
    withTransport(std::unique_ptr<Transport> transport, const ClientOptions &options, const Recording &recording);
    /// One that others hold, and that goes through here: record() takes each of its events. `connection` says how it was made.
    [[nodiscard]] static Result<std::unique_ptr<Conversation>> proxied(const QJsonObject &connection,
                                                                       const Recording &recording);
    /// Ends a proxied one where it stands, with its table of requests, and gives its capture, which is recorded on.
    [[nodiscard]] static std::unique_ptr<Capture> intoCapture(std::unique_ptr<Conversation> conversation);
    /// One that was recorded.
    [[nodiscard]] static Result<std::unique_ptr<Conversation>> fromFile(const QString &path);
    /// The same with no more than its beginning read: follower() reads on from the event loop, and goes with a file that
    /// is still being written.
    [[nodiscard]] static Result<std::unique_ptr<Conversation>> followFile(const QString &path);
    ~Conversation() override;

    [[nodiscard]] Capture &capture() const { return *m_capture; }
    [[nodiscard]] RequestLog &log() const { return *m_log; }
    /// Made when it is first asked for, with what the capture holds by then.
    [[nodiscard]] ServerLog &serverLog();
    [[nodiscard]] bool isLive() const { return m_client != nullptr; } ///< has a client, connected or not
    [[nodiscard]] bool isProxied() const { return m_isProxied; }
    /// More comes, from a server, from others who talk, or from who writes the file.
    [[nodiscard]] bool isGrowing() const { return isLive() || isProxied() || m_capture->isGrowing(); }
    [[nodiscard]] Client *client() const { return m_client.get(); }                             ///< null for a file
    [[nodiscard]] Session *session() const { return m_session.get(); }                          ///< null for a file
    [[nodiscard]] Watcher *watcher() const { return m_watcher.get(); }                          ///< null for a file
    [[nodiscard]] Catalog *catalog() const { return m_catalog.get(); }                          ///< null for a file
    [[nodiscard]] ToolList *tools() const { return m_catalog ? &m_catalog->tools() : nullptr; } ///< of the catalog
    [[nodiscard]] TaskList *tasks() const { return m_taskList.get(); }                          ///< null for a file
    [[nodiscard]] QuestionQueue *questions() const { return m_questions.get(); }                ///< null for a file
    [[nodiscard]] CaptureFollower *follower() const { return m_follower.get(); } ///< of followFile(); else null
    /// The next event of a proxied one: to the capture first, then to the log.
    void record(const Event &event);
    /// The present, in the capture's time; for a file that nobody writes, the time of its last event.
    [[nodiscard]] qint64 now() const;

    /// Something asked of the server, not started yet. Ours, and deleted after finished(); only with a client. What the
    /// server wants to know first goes to questions().
    [[nodiscard]] LogicalCall *call(const QByteArray &method, const QByteArray &params,
                                    const RequestOptions &options = {});
    /// The same for a tool, with progress. `arguments` is a raw JSON object, sent verbatim; empty for none.
    [[nodiscard]] LogicalCall *callTool(const QString &name, const QByteArray &arguments, RequestOptions options = {});
    /// The same as a task of 2025-11-25; `ttl` in ms, none: as the server thinks fit.
    [[nodiscard]] LogicalCall *callToolAsTask(const QString &name, const QByteArray &arguments,
                                              std::optional<qint64> ttl = {}, RequestOptions options = {});
    /// resources/read, with progress. The result is for ResourceContents::in().
    [[nodiscard]] LogicalCall *readResource(const QString &uri, RequestOptions options = {});
    /// prompts/get, with progress; `arguments` as for a tool. The result is for PromptMessage::in().
    [[nodiscard]] LogicalCall *getPrompt(const QString &name, const QByteArray &arguments, RequestOptions options = {});

    /// Pulls the cord on a row of the log: on the request, or on what it is a leg of while that waits for answers, or goes on
    /// as a task (then it sends tasks/cancel).
    /// AlreadyEnded too where we did not make the request.
    OutgoingRequest::CancelResult cancel(qsizetype row, const QString &reason);
    /// Whether cancel() would do something.
    [[nodiscard]] bool canCancel(qsizetype row) const;
    /// Whether the request at a row has been answered, and the call that it is a leg of waits for answers, or is a task.
    [[nodiscard]] bool goesOn(qsizetype row) const;
    /// Those rows.
    [[nodiscard]] QList<qsizetype> rowsGoingOn() const;
    /// Does the same to all that goes on: see requestsToCancel(). Whether anything was there to cancel.
    bool cancelAll(const QString &reason);
    /// Whether cancelAll() would do something.
    [[nodiscard]] bool canCancelAll() const;
    /// Our requests in flight that are cancelled with all: not the subscription to changes, for which nobody waits, and not
    /// what asks about a task, which is cancelled itself.
    [[nodiscard]] QList<QPointer<OutgoingRequest>> requestsToCancel() const;
    /// What goes on in either direction, a call of several requests once: also while nothing of it is on the wire, since it
    /// waits for answers or is a task. With the subscription to changes.
    [[nodiscard]] qsizetype goingOn() const;
    /// What the server asks at a row and nobody has answered yet: its own request, or an answer to ours that asks first.
    /// Null if there is nothing.
    [[nodiscard]] Question *question(qsizetype row) const;
    /// The task that the request at a row began; null if it began none.
    [[nodiscard]] const TaskLog::Entry *task(qsizetype row) const { return m_tasks.at(row); }
    /// Why that task has ended as it did; empty if nobody says so.
    [[nodiscard]] QString reasonOfTask(qsizetype row) const { return m_tasks.reasonAt(row); }

    /// Puts a mark in the place of the one that is there, and keeps it with the capture. An error where it is there only as
    /// long as this conversation is: the file cannot be written.
    std::optional<Error> mark(const MarkedPlace &place, const Mark &mark) { return this->mark({{place, mark}}); }
    /// The same of many, which are written at once.
    std::optional<Error> mark(const QList<std::pair<MarkedPlace, Mark>> &marks);

signals:
    /// Something about a row has changed that its record does not tell: a question, a task.
    void aspectChanged(qsizetype row);

private:
    Conversation();
    [[nodiscard]] static Result<std::unique_ptr<Conversation>> recorded(const QJsonObject &connection,
                                                                        const Recording &recording);
    void take(const Event &event, qsizetype index);
    void endRecording();
    void onQuestion(const Question *question);
    void logFrom(qsizetype first, qsizetype count);
    void follow(LogicalCall *call);
    [[nodiscard]] OutgoingRequest *live(qsizetype row) const;
    [[nodiscard]] LogicalCall *goingOnAt(qsizetype row) const;
    [[nodiscard]] QList<QPointer<LogicalCall>> callsBetweenRequests() const;
    [[nodiscard]] qsizetype firstLegOf(quint32 connection, quint64 serial) const;

    bool m_isProxied = false;
    std::unique_ptr<Capture> m_capture;
    std::unique_ptr<RequestLog> m_log;
    TaskLog m_tasks;
    /// Calls that wait for answers or are tasks, by connection and serial of the request that was answered last.
    QMap<std::pair<quint32, quint64>, QPointer<LogicalCall>> m_between;
    std::unique_ptr<ServerLog> m_serverLog;
    std::unique_ptr<CaptureFollower> m_follower;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Client> m_client;
    std::unique_ptr<Catalog> m_catalog;
    std::unique_ptr<TaskList> m_taskList;
    std::unique_ptr<Watcher> m_watcher;
    std::unique_ptr<QuestionQueue> m_questions;
};

} // namespace Pullcord
