// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace Pullcord {

/// A few words beside a part of the window, pointing at it, with a button that does what they say and one to have no more of them.
/// Nothing waits for it, and nothing moves but that it goes along with what it points at.
class Callout final : public QWidget
{
    Q_OBJECT

public:
    /// Lies over `over`, never outside of it.
    explicit Callout(QWidget *over);
    ~Callout() override;

    struct Words
    {
        QString title;
        QString text;
        QString action; ///< of the button; empty: there is none to press now
        QString skip;
    };
    /// At that part, a descendant of the widget that it lies over, or at a `place` in it. Takes the focus if the callout had it, or
    /// `takeFocus`.
    void point(QWidget *at, const Words &words, bool takeFocus, const QRect &place = {});
    void leave();
    [[nodiscard]] QString text() const;

signals:
    void actionPressed();
    void skipPressed();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Side : quint8 { Below, Above, Right, Left }; ///< of what it points at

    void follow(QWidget *at);
    void place();
    bool placeBeside(const QRect &room);
    [[nodiscard]] QRect body() const;
    [[nodiscard]] int arrow() const; ///< its height
    [[nodiscard]] QRect target() const;
    void paintTitle();

    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_action;
    QPushButton *m_skip;
    QPointer<QWidget> m_at;
    QRect m_place;                       ///< in that; none for all of it
    QList<QPointer<QWidget>> m_followed; ///< what it points at and what holds it
    Side m_side = Side::Below;
};

} // namespace Pullcord
