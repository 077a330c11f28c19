// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"
#include "core/capture/export/redaction.h"
#include "core/capture/filter/filter.h"
#include "core/result.h"

class QCommandLineParser;

namespace Pullcord {

/// What to export of a capture, and how.
struct ExportOptions
{
    ExportFormat format = ExportFormat::Markdown;
    Filter requests; ///< only those that pass, with all that belongs to them
    Filter messages; ///< only the messages, and other events, that pass; one of both filters is empty
    Redaction redaction;
    bool isPreview = false; ///< of the redaction, in the place of an export

    /// `where` it stands begins the error, which is of kind Usage.
    [[nodiscard]] static Result<Filter> filterFrom(const QString &text, const QString &where);
    /// An Error of kind Usage says what is wrong.
    [[nodiscard]] static Result<ExportOptions> read(const QCommandLineParser &parser);
};

} // namespace Pullcord
