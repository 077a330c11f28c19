// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace Pullcord {

/// Cancellation, progress and ping of a protocol, described as data. All values have static lifetime; compare them by
/// address or name.
/// Specification: MCP utilities "Cancellation" of each revision; ACP "Cancellation"; LSP 3.17 "$/cancelRequest".
struct Dialect
{
    enum class Signal : quint8 {
        Notification, ///< a notification that names the id
        CloseStream,  ///< the sender closes the response stream of the request; nothing is sent
    };

    QByteArray name; ///< name in Dialect events and capture files, e.g. "mcp-legacy"
    Signal signal = Signal::Notification;
    QByteArray cancelMethod;            ///< e.g. "notifications/cancelled"
    QByteArray idMember;                ///< member of its params with the id
    QByteArray reasonMember;            ///< member with the reason; empty if there is none
    bool responseOwed = false;          ///< a cancelled request still gets a response; it is Cancelling until then
    bool serverMayAsk = true;           ///< servers may send requests, and may cancel them
    bool resultsAreObjects = false;     ///< a result that is not an object is not a valid response
    QByteArray asksFirst;               ///< `resultType` of a result that asks questions first; empty if there is none
    QList<QByteArray> resultTypes = {}; ///< all valid values of `resultType`; empty if it has no meaning
    QByteArray refusable;            ///< method of a question that is declined with the member `action` of its result
    QByteArray refusableByError;     ///< method of a question that is declined with the error refusedCode
    qint64 refusedCode = 0;          ///< code of that error
    qint64 cancelledCode = 0;        ///< error code that means "cancelled" in an owed response, or 0
    QByteArray progressMethod;       ///< e.g. "notifications/progress"
    QByteArray progressTokenMember;  ///< member of its params with the token
    QByteArray progressTokenPointer; ///< JSON Pointer from a request's params to its token
    QByteArray logMethod; ///< notification sent only while a request asks for it; empty if it may come at any time
    QByteArray logLevelPointer; ///< JSON Pointer from a request's params to the level that it asks for
    QByteArray taskMember; ///< member of params that ask for a task, and of results with a task; empty if there is none
    QList<QByteArray> servedByAsking = {};     ///< methods whose receiver may ask questions before it responds
    QList<QByteArray> unrelatedQuestions = {}; ///< methods of questions that belong to no request
    QList<QByteArray> neverCancelled;          ///< methods that cannot be cancelled
    /// Notification by which the receiver may end a request of the methods in endedByPeer. It has the members of a
    /// cancel. A result may come before or after it.
    QByteArray endMethod;
    QList<QByteArray> endedByPeer; ///< methods whose requests the receiver may end with endMethod
    QByteArray pingMethod;         ///< an RpcConnection responds with {}; empty if the protocol has no ping

    [[nodiscard]] bool canCancel(QByteArrayView method) const { return !neverCancelled.contains(method); }

    [[nodiscard]] static const Dialect &mcpLegacy();      ///< 2024-11-05 to 2025-11-25, any transport
    [[nodiscard]] static const Dialect &mcpModernStdio(); ///< 2026-07-28 over stdio
    [[nodiscard]] static const Dialect &mcpModernHttp();  ///< 2026-07-28 over Streamable HTTP
    [[nodiscard]] static const Dialect &acp();
    [[nodiscard]] static const Dialect &lsp();
    [[nodiscard]] static const QList<const Dialect *> &all();
    /// Returns the dialect of that name; null if there is none.
    [[nodiscard]] static const Dialect *named(QByteArrayView name);
};

} // namespace Pullcord
