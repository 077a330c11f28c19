// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/import/importsink.h"

#include <QList>

#include <functional>

namespace Pullcord {

class JsonValue;

/// A kind of file of somebody else's that holds a conversation: a row of ImportFormats.
struct ImportFormat
{
    QLatin1StringView name;                     ///< for people, e.g. "JSON Lines"
    bool (*fits)(QByteArrayView head);          ///< by how the file begins
    void (*read)(QByteArrayView, ImportSink &); ///< the whole file
};

/// Those that are known. A new one is a function pair and a row here.
namespace ImportFormats {

/// Of a file, so much is looked at to tell what it is.
constexpr qsizetype HeadSize = 65'536;

[[nodiscard]] const QList<ImportFormat> &all();
/// Null for none.
[[nodiscard]] const ImportFormat *of(QByteArrayView head);

/// Calls `take` with each line and its number, from 1; without its end.
void eachLine(QByteArrayView text, const std::function<void(QByteArrayView, qsizetype)> &take);
/// The number of the line that a byte of the text stands in.
[[nodiscard]] qsizetype lineAt(QByteArrayView text, const char *at);
/// In ns since the epoch, from a JSON value: a number, of s, ms, µs or ns as its size tells, or an ISO 8601 text.
[[nodiscard]] std::optional<qint64> timeIn(const JsonValue &value);
[[nodiscard]] std::optional<qint64> timeIn(const QString &text);

} // namespace ImportFormats

/// A message a line, alone, with a member that says which way it went, or in an object that says it of it.
namespace JsonLinesImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace JsonLinesImport

/// The logs that Claude Code keeps of its servers: an object a line, or a list of them, with `timestamp` and a text, `debug` or
/// `error`; one that begins with "Server stderr: " is the server's. They seldom hold messages.
namespace ClaudeCodeLogImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace ClaudeCodeLogImport

/// A log of any program that has whole messages in its lines, behind whatever stands before them (LogLine): VS Code's, the
/// reference SDKs', mcp-remote's. A line without a message is a note, or the server's standard error where it is marked so.
namespace TextLogImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace TextLogImport

/// What the MCP Inspector (version 2) exports of its Protocol screen: a JSON array of entries with `timestamp`, `direction`
/// ("request", "response", "notification"), `origin` ("client", "server"; missing in older ones), `message`, and with a request
/// its `response`, after `duration` ms.
namespace InspectorImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace InspectorImport

/// HTTP Archive 1.2, of browsers, of mitmproxy and of our own export: requests with JSON-RPC in them are the exchanges of a
/// conversation, recorded as those of a live one; other requests are notes. A server is known by its address, a connection
/// by its session, by a further `initialize`, or by what our export says.
namespace HarImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace HarImport

/// The logs that Claude Desktop keeps of its servers: mcp-server-NAME.log with "TIME [NAME] [LEVEL] TEXT", mcp.log with
/// "TIME [LEVEL] [NAME] TEXT". A message stands behind "Message from client: " or "Message from server: ", in newer ones with
/// " { metadata: undefined }" behind it; lines without a time are the server's standard error.
namespace ClaudeLogImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace ClaudeLogImport

} // namespace Pullcord
