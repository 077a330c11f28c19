// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArrayView>
#include <QStringView>

#include <functional>

/// Standard output for results, standard error for everything else; each call is a line (or lines) and is flushed. On a
/// terminal both show every character: what would move, hide or turn text round stands as its number.
namespace Pullcord::Output {

/// `record` is called before anything is shown: what that tells of must be in a file by then, if it belongs there, so that no
/// end of this program can take it back. Null: nothing is called.
void setRecorder(std::function<void()> record);

/// On a terminal a result is printable(); a file or a pipe gets it as it is.
void result(QStringView text);
void resultBytes(QByteArrayView utf8);
/// A piece of a result, which ends where it ends.
void resultPiece(QByteArrayView utf8);
/// Whether every result has got out so far: an Error of kind Io names the first that has not.
[[nodiscard]] Outcome written();
/// Writes a file for its owner's eyes only, and in its place only when it is whole. An Error of kind Io names what failed.
[[nodiscard]] Outcome save(const QString &path, const QByteArray &bytes);
/// Standard output is a terminal.
[[nodiscard]] bool isOnTerminal();
void remark(QStringView text);
/// A line on standard error that the next one replaces, on a terminal; elsewhere an ordinary line.
void progress(QStringView text);
/// The same of what is of the moment only: elsewhere nothing.
void status(QStringView text);

/// Text of a peer's for a terminal: control characters (escape sequences among them) made visible. Newlines and tabs stay.
[[nodiscard]] QString printable(QStringView text);

} // namespace Pullcord::Output
