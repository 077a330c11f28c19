// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextDocumentLayout>

namespace Pullcord {

/// Layout of a QPlainTextEdit that indents wrapped lines like the beginning of their line.
class HangingLayout final : public QPlainTextDocumentLayout
{
    Q_OBJECT

public:
    /// Maximum length of a line to indent, in characters, since each is laid out twice.
    static constexpr int LongestHung = 100'000;

    explicit HangingLayout(QTextDocument *document);
    ~HangingLayout() override;

    /// Called before a block is shown.
    [[nodiscard]] QRectF blockBoundingRect(const QTextBlock &block) const override;

private:
    /// Indents the block's wrapped lines; returns true if the number of lines has changed.
    static bool hang(QTextBlock block);

    bool m_isTelling = false;
};

} // namespace Pullcord
