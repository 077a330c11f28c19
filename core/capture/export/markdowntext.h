// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QStringView>

/// Escapes text of peers, so that none of it is taken for Markdown, HTML or a mention.
namespace Pullcord::MarkdownText {

/// Returns the text on one line, in backticks; empty for an empty text.
[[nodiscard]] QByteArray code(QStringView text);
/// The same for a table cell, where a bar needs an escape even in backticks.
[[nodiscard]] QByteArray cell(QStringView text);
/// Returns a fenced block. Invalid UTF-8 and control characters are replaced by symbols.
[[nodiscard]] QByteArray block(QByteArrayView utf8, QByteArrayView language);

} // namespace Pullcord::MarkdownText
