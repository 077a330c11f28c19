// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1StringView>
#include <QList>
#include <QStringView>

#include <optional>

namespace Pullcord {

/// Formats of an export.
enum class ExportFormat : quint8 {
    Capture,   ///< a Pullcord capture, which can be opened again
    JsonLines, ///< the messages alone, one per line
    Markdown,  ///< a report, e.g. for an issue tracker
    Html,      ///< a report with a timeline, for a browser
    Csv,       ///< the requests as a table (RFC 4180)
    Har,       ///< the HTTP exchanges (HTTP Archive 1.2)
    Otlp,      ///< the requests as spans (OpenTelemetry, OTLP/JSON)
    Script,    ///< the client's side as a script that repeats it (sh, with curl for HTTP)
};

/// Names of the formats, in the order in which they are offered.
namespace ExportFormats {

[[nodiscard]] const QList<ExportFormat> &all();
/// Returns the name on the command line, e.g. "jsonl".
[[nodiscard]] QLatin1StringView nameOf(ExportFormat format);
[[nodiscard]] std::optional<ExportFormat> named(QStringView name);
/// True for the reports (Markdown, HTML), which include the findings.
[[nodiscard]] bool isReport(ExportFormat format);
/// Returns the suffix of its files, without a leading dot; "otlp.json" contains one, since other files end in "json",
/// too.
[[nodiscard]] QLatin1StringView suffixOf(ExportFormat format);
/// Returns the format for a file name, by suffix, by its last part (`spans.json`), or by another usual suffix (`.htm`).
/// None if it has no such suffix.
[[nodiscard]] std::optional<ExportFormat> ofFile(QStringView name);

} // namespace ExportFormats

} // namespace Pullcord
