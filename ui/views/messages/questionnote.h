// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>

namespace Pullcord {

/// Button in the status bar with the question of a server; pressing it opens the answer. The bar reserves its room, so
/// that nothing moves.
class QuestionNote final : public QToolButton
{
    Q_OBJECT

public:
    /// `gives` is a widget in the same bar that is hidden while the note is shown, to make room for it.
    explicit QuestionNote(QWidget &gives, QWidget *parent = nullptr);
    ~QuestionNote() override;

    /// Shows text from a peer, elided, with more of it in the tool tip. Several questions are preceded by their number.
    /// An empty text hides the note.
    void say(const QString &text, qsizetype questions = 1);
    [[nodiscard]] const QString &said() const { return m_said; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] QSize sizeFor(int textWidth) const;
    void present();
    void paintAttention();

    QWidget &m_gives;
    QString m_said;
    QString m_shown; ///< the measured part, with the number
};

} // namespace Pullcord
