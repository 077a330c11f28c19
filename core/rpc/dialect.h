// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace Pullcord {

/// How a protocol cancels a request, as data. Values with static lifetime; compare by address or name.
/// Specification: MCP utilities "Cancellation" of each revision; ACP "Cancellation"; LSP 3.17 "$/cancelRequest".
struct Dialect
{
    enum class Signal : quint8 {
        Notification, ///< a notification that names the id
        CloseStream,  ///< the response stream of that request is closed; nothing is sent
    };

    QByteArray name; ///< in Dialect events and capture files, e.g. "mcp-legacy"
    Signal signal = Signal::Notification;
    QByteArray cancelMethod;            ///< e.g. "notifications/cancelled"
    QByteArray idMember;                ///< the member of its params that holds the id
    QByteArray reasonMember;            ///< the member that holds the reason; empty if there is none
    bool answerOwed = false;            ///< a cancelled request is still answered: it is Cancelling until then
    bool serverMayAsk = true;           ///< servers send requests of their own, are answered, and may cancel them
    bool resultsAreObjects = false;     ///< a result that is none is no answer
    QByteArray asksFirst;               ///< `resultType` of a result that asks first; empty where none does
    QList<QByteArray> resultTypes = {}; ///< each `resultType` that there is; empty where it means nothing
    QByteArray refusable;            ///< the method of a question whose result says in `action` whether it was accepted
    QByteArray refusableByError;     ///< the method of a question that is said no to with the error refusedCode
    qint64 refusedCode = 0;          ///< likewise
    qint64 cancelledCode = 0;        ///< the error code that means "cancelled" in an owed answer, or 0
    QByteArray progressMethod;       ///< e.g. "notifications/progress"
    QByteArray progressTokenMember;  ///< the member of its params that holds the token
    QByteArray progressTokenPointer; ///< JSON Pointer from a request's params to the token that it sets
    QByteArray logMethod; ///< the notification that comes only while a request asks for such; empty if any may come
    QByteArray logLevelPointer; ///< JSON Pointer from a request's params to what asks for them
    QByteArray taskMember;      ///< of params that ask for a task, and of the result that has one; empty if none does
    QList<QByteArray> servedByAsking = {}; ///< methods for the sake of which who serves them may ask something first
    QList<QByteArray> askedAtAnyTime = {}; ///< methods of requests that are for the sake of none
    QList<QByteArray> neverCancelled;      ///< methods nobody may cancel
    QByteArray endMethod;          ///< the notification by which who answers a request of these methods may end it:
    QList<QByteArray> endedByPeer; ///< it has the members of a cancel; a result may go with it, before or after
    QByteArray pingMethod;         ///< answered with {} by a Session itself; empty if the protocol has none

    [[nodiscard]] bool canCancel(QByteArrayView method) const { return !neverCancelled.contains(method); }

    [[nodiscard]] static const Dialect &mcpLegacy();      ///< 2024-11-05 to 2025-11-25, any transport
    [[nodiscard]] static const Dialect &mcpModernStdio(); ///< 2026-07-28 over stdio
    [[nodiscard]] static const Dialect &mcpModernHttp();  ///< 2026-07-28 over Streamable HTTP
    [[nodiscard]] static const Dialect &acp();
    [[nodiscard]] static const Dialect &lsp();
    [[nodiscard]] static const QList<const Dialect *> &all();
    /// Null if no dialect has that name.
    [[nodiscard]] static const Dialect *named(QByteArrayView name);
};

} // namespace Pullcord
