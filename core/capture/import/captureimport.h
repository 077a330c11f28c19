// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QString>

#include <memory>

namespace Pullcord {

class Capture;

/// Opens conversations that other programs recorded (ImportFormats) as captures.
namespace CaptureImport {

/// Larger files are refused: the whole file is read into memory.
constexpr qint64 MaxSize = qint64(256) << 20;

/// Returns Capture::openToFollow(), or a converted capture in a temporary file. Converts files of other programs, and
/// lines of captures without the header line (`filter --messages --json`, grep). The member `imported` of the header
/// describes the conversion. Errors: those of the file; unknown format.
[[nodiscard]] Result<std::unique_ptr<Capture>> open(const QString &path);
/// Returns the description of the conversion; empty for a capture written by Pullcord.
[[nodiscard]] TranslatableText summaryOf(const Capture &capture);
/// True if the file is another program's conversation, judged by its beginning.
[[nodiscard]] bool knows(const QString &path);

} // namespace CaptureImport

} // namespace Pullcord
