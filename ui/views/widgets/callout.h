// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace Pullcord {

/// Hint that points at a part of the window. It has a button for the suggested action, and one against further hints.
/// It is not modal, and follows the widget it points at.
class Callout final : public QWidget
{
    Q_OBJECT

public:
    /// Lies over the widget `over`, within its bounds.
    explicit Callout(QWidget *over);
    ~Callout() override;

    struct Content
    {
        QString title;
        QString text;
        QString action; ///< text of the action button; empty: no button
        QString skip;
    };
    /// Points at `at`, a descendant of the widget below, or at a `place` within it. Takes the focus if `takeFocus`, or
    /// if the callout had it.
    void point(QWidget *at, const Content &words, bool takeFocus, const QRect &place = {});
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
    enum class Side : quint8 { Below, Above, Right, Left }; ///< side of the target

    void follow(QWidget *at);
    void place();
    bool placeBeside(const QRect &room);
    [[nodiscard]] QRect body() const;
    [[nodiscard]] int arrow() const; ///< height of the arrow, in pixels
    [[nodiscard]] QRect target() const;
    void paintTitle();

    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_action;
    QPushButton *m_skip;
    QPointer<QWidget> m_at;
    QRect m_place;                       ///< within m_at; null: all of it
    QList<QPointer<QWidget>> m_followed; ///< m_at and its ancestors, watched for movement
    Side m_side = Side::Below;
};

} // namespace Pullcord
