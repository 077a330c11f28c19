// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingkind.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr QLatin1StringView SeverityNames[] = {"info"_L1, "warning"_L1, "error"_L1};

constexpr auto Cancellation = "basic/utilities/cancellation"_L1;
constexpr auto ModernCancellation = "basic/patterns/cancellation"_L1;
constexpr auto Transports = "basic/transports"_L1;
constexpr auto ModernHttp = "basic/transports/streamable-http"_L1;
constexpr auto ModernStdio = "basic/transports/stdio"_L1;
constexpr auto Tasks = "basic/utilities/tasks"_L1;
constexpr auto TasksExtension = "extension io.modelcontextprotocol/tasks"_L1;
constexpr auto JsonRpc = ""_L1;
constexpr auto Basic = "basic"_L1;
constexpr auto Lifecycle = "basic/lifecycle"_L1;
constexpr auto Versioning = "basic/versioning"_L1;
constexpr auto Progress = "basic/utilities/progress"_L1;
constexpr auto ModernProgress = "basic/patterns/progress"_L1;
constexpr auto Schema = "schema"_L1;
constexpr auto Tools = "server/tools"_L1;
constexpr auto Pagination = "server/utilities/pagination"_L1;

QList<FindingKind> aboutReceivers()
{
    constexpr auto Silent =
        "The receiver of a cancellation should stop, free resources and send no response; in 2026-07-28 it "
        "must not send anything more for that request."_L1;
    using enum FindingCode;
    using enum FindingSeverity;
    return {
        {C01, "C01"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Result after cancellation"), Silent,
         Cancellation, ModernCancellation, FindingTime::Gap},
        {C02, "C02"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Error -32800 after cancellation"), Silent,
         Cancellation, ModernCancellation, FindingTime::Gap},
        {C03, "C03"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Error 0 after cancellation"), Silent,
         Cancellation, ModernCancellation, FindingTime::Gap},
        {C04, "C04"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Error result after cancellation"), Silent,
         Cancellation, ModernCancellation, FindingTime::Gap},
        {C05, "C05"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Error after cancellation"), Silent,
         Cancellation, ModernCancellation, FindingTime::Gap},
        {C06, "C06"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Progress after cancellation"), Silent,
         Cancellation, ModernCancellation, FindingTime::Gap},
        {C07, "C07"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Notification after cancellation"), Silent,
         Cancellation, ModernCancellation, FindingTime::Gap},
        {C08, "C08"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Question after cancellation"), Silent,
         Cancellation, ModernCancellation, FindingTime::Gap},
        {C09, "C09"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Question left open"),
         "A side that stops working on a request should cancel the requests that it sent for it."_L1, Cancellation,
         ModernCancellation, FindingTime::Passing},
        {C10, "C10"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation read too late"),
         "The receiver of a cancellation should stop, so it has to read messages while it works."_L1, Cancellation,
         ModernCancellation, FindingTime::Passing},
        {C11, "C11"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Stream left open after cancellation"),
         "The receiver of a cancellation should free the resources of the request, which include its response "
         "stream."_L1,
         Transports, ModernHttp, FindingTime::Passing},
        {C12, "C12"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Sent after the stream was closed"),
         "Closing the response stream is the cancellation: the server must not send anything more for that request."_L1,
         Cancellation, ModernCancellation, FindingTime::Gap},
        {C13, "C13"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation refused"),
         "A notification gets no response; over HTTP it gets only 202. A cancellation of an unknown or "
         "finished request is ignored."_L1,
         Cancellation, ModernCancellation, FindingTime::Partly},
        {C14, "C14"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Invalid cancellation not ignored"),
         "Invalid cancellations should be ignored: unknown ids, finished requests, malformed notifications."_L1,
         Cancellation, ModernCancellation, FindingTime::Partly},
        {C15, "C15"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation ended the server"),
         "A cancellation ends one request and nothing else."_L1, Cancellation, ModernCancellation, FindingTime::Partly},
        {C16, "C16"_L1, Info, QT_TRANSLATE_NOOP("TranslatableText", "Silent after cancellation"), Silent, Cancellation,
         ModernCancellation, FindingTime::Passing},
        {C17, "C17"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation stopped another request"),
         "A cancellation ends one request and nothing else."_L1, Cancellation, ModernCancellation,
         FindingTime::Passing},
        {C18, "C18"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Stale cancellation hit a reused id"),
         "A cancellation of an unknown or finished request is ignored."_L1, Cancellation, ModernCancellation,
         FindingTime::Passing},
        {C19, "C19"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Two responses to one request"),
         "A request has exactly one response."_L1, JsonRpc, JsonRpc},
        {C38, "C38"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Task continues after cancellation"),
         "The receiver of tasks/cancel moves the task to cancelled before it responds, and a cancelled task "
         "stays cancelled."_L1,
         Tasks, TasksExtension, FindingTime::Partly},
        {C37, "C37"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Response with an id of the wrong type"),
         "The id of a response equals that of its request, including its JSON type."_L1, JsonRpc, JsonRpc},
    };
}

QList<FindingKind> aboutProtocol()
{
    using enum FindingCode;
    using enum FindingSeverity;
    return {
        {P01, "P01"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Not valid JSON"),
         "Messages are JSON-RPC in UTF-8; over stdio each message is one line, and standard output contains "
         "nothing else."_L1,
         Transports, Transports},
        {P02, "P02"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Not JSON-RPC 2.0"),
         "A message is an object whose jsonrpc is exactly \"2.0\"."_L1, JsonRpc, JsonRpc},
        {P03, "P03"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Neither or both of result and error"),
         "A response has either a result or an error, not both."_L1, JsonRpc, JsonRpc},
        {P04, "P04"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Response to an unknown id"),
         "The id of a response is that of its request."_L1, JsonRpc, JsonRpc},
        {P05, "P05"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Id reused"),
         "A sender must not reuse an id within the session; in 2026-07-28, it must not reuse the id of a "
         "request without a response."_L1,
         Basic, Basic},
        {P06, "P06"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Response to a notification"),
         "A notification gets no response."_L1, JsonRpc, JsonRpc},
        {P07, "P07"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Invalid progress"),
         "Progress increases with each message, has the token of an open request, and stops with the response."_L1,
         Progress, ModernProgress, FindingTime::Partly},
        {P08, "P08"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Request before the handshake finished"),
         "Before the response to initialize, the client sends only ping; before notifications/initialized, the "
         "server sends only ping and log messages."_L1,
         Lifecycle, Lifecycle, FindingTime::Partly},
        {P09, "P09"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Not declared or not requested"),
         "Both sides use only what was negotiated; in 2026-07-28, each request declares its capabilities, and "
         "asks for log messages and change notifications."_L1,
         Lifecycle, Basic},
        {P10, "P10"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Method of another revision"),
         "Both sides keep to the revision that they agreed on."_L1, Lifecycle, Versioning},
        {P11, "P11"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Schema violation"),
         "Messages match the JSON Schema of the revision, schema/<revision>/schema.json."_L1, Schema, Schema},
        {P12, "P12"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Output schema violation"),
         "If a tool has an outputSchema, the server must return structuredContent that conforms to it."_L1, Tools,
         Tools},
        {P13, "P13"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Required _meta or resultType missing"),
         "Each request has protocolVersion and clientCapabilities in its _meta, each result a resultType that "
         "is allowed for its method, and each message of a subscription the subscriptionId."_L1,
         Basic, Basic},
        {P14, "P14"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "HTTP use not allowed in this revision"),
         "The headers MCP-Protocol-Version, Mcp-Method and Mcp-Name match the message; only POST is used, and "
         "there are no sessions."_L1,
         ModernHttp, ModernHttp},
        {P15, "P15"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Pagination never ends"),
         "nextCursor refers to the next page; without it the list ends."_L1, Pagination, Pagination},
        {P16, "P16"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Order of tools changed"),
         "The order of a list should be the same from call to call."_L1, Tools, Tools},
        {P17, "P17"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Invalid x-mcp-header in a tool"),
         "x-mcp-header is a token, unique in its tool, on a string, integer or boolean that is reached through "
         "properties only; over HTTP a client omits other tools."_L1,
         ModernHttp, ModernHttp},
        {P18, "P18"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "No response"),
         "Each request gets a response."_L1, JsonRpc, JsonRpc, FindingTime::Passing},
        {P19, "P19"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Batch not allowed"),
         "Batches exist only in 2025-03-26."_L1, Basic, Basic},
        {P20, "P20"_L1, Info, QT_TRANSLATE_NOOP("TranslatableText", "Tool definition changed"),
         "A tool may change; trust that was given to it applies to the earlier definition."_L1, Tools, Tools},
        {P21, "P21"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Invalid tool name"),
         "A tool name should be unique, and have 1 to 128 of the characters A-Z, a-z, 0-9, underscore, hyphen and dot."_L1,
         Tools, Tools},
        {P22, "P22"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "No revision in the handshake"),
         "initialize and its response contain a protocolVersion, which is a string."_L1, Lifecycle, Versioning},
        {H20, "H20"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Response cut short"),
         "A body is as long as its Content-Length, or ends with its last chunk; a response that ends earlier is incomplete (RFC 9112, section 8)."_L1,
         Transports, ModernHttp},
    };
}

/// Streamable HTTP up to 2025-11-25. H01 to H08 are about servers, the others about clients.
QList<FindingKind> aboutHttp()
{
    using enum FindingCode;
    using enum FindingSeverity;
    return {
        {H01, "H01"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Notification not accepted with 202"),
         "The POST of a notification or response that the server accepts gets 202 Accepted with no body."_L1,
         Transports, ModernHttp},
        {H02, "H02"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Wrong content type in a response"),
         "The POST of a request gets Content-Type application/json or text/event-stream."_L1, Transports, ModernHttp},
        {H03, "H03"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Body and content type disagree"),
         "text/event-stream is a stream of server-sent events, application/json one JSON object."_L1, Transports,
         ModernHttp},
        {H04, "H04"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "GET neither a stream nor refused with 405"),
         "A GET gets Content-Type text/event-stream, or 405 if the server offers no stream of its own."_L1, Transports,
         ModernHttp},
        {H05, "H05"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Invalid characters in the session id"),
         "A session id contains only visible ASCII characters (0x21 to 0x7E)."_L1, Transports, ModernHttp},
        {H06, "H06"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Session id changed"),
         "A server assigns the session id in the response to initialize; the client sends that one from then on."_L1,
         Transports, ModernHttp},
        {H07, "H07"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Event id used in two streams"),
         "The id of an event is unique across all streams of its session."_L1, Transports, ModernHttp},
        {H08, "H08"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Response in the stream of a GET"),
         "A server sends no response in the stream of a GET, unless that stream resumes the stream of an "
         "earlier request."_L1,
         Transports, ModernHttp},
        {H10, "H10"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Accept header incomplete"),
         "The client sends an Accept header that lists application/json and text/event-stream with a POST, and text/event-stream with a GET."_L1,
         Transports, ModernHttp},
        {H11, "H11"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Session id not sent"),
         "A client that got a session id includes it in all of its subsequent HTTP requests."_L1, Transports,
         ModernHttp},
        {H12, "H12"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Protocol version header missing or wrong"),
         "From 2025-06-18 on, the client includes MCP-Protocol-Version, with the version that both agreed on, "
         "in all requests after initialize."_L1,
         Transports, ModernHttp},
        {H13, "H13"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Batch of requests and responses"),
         "In 2025-03-26 a batch holds requests and notifications, or responses."_L1, Transports, ModernHttp},
        {H14, "H14"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Stream resumed too early"),
         "In 2025-11-25 the client respects the retry field: it waits that long before it reconnects."_L1, Transports,
         ModernHttp, FindingTime::Partly},
    };
}

/// Ends of connections, lost sessions, and timeouts of clients.
QList<FindingKind> aboutLife()
{
    using enum FindingCode;
    using enum FindingSeverity;
    return {
        {L1, "L1"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Server keeps running after its input was closed"),
         "The client ends a server on stdio by closing its standard input, and waits for it to exit."_L1, Lifecycle,
         ModernStdio, FindingTime::Passing},
        {T1, "T1"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Timeout that ignores progress"),
         "A client may reset the clock of a timeout when progress comes, which it gets for requests with a progressToken."_L1,
         Lifecycle, ModernProgress, FindingTime::Passing},
        {S1, "S1"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Lost session not renewed"),
         "A client that gets 404 for a request with a session id starts a new session with initialize."_L1, Transports,
         ModernHttp, FindingTime::Partly},
        {S2, "S2"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "No 404 for an unknown session"),
         "A server responds with 404 Not Found to requests of a session that it has ended."_L1, Transports, ModernHttp},
    };
}

QList<FindingKind> aboutSenders()
{
    using enum FindingCode;
    using enum FindingSeverity;
    return {
        {C20, "C20"_L1, Error,
         QT_TRANSLATE_NOOP("TranslatableText", "Cancellation of a request that must not be cancelled"),
         "initialize must not be cancelled."_L1, Cancellation, ModernCancellation},
        {C21, "C21"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation of an unknown id"),
         "A cancellation must only name a request that its sender has made and believes to be open."_L1, Cancellation,
         ModernCancellation, FindingTime::Partly},
        {C22, "C22"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation after the response"),
         "A cancellation must only name a request that its sender has made and believes to be open."_L1, Cancellation,
         ModernCancellation, FindingTime::Gap},
        {C23, "C23"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Cancelled twice"),
         "A cancellation must only name a request that its sender has made and believes to be open."_L1, Cancellation,
         ModernCancellation},
        {C24, "C24"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation with an id of the wrong type"),
         "requestId is the id of the request: 1 and \"1\" are different ids."_L1, Cancellation, ModernCancellation},
        {C25, "C25"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation without a usable id"),
         "requestId is a string or an integer."_L1, Cancellation, ModernCancellation},
        {C26, "C26"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation with an id"),
         "A cancellation is a notification: it must not have an id."_L1, Cancellation, ModernCancellation},
        {C27, "C27"_L1, Info, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation without a usable reason"),
         "reason, if present, is a string."_L1, Cancellation, ModernCancellation},
        {C28, "C28"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Cancelled by the server"),
         "A server must send notifications/cancelled only to end a subscriptions/listen of the client."_L1,
         Cancellation, ModernCancellation},
        {C29, "C29"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Subscription ended without notice"),
         "Over stdio, a server that ends a subscription sends notifications/cancelled with its id."_L1, Cancellation,
         ModernCancellation, FindingTime::Passing},
        {C30, "C30"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation posted over HTTP"),
         "Over Streamable HTTP the client cancels a request by closing its response stream."_L1, Transports,
         ModernHttp},
        {C31, "C31"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Stream closed without a cancellation"),
         "A disconnect should not be interpreted as a cancellation: the client should send notifications/cancelled."_L1,
         Transports, ModernHttp, FindingTime::Passing},
        {C32, "C32"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Abandoned without cancellation"),
         "A sender that stops waiting for a request should cancel it."_L1, Cancellation, ModernCancellation,
         FindingTime::Partly},
        {C33, "C33"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation of a task"),
         "Tasks are cancelled by tasks/cancel, never by notifications/cancelled."_L1, Tasks, TasksExtension,
         FindingTime::Gap},
        {C34, "C34"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation of a task that has ended"),
         "tasks/cancel for a task that has ended is refused with -32602 in 2025-11-25, and acknowledged in the "
         "extension."_L1,
         Tasks, TasksExtension},
        {C35, "C35"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Late response treated as fatal"),
         "The sender of a cancellation should ignore a response that comes after it."_L1, Cancellation,
         ModernCancellation, FindingTime::Passing},
        {C36, "C36"_L1, Info, QT_TRANSLATE_NOOP("TranslatableText", "Probable cause of the cancellation"),
         "reason is free text for logs and users."_L1, Cancellation, ModernCancellation},
        {C40, "C40"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation not passed on"),
         "A gateway passes each cancellation on to the connection on which it passed the request on."_L1, Cancellation,
         ModernCancellation},
        {C41, "C41"_L1, Error, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation passed on with the wrong id"),
         "A cancellation names the id that the request has on the same connection."_L1, Cancellation,
         ModernCancellation},
        {C42, "C42"_L1, Warning, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation passed on in the wrong form"),
         "A gateway cancels in the form of each connection: by closing the stream over HTTP in 2026-07-28, by "
         "notifications/cancelled otherwise, where a closed stream is not a cancellation."_L1,
         Transports, ModernHttp},
        {C43, "C43"_L1, Info, QT_TRANSLATE_NOOP("TranslatableText", "Cancellation before its request"),
         "Over HTTP each message is a POST of its own, and one may overtake another: a cancellation that comes "
         "first is ignored."_L1,
         Transports, ModernHttp},
    };
}

} // namespace

QLatin1StringView nameOf(FindingSeverity severity)
{
    return SeverityNames[size_t(severity)];
}

std::optional<FindingSeverity> findingSeverityFromName(QStringView name)
{
    for (const auto severity : {FindingSeverity::Info, FindingSeverity::Warning, FindingSeverity::Error}) {
        if (name == nameOf(severity))
            return severity;
    }
    return {};
}

const QList<FindingKind> &FindingKind::all()
{
    static const QList<FindingKind> kinds = [] {
        QList<FindingKind> all = aboutReceivers() + aboutSenders() + aboutHttp() + aboutLife() + aboutProtocol();
        std::sort(all.begin(), all.end(), [](const FindingKind &a, const FindingKind &b) { return a.code < b.code; });
        return all;
    }();
    return kinds;
}

const FindingKind &FindingKind::of(FindingCode code)
{
    return all().at(qsizetype(code));
}

std::optional<FindingCode> FindingKind::codeFromName(QStringView name)
{
    const auto kind =
        std::find_if(all().begin(), all().end(), [name](const FindingKind &each) { return name == each.name; });
    return kind == all().end() ? std::nullopt : std::optional(kind->code);
}

} // namespace Pullcord
