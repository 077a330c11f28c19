// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/postedmessage.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/revision.h"
#include "core/rpc/errorcodes.h"
#include "core/rpc/messagetext.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace Pullcord {

QByteArray PostedMessage::Refusal::body() const
{
    return MessageText::error(id, code, text);
}

bool PostedMessage::accepts(const HttpServerExchange &exchange, QByteArrayView type)
{
    const QByteArray accept = exchange.header("Accept").toLower();
    return accept.contains(type) || accept.contains("*/*");
}

std::optional<PostedMessage::Refusal> PostedMessage::checkTypes(const HttpServerExchange &exchange)
{
    if (exchange.head().headers.contentType() != "application/json")
        return Refusal{415, ErrorCode::InvalidRequest, u"Content-Type must be application/json"_s};
    if (!accepts(exchange, "application/json") || !accepts(exchange, "text/event-stream"))
        return Refusal{406, ErrorCode::InvalidRequest, u"Accept must list application/json and text/event-stream"_s};
    return {};
}

std::optional<PostedMessage::Refusal> PostedMessage::read(const HttpServerExchange &exchange, PostedMessage &post)
{
    post.message = exchange.body();
    if (const std::optional<JsonError> error = JsonChecker().check(post.message))
        return Refusal{400, ErrorCode::ParseError,
                       u"Parse error at byte %1: %2"_s.arg(error->offset).arg(error->reason)};
    post.envelope = Envelope::of(post.message);
    const bool isBatch = post.envelope.kind == MessageKind::Batch;
    for (const Envelope &item : isBatch ? Envelope::batchItems(post.message) : QList<Envelope>{post.envelope}) {
        if (item.kind == MessageKind::None)
            return Refusal{400, ErrorCode::InvalidRequest, u"Invalid request: this is not a JSON-RPC message"_s};
        if (item.kind == MessageKind::Request)
            post.requests.append(item.requestId(post.message));
    }
    if (!isBatch) {
        post.method = post.envelope.methodName(post.message);
        post.modern = !McpHeaders::versionIn(post.message, post.envelope).isEmpty();
    }
    return {};
}

std::optional<PostedMessage::Refusal> PostedMessage::checkMirrored(const HttpServerExchange &exchange,
                                                                   const McpHeaders &headers) const
{
    const auto mismatch = [this](const QByteArray &name, const QString &what) {
        return Refusal{400, ErrorCode::HeaderMismatch, u"Header mismatch: %1 %2"_s.arg(QString::fromLatin1(name), what),
                       requests.value(0)};
    };
    HttpHeaders wanted = headers.forMessage(message, envelope);
    wanted.remove("Content-Type");
    wanted.remove("Accept");
    for (const HttpHeader &header : wanted) {
        const std::optional<QByteArray> given = exchange.head().headers.value(header.name);
        if (!given)
            return mismatch(header.name, u"is missing"_s);
        if (ParameterHeaders::decoded(*given) != ParameterHeaders::decoded(header.value))
            return mismatch(header.name, u"does not match the body"_s);
    }
    for (const HttpHeader &header : exchange.head().headers) {
        const bool isMirror =
            header.name.compare("Mcp-Name", Qt::CaseInsensitive) == 0 || header.name.toLower().startsWith("mcp-param-");
        if (isMirror && !wanted.contains(header.name))
            return mismatch(header.name, u"is not in the body"_s);
    }
    return {};
}

std::optional<PostedMessage::Refusal> PostedMessage::checkLegacyVersion(const HttpServerExchange &exchange)
{
    const QByteArray version = exchange.header("MCP-Protocol-Version");
    const std::optional<Revision> known = revisionFromName(QString::fromLatin1(version));
    if (version.isEmpty() || (known && eraOf(*known) == Era::Legacy))
        return {};
    return Refusal{400, ErrorCode::InvalidRequest,
                   u"Unsupported MCP-Protocol-Version %1"_s.arg(QString::fromLatin1(version))};
}

int PostedMessage::statusOf(QByteArrayView response)
{
    switch (JsonValue(response).member("error").member("code").toInteger().value_or(0)) {
    case ErrorCode::HeaderMismatch:
    case ErrorCode::MissingClientCapability:
    case ErrorCode::UnsupportedProtocolVersion:
    case ErrorCode::InvalidParams:
        return 400;
    case ErrorCode::MethodNotFound:
        return 404;
    default:
        return 200;
    }
}

} // namespace Pullcord
