// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1StringView>
#include <QList>
#include <QStringView>

#include <optional>

namespace Pullcord {

enum class ExportFormat : quint8 {
    Capture,   ///< a Pullcord capture, to be opened again
    JsonLines, ///< the messages alone, one a line
    Markdown,  ///< a report for people, e.g. for an issue tracker
    Html,      ///< the same with a timeline, for a browser
    Csv,       ///< the requests as a table (RFC 4180)
    Har,       ///< the HTTP exchanges (HTTP Archive 1.2)
    Otlp,      ///< the requests as spans (OpenTelemetry, OTLP/JSON)
    Script,    ///< the client's side, to be repeated (sh, with curl for HTTP)
};

/// How the formats are called, in the order in which they are offered.
namespace ExportFormats {

[[nodiscard]] const QList<ExportFormat> &all();
/// On the command line, e.g. "jsonl".
[[nodiscard]] QLatin1StringView nameOf(ExportFormat format);
[[nodiscard]] std::optional<ExportFormat> named(QStringView name);
/// For people, and so with what was found wrong.
[[nodiscard]] bool isReport(ExportFormat format);
/// Of its files, without a dot; "otlp.json" has one inside, since there are other files that end in "json".
[[nodiscard]] QLatin1StringView suffixOf(ExportFormat format);
/// That the name of a file asks for: by that suffix, or by the end of it (`spans.json`), or by another that such files have
/// (`.htm`). None if it asks for none.
[[nodiscard]] std::optional<ExportFormat> ofFile(QStringView name);

} // namespace ExportFormats

} // namespace Pullcord
