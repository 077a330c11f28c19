// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/visibletext.h"
#include "ui/views/widgets/plainlabel.h"

namespace Pullcord {

/// Label for text from a peer. Long words break, so that they do not widen it. Only the beginning of a very long text
/// is shown, with a note; copying takes all of it. Control and direction characters are shown by number and copied
/// unchanged. By default plain text with word wrap.
class PeerLabel : public PlainLabel
{
    Q_OBJECT

public:
    static constexpr qsizetype MostLaidOut = 20'000; ///< characters of plain text

    explicit PeerLabel(QWidget *parent = nullptr);
    PeerLabel(const QString &text, QWidget *parent);
    ~PeerLabel() override;

    /// Rich text is shown unchanged; its words must come from Texts::breakable().
    void setText(const QString &text);
    /// Ampersands in the text remain literal.
    void setBuddy(QWidget *buddy);
    /// Returns the text as set, which is also copied. The shown text may be shorter and has break opportunities.
    [[nodiscard]] QString text() const { return m_text; }
    /// Limits the lines: the rest is elided in the middle of the last one and shown in the tool tip. 0: no limit.
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
        int height = 0; ///< height of all lines
    };
    [[nodiscard]] Fit fitInto(int width) const;
    [[nodiscard]] int besides() const;
    [[nodiscard]] QString selection() const;
    [[nodiscard]] QString withoutMnemonic(const QString &shown) const;
    void present();
    void copy() const;

    QString m_text;
    VisibleText m_head; ///< the part that is laid out
    QString m_breakable;
    int m_mostLines = 0;
};

} // namespace Pullcord
