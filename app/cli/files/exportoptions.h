// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"
#include "core/capture/export/redaction/redaction.h"
#include "core/capture/filter/filter.h"
#include "core/result.h"

class QCommandLineParser;

namespace Pullcord {

/// Options of an export: selection, format and redaction. A value.
struct ExportOptions
{
    ExportFormat format = ExportFormat::Markdown;
    Filter requests; ///< only requests that pass, with all their messages
    Filter messages; ///< only messages and other events that pass; at most one of both filters is set
    Redaction redaction;
    bool isPreview = false; ///< show what the redaction removes, instead of exporting

    /// `where` is the beginning of the error, which is of kind Usage.
    [[nodiscard]] static Result<Filter> filterFrom(const QString &text, const QString &where);
    /// Errors are of kind Usage.
    [[nodiscard]] static Result<ExportOptions> read(const QCommandLineParser &parser);
};

} // namespace Pullcord
