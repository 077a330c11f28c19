// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

namespace Pullcord {

/// Edit for several lines that preserves every character. QTextDocument treats a paragraph separator (U+2029) like a
/// line feed; here, a noncharacter stands for it.
class RawTextEdit final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit RawTextEdit(QWidget *parent = nullptr);
    ~RawTextEdit() override;

    [[nodiscard]] QString rawText() const;
    void setRawText(const QString &text);
    /// Replaces the selection.
    void insertRawText(const QString &text);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;
    [[nodiscard]] QMimeData *createMimeDataFromSelection() const override;
};

} // namespace Pullcord
