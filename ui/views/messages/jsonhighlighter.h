// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPalette>
#include <QSyntaxHighlighter>

namespace Pullcord {

/// Colors JSON text line by line: keys, strings, numbers, literals. Strings never span lines in JSON, so no line
/// depends on another.
class JsonHighlighter final : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    explicit JsonHighlighter(QTextDocument *document);

    /// Uses the theme colors for `palette`.
    void setPalette(const QPalette &palette);

protected:
    void highlightBlock(const QString &text) override;

private:
    [[nodiscard]] qsizetype endOfString(const QString &text, qsizetype start) const;

    QTextCharFormat m_key;
    QTextCharFormat m_string;
    QTextCharFormat m_number;
    QTextCharFormat m_literal;
};

} // namespace Pullcord
