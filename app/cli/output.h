// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArrayView>
#include <QStringView>

#include <functional>

/// Standard output for results, standard error for everything else. Each call prints complete lines and flushes. On a
/// terminal, characters that move, hide or reorder text are shown as their code.
namespace Pullcord::Output {

/// `record` is called before anything is printed. It must write to a file whatever the text refers to, so that even a
/// crash of this program cannot lose it. Null: nothing is called.
void setRecorder(std::function<void()> record);

/// Prints a result: printable() on a terminal, unchanged to a file or a pipe.
void result(QStringView text);
void resultBytes(QByteArrayView utf8);
/// Prints a part of a result, without adding a line end.
void resultPiece(QByteArrayView utf8);
/// Returns success if every result was written so far, else an Error of kind Io for the first that was not.
[[nodiscard]] Outcome written();
/// Writes a file with mode 0600, which appears only when it is complete. Errors are of kind Io.
[[nodiscard]] Outcome save(const QString &path, const QByteArray &bytes);
/// True if standard output is a terminal.
[[nodiscard]] bool isOnTerminal();
void remark(QStringView text);
/// Prints a line on standard error that the next one replaces on a terminal; elsewhere an ordinary line.
void progress(QStringView text);
/// The same, but prints nothing elsewhere.
void status(QStringView text);

/// Returns a peer's text for a terminal: makes control characters visible, including escape sequences. Keeps newlines
/// and tabs.
[[nodiscard]] QString printable(QStringView text);

} // namespace Pullcord::Output
