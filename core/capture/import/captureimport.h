// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QString>

#include <memory>

namespace Pullcord {

class Capture;

/// Opens conversations that other programs have written down (ImportFormats) as captures.
namespace CaptureImport {

/// What is larger is not read: all of it stands in memory at once.
constexpr qint64 MaxSize = qint64(256) << 20;

/// Capture::openToFollow(), or a capture in memory of what another program has written, or of events of ours without the first
/// line of their file (`filter --messages --json`, grep); its header's `imported` says in words what
/// was made of it. Errors: those of a file; that its format is not known.
[[nodiscard]] Result<std::unique_ptr<Capture>> open(const QString &path);
/// What was made of it; empty for a capture of our own.
[[nodiscard]] Words summaryOf(const Capture &capture);
/// Whether it is known when anything happened in it; false only for what other programs wrote without, also where that was
/// exported as a capture since.
[[nodiscard]] bool hasTimes(const Capture &capture);
/// Another program has written it, and not said which way each of its messages went: that was guessed (Event details `way`).
[[nodiscard]] bool hasGuessedWays(const Capture &capture);
/// ns: its times are no finer than that, since whoever wrote it first rounded them; 0: as fine as ours.
[[nodiscard]] qint64 tick(const Capture &capture);
/// Whether a file, by how it begins, is a conversation of another program's.
[[nodiscard]] bool knows(const QString &path);

} // namespace CaptureImport

} // namespace Pullcord
