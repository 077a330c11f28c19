// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/dialect.h"

#include "core/rpc/errorcodes.h"

namespace Pullcord {

const Dialect &Dialect::mcpLegacy()
{
    static const Dialect dialect{
        .name = "mcp-legacy",
        .cancelMethod = "notifications/cancelled",
        .idMember = "requestId",
        .reasonMember = "reason",
        .resultsAreObjects = true,
        .asksFirst = {},
        .refusable = "elicitation/create",
        .refusableByError = "sampling/createMessage",
        .refusedCode = ErrorCode::UserRejected,
        .progressMethod = "notifications/progress",
        .progressTokenMember = "progressToken",
        .progressTokenPointer = "/_meta/progressToken",
        .logMethod = {},
        .logLevelPointer = {},
        .taskMember = "task",
        .servedByAsking = {"tools/call", "prompts/get", "resources/read", "tasks/result"},
        .unrelatedQuestions = {"roots/list", "ping"},
        .neverCancelled = {"initialize"},
        .endMethod = {},
        .endedByPeer = {},
        .pingMethod = "ping",
    };
    return dialect;
}

const Dialect &Dialect::mcpModernStdio()
{
    static const Dialect dialect{
        .name = "mcp-modern-stdio",
        .cancelMethod = "notifications/cancelled",
        .idMember = "requestId",
        .reasonMember = "reason",
        .serverMayAsk = false,
        .resultsAreObjects = true,
        .asksFirst = "input_required",
        .resultTypes = {"complete", "input_required", "task"},
        .refusable = {},
        .refusableByError = {},
        .progressMethod = "notifications/progress",
        .progressTokenMember = "progressToken",
        .progressTokenPointer = "/_meta/progressToken",
        .logMethod = "notifications/message",
        .logLevelPointer = "/_meta/io.modelcontextprotocol~1logLevel",
        .taskMember = {},
        .neverCancelled = {},
        .endMethod = "notifications/cancelled",
        .endedByPeer = {"subscriptions/listen"},
        .pingMethod = {},
    };
    return dialect;
}

const Dialect &Dialect::mcpModernHttp()
{
    static const Dialect dialect{
        .name = "mcp-modern-http",
        .signal = Signal::CloseStream,
        .cancelMethod = {},
        .idMember = "requestId", // for the server's end of a subscription
        .reasonMember = "reason",
        .serverMayAsk = false,
        .resultsAreObjects = true,
        .asksFirst = "input_required",
        .resultTypes = {"complete", "input_required", "task"},
        .refusable = {},
        .refusableByError = {},
        .progressMethod = "notifications/progress",
        .progressTokenMember = "progressToken",
        .progressTokenPointer = "/_meta/progressToken",
        .logMethod = "notifications/message",
        .logLevelPointer = "/_meta/io.modelcontextprotocol~1logLevel",
        .taskMember = {},
        .neverCancelled = {},
        .endMethod = "notifications/cancelled",
        .endedByPeer = {"subscriptions/listen"},
        .pingMethod = {},
    };
    return dialect;
}

const Dialect &Dialect::acp()
{
    static const Dialect dialect{
        .name = "acp",
        .cancelMethod = "$/cancel_request",
        .idMember = "requestId",
        .reasonMember = {},
        .responseOwed = true,
        .asksFirst = {},
        .refusable = {},
        .refusableByError = {},
        .cancelledCode = ErrorCode::RequestCancelled,
        .progressMethod = {},
        .progressTokenMember = {},
        .progressTokenPointer = {},
        .logMethod = {},
        .logLevelPointer = {},
        .taskMember = {},
        .neverCancelled = {},
        .endMethod = {},
        .endedByPeer = {},
        .pingMethod = {},
    };
    return dialect;
}

const Dialect &Dialect::lsp()
{
    static const Dialect dialect{
        .name = "lsp",
        .cancelMethod = "$/cancelRequest",
        .idMember = "id",
        .reasonMember = {},
        .responseOwed = true,
        .asksFirst = {},
        .refusable = {},
        .refusableByError = {},
        .cancelledCode = ErrorCode::RequestCancelled,
        .progressMethod = "$/progress",
        .progressTokenMember = "token",
        .progressTokenPointer = "/workDoneToken",
        .logMethod = {},
        .logLevelPointer = {},
        .taskMember = {},
        .neverCancelled = {},
        .endMethod = {},
        .endedByPeer = {},
        .pingMethod = {},
    };
    return dialect;
}

const QList<const Dialect *> &Dialect::all()
{
    static const QList<const Dialect *> dialects{
        &mcpLegacy(), &mcpModernStdio(), &mcpModernHttp(), &acp(), &lsp(),
    };
    return dialects;
}

const Dialect *Dialect::named(QByteArrayView name)
{
    for (const Dialect *dialect : all()) {
        if (name == dialect->name)
            return dialect;
    }
    return nullptr;
}

} // namespace Pullcord
