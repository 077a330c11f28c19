// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/visibletext.h"
#include "ui/views/plainlabel.h"

namespace Pullcord {

/// Words that a peer wrote, or that hold some of them. However long a word is, it makes nothing wider: it is broken
/// where there is no room; of a text that is too long to be laid out only the beginning is shown, which says so, and copied is
/// all of it; characters that move, hide or turn others round are shown by their number, and copied as they are. Plain text and wrapped, until told otherwise.
class PeerLabel : public PlainLabel
{
    Q_OBJECT

public:
    static constexpr qsizetype MostLaidOut = 20'000; ///< characters of plain text

    explicit PeerLabel(QWidget *parent = nullptr);
    PeerLabel(const QString &text, QWidget *parent);
    ~PeerLabel() override;

    /// Rich text is shown as it is: whoever writes it asks Texts::breakable() for the words in it.
    void setText(const QString &text);
    /// An ampersand in the text is still no mnemonic.
    void setBuddy(QWidget *buddy);
    /// What was set, and what is copied; what is shown may be less, and has places to break at.
    [[nodiscard]] QString text() const { return m_text; }
    /// What does not go on so many lines is cut out of the middle of the last one, and stands in the tool tip; 0: all.
    void setMostLines(int most);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    struct Fit
    {
        QString shown;
        int lines = 1;
        int height = 0; ///< of them all
    };
    [[nodiscard]] Fit fitInto(int width) const;
    [[nodiscard]] int besides() const;
    [[nodiscard]] QString selection() const;
    [[nodiscard]] QString withoutMnemonic(const QString &shown) const;
    void present();
    void copy() const;

    QString m_text;
    VisibleText m_head; ///< what of it is laid out
    QString m_breakable;
    int m_mostLines = 0;
};

} // namespace Pullcord
