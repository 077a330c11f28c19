// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

namespace Pullcord {

/// Several lines to write in, kept character by character. Documents take a paragraph separator (U+2029) for the end of a line,
/// as they do a line feed: here another character stands for it, one that no text has, so that it can be told from that.
class RawTextEdit final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit RawTextEdit(QWidget *parent = nullptr);
    ~RawTextEdit() override;

    [[nodiscard]] QString rawText() const;
    void setRawText(const QString &text);
    /// In place of what is selected.
    void insertRawText(const QString &text);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;
    [[nodiscard]] QMimeData *createMimeDataFromSelection() const override;
};

} // namespace Pullcord
