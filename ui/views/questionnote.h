// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>

namespace Pullcord {

/// What the server asks, on one line of the status bar, to be pressed for the answer. It comes and goes without moving
/// anything else: the bar keeps the room for it.
class QuestionNote final : public QToolButton
{
    Q_OBJECT

public:
    /// In the same bar; where the note is shown, `gives` is not, so that a narrow window has room for it.
    explicit QuestionNote(QWidget &gives, QWidget *parent = nullptr);
    ~QuestionNote() override;

    /// Words of the peer, cut where there is no room; the tool tip has more of them. Before them stands how many questions
    /// there are, if there are several. Empty: nothing is shown.
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
    QString m_shown; ///< as much of it as is measured, with the number
};

} // namespace Pullcord
