// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextDocumentLayout>

namespace Pullcord {

/// The layout of a QPlainTextEdit in which a line that is wrapped goes on below its own beginning, not at the edge.
class HangingLayout final : public QPlainTextDocumentLayout
{
    Q_OBJECT

public:
    /// Characters up to which a line is laid out so: it is done twice.
    static constexpr int LongestHung = 100'000;

    explicit HangingLayout(QTextDocument *document);
    ~HangingLayout() override;

    /// Whoever wants to see a block asks for this first.
    [[nodiscard]] QRectF blockBoundingRect(const QTextBlock &block) const override;

private:
    /// Whether it has more lines now, or fewer.
    static bool hang(QTextBlock block);

    bool m_isTelling = false;
};

} // namespace Pullcord
