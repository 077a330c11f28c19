// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QStringView>

/// Foreign text inside Markdown, so that nothing of it is taken for Markdown, HTML or a mention.
namespace Pullcord::MarkdownText {

/// On one line, in backticks. Empty for an empty text.
[[nodiscard]] QByteArray code(QStringView text);
/// The same for a cell of a table, where a bar needs an escape even in backticks.
[[nodiscard]] QByteArray cell(QStringView text);
/// A fenced block. What is not UTF-8, and control characters, come out as signs that stand for them.
[[nodiscard]] QByteArray block(QByteArrayView utf8, QByteArrayView language);

} // namespace Pullcord::MarkdownText
