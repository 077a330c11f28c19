// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/import/importsink.h"

#include <QList>

#include <functional>

namespace Pullcord {

class JsonValue;

/// A file format of other programs: a row of ImportFormats.
struct ImportFormat
{
    QLatin1StringView name;                     ///< short name for display, e.g. "JSON Lines"
    bool (*fits)(QByteArrayView head);          ///< true if it matches the beginning of the file
    void (*read)(QByteArrayView, ImportSink &); ///< reads the whole file
};

/// The known formats. A new one is a pair of functions and a row here.
namespace ImportFormats {

/// Bytes at the beginning of a file from which the format is recognized.
constexpr qsizetype HeadSize = 65'536;

[[nodiscard]] const QList<ImportFormat> &all();
/// Returns null if the format is unknown.
[[nodiscard]] const ImportFormat *of(QByteArrayView head);

/// Calls `take` with each line, without its end, and its number from 1.
void eachLine(QByteArrayView text, const std::function<void(QByteArrayView, qsizetype)> &take);
/// Returns the number of the line that contains this byte.
[[nodiscard]] qsizetype lineAt(QByteArrayView text, const char *at);
/// Returns the time in ns since the epoch from a JSON value: a number in s, ms, µs or ns, by its size, or a text in ISO
/// 8601.
[[nodiscard]] std::optional<qint64> timeIn(const JsonValue &value);
[[nodiscard]] std::optional<qint64> timeIn(const QString &text);

} // namespace ImportFormats

/// A message per line, with a member that states the direction, or in an object with one.
namespace JsonLinesImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace JsonLinesImport

/// Logs of Claude Code about its servers: an object per line, or a list of objects, with `timestamp` and a text,
/// `debug` or `error`. A text that begins with "Server stderr: " is the server's. They seldom contain messages.
namespace ClaudeCodeLogImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace ClaudeCodeLogImport

/// A log of any program with complete messages in its lines, after other text (LogLine): VS Code, the reference SDKs,
/// mcp-remote. A line without a message is a note, or the server's standard error if marked so.
namespace TextLogImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace TextLogImport

/// Export of the Protocol screen of the MCP Inspector (version 2): a JSON array of entries with `timestamp`,
/// `direction` ("request", "response", "notification"), `origin` ("client", "server"; missing in older ones),
/// `message`, and for a request its `response`, after `duration` ms.
namespace InspectorImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace InspectorImport

/// HTTP Archive 1.2 of browsers, mitmproxy and Pullcord. Requests with JSON-RPC become exchanges of a
/// conversation, as if recorded live; other requests become notes. A server is identified by its URL; a connection by
/// its session, a further `initialize`, or our export's data.
namespace HarImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace HarImport

/// Logs of Claude Desktop about its servers: mcp-server-NAME.log with "TIME [NAME] [LEVEL] TEXT", mcp.log with "TIME
/// [LEVEL] [NAME] TEXT". A message follows "Message from client: " or "Message from server: ", and is followed by " {
/// metadata: undefined }" in newer ones. Lines without a time are the server's standard error.
namespace ClaudeLogImport {
[[nodiscard]] bool fits(QByteArrayView head);
void read(QByteArrayView text, ImportSink &sink);
} // namespace ClaudeLogImport

} // namespace Pullcord
