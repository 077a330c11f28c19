// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/capture/file/capturefollower.h"
#include "core/capture/requestlog.h"
#include "core/mcp/catalog/catalog.h"
#include "core/mcp/client.h"
#include "core/mcp/requests/logicalcall.h"
#include "core/mcp/requests/questionqueue.h"
#include "core/mcp/requests/subscriptionmanager.h"
#include "core/mcp/requests/tasklist.h"
#include "core/mcp/requests/tasklog.h"
#include "core/mcp/serverlog.h"

#include <QMap>
#include <QObject>
#include <QPointer>

#include <memory>
#include <utility>

namespace Pullcord {

/// A conversation as the user sees it: its capture, its table of requests and, while it is live, its client.
///
/// A reopened file is the same object without a client. It owns and connects all its parts. Every event of the
/// connection goes to the capture first, then to the request log, and then has its consequences.
class Conversation : public QObject
{
    Q_OBJECT

public:
    /// Target of a recording. A value.
    struct Recording
    {
        QString path; ///< file to create; empty: a temporary one
        QString title;
        QString program; ///< name and version of the recording program
    };

    /// Creates a live conversation. Nothing is started or sent before client()->connectToServer().
    [[nodiscard]] static Result<std::unique_ptr<Conversation>>
    withTransport(std::unique_ptr<Transport> transport, const ClientOptions &options, const Recording &recording);
    /// Creates a conversation between another client and a server that passes through a proxy: record() takes each of
    /// its events. `connection` describes the connection as in an Opening event.
    [[nodiscard]] static Result<std::unique_ptr<Conversation>> proxied(const QJsonObject &connection,
                                                                       const Recording &recording);
    /// Ends a proxied conversation with its table of requests, and returns its capture, which can be recorded further.
    [[nodiscard]] static std::unique_ptr<Capture> intoCapture(std::unique_ptr<Conversation> conversation);
    /// Opens a recorded conversation.
    [[nodiscard]] static Result<std::unique_ptr<Conversation>> fromFile(const QString &path);
    /// Opens a recorded conversation with only its beginning read. follower() reads the rest from the event loop, and
    /// follows a file that is still being written.
    [[nodiscard]] static Result<std::unique_ptr<Conversation>> followFile(const QString &path);
    ~Conversation() override;

    [[nodiscard]] Capture &capture() const { return *m_capture; }
    [[nodiscard]] RequestLog &log() const { return *m_log; }
    /// Created at the first call, from the capture so far.
    [[nodiscard]] ServerLog &serverLog();
    [[nodiscard]] bool isLive() const { return m_client != nullptr; } ///< has a client, connected or not
    [[nodiscard]] bool isProxied() const { return m_isProxied; }
    /// True if more may come: from a server, from a proxied conversation, or from the writer of the file.
    [[nodiscard]] bool isGrowing() const { return isLive() || isProxied() || m_capture->isGrowing(); }
    [[nodiscard]] Client *client() const { return m_client.get(); }  ///< null for a file
    [[nodiscard]] RpcConnection *rpc() const { return m_rpc.get(); } ///< null for a file
    [[nodiscard]] SubscriptionManager *subscriptionManager() const
    {
        return m_subscriptionManager.get();
    }                                                                                           ///< null for a file
    [[nodiscard]] Catalog *catalog() const { return m_catalog.get(); }                          ///< null for a file
    [[nodiscard]] ToolList *tools() const { return m_catalog ? &m_catalog->tools() : nullptr; } ///< list of the catalog
    [[nodiscard]] TaskList *tasks() const { return m_taskList.get(); }                          ///< null for a file
    [[nodiscard]] QuestionQueue *questions() const { return m_questions.get(); }                ///< null for a file
    [[nodiscard]] CaptureFollower *follower() const { return m_follower.get(); } ///< set by followFile(); else null
    /// Takes the next event of a proxied conversation: to the capture first, then to the log.
    void record(const Event &event);
    /// Present time on the capture's clock; for a finished file, the time of its last event.
    [[nodiscard]] qint64 now() const;

    /// Creates a call to the server, not started yet. Owned by this object, and deleted after finished(). Only with a
    /// client. Questions that the server asks first go to questions().
    [[nodiscard]] LogicalCall *call(const QByteArray &method, const QByteArray &params,
                                    const RequestOptions &options = {});
    /// Creates a call of a tool, with progress. `arguments` is a raw JSON object, sent verbatim; empty for none.
    [[nodiscard]] LogicalCall *callTool(const QString &name, const QByteArray &arguments, RequestOptions options = {});
    /// Creates a call of a tool as a task of 2025-11-25. `ttl` in ms; none: the server decides.
    [[nodiscard]] LogicalCall *callToolAsTask(const QString &name, const QByteArray &arguments,
                                              std::optional<qint64> ttl = {}, RequestOptions options = {});
    /// Creates a call of resources/read, with progress. Read its result with ResourceContents::in().
    [[nodiscard]] LogicalCall *readResource(const QString &uri, RequestOptions options = {});
    /// Creates a call of prompts/get, with progress; `arguments` as for a tool. Read its result with
    /// PromptMessage::in().
    [[nodiscard]] LogicalCall *getPrompt(const QString &name, const QByteArray &arguments, RequestOptions options = {});

    /// Cancels a row of the log: the request, or its call while that waits for answers or runs as a task. For a task it
    /// sends tasks/cancel. Returns AlreadyEnded also for requests of the server.
    OutgoingRequest::CancelResult cancel(qsizetype row, const QString &reason);
    /// True if cancel() would have an effect.
    [[nodiscard]] bool canCancel(qsizetype row) const;
    /// True if the request at a row has its response, and its call waits for answers or runs as a task.
    [[nodiscard]] bool isContinuing(qsizetype row) const;
    /// Rows for which isContinuing() is true.
    [[nodiscard]] QList<qsizetype> continuingRows() const;
    /// Cancels all active operations: see requestsToCancel(). Returns true if there were any.
    bool cancelAll(const QString &reason);
    /// True if cancelAll() would have an effect.
    [[nodiscard]] bool canCancelAll() const;
    /// Our requests in flight that cancelAll() cancels. Excludes the subscription to changes, and requests about a
    /// task, since the task itself is cancelled.
    [[nodiscard]] QList<QPointer<OutgoingRequest>> requestsToCancel() const;
    /// Number of active operations in both directions, including the subscription to changes. A call of several
    /// requests counts once, even while none of them is in flight (it waits for answers, or runs as a task).
    [[nodiscard]] qsizetype activeCount() const;
    /// Open question of the server at a row, asked by its request or by its response to our request. Null if there is
    /// none.
    [[nodiscard]] Question *question(qsizetype row) const;
    /// Task that the request at a row began; null if there is none.
    [[nodiscard]] const TaskLog::Entry *task(qsizetype row) const { return m_tasks.at(row); }
    /// Reason for the end of that task; empty if unknown.
    [[nodiscard]] QString reasonOfTask(qsizetype row) const { return m_tasks.reasonAt(row); }

    /// Replaces the mark at a place, and stores it with the capture. Returns an error if it cannot be written to the
    /// file; then it lasts as long as this conversation.
    std::optional<Error> mark(const MarkTarget &place, const Mark &mark) { return this->mark({{place, mark}}); }
    /// Replaces several marks, in one write.
    std::optional<Error> mark(const QList<std::pair<MarkTarget, Mark>> &marks);

signals:
    /// A row changed in a way that its record does not show: a question or a task.
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
    /// Calls that wait for answers or run as tasks, by connection and serial of their last request with a response.
    QMap<std::pair<quint32, quint64>, QPointer<LogicalCall>> m_between;
    std::unique_ptr<ServerLog> m_serverLog;
    std::unique_ptr<CaptureFollower> m_follower;
    std::unique_ptr<RpcConnection> m_rpc;
    std::unique_ptr<Client> m_client;
    std::unique_ptr<Catalog> m_catalog;
    std::unique_ptr<TaskList> m_taskList;
    std::unique_ptr<SubscriptionManager> m_subscriptionManager;
    std::unique_ptr<QuestionQueue> m_questions;
};

} // namespace Pullcord
