// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/callout.h"

#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/plainlabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr int Width = 46; ///< in average characters
}

Callout::Callout(QWidget *over)
    : QWidget(over)
    , m_title(new PlainLabel(this))
    , m_text(new PlainLabel(this))
    , m_action(new QPushButton(this))
    , m_skip(new QPushButton(this))
{
    setObjectName(u"tourCallout"_s);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName(u"calloutTitle"_s);
    m_text->setObjectName(u"calloutText"_s);
    m_text->setWordWrap(true);
    m_action->setObjectName(u"calloutAction"_s);
    m_skip->setObjectName(u"calloutSkip"_s);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_action);
    buttons->addStretch(1);
    buttons->addWidget(m_skip);
    auto *layout = new QVBoxLayout(this);
    const int margin = arrow() + 10;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addLayout(buttons);
    connect(m_action, &QPushButton::clicked, this, &Callout::actionPressed);
    connect(m_skip, &QPushButton::clicked, this, &Callout::skipPressed);
    hide();
}

Callout::~Callout() = default;

QString Callout::text() const
{
    return m_text->text();
}

int Callout::arrow() const
{
    return fontMetrics().height() / 2;
}

void Callout::point(QWidget *at, const Content &words, bool takeFocus, const QRect &place)
{
    m_place = place;
    const bool hadFocus = isVisible() && isAncestorOf(window()->focusWidget());
    setAccessibleName(words.title);
    m_title->setText(words.title);
    m_text->setText(words.text);
    m_action->setText(words.action);
    m_action->setVisible(!words.action.isEmpty());
    m_skip->setText(words.skip);
    for (QPushButton *button : {m_action, m_skip}) // for screen readers that reach a button first
        button->setAccessibleDescription(u"%1. %2"_s.arg(words.title, words.text));
    follow(at);
    paintTitle();
    show();
    raise();
    this->place();
    if (takeFocus || hadFocus)
        (words.action.isEmpty() ? m_skip : m_action)->setFocus(Qt::OtherFocusReason);
}

void Callout::leave()
{
    hide();
    follow(nullptr);
}

/// Watches the target and its ancestors, to move with them.
void Callout::follow(QWidget *at)
{
    for (const QPointer<QWidget> &widget : std::as_const(m_followed)) {
        if (widget)
            widget->removeEventFilter(this);
    }
    m_followed.clear();
    m_at = at;
    for (QWidget *widget = at; widget; widget = widget == parentWidget() ? nullptr : widget->parentWidget()) {
        widget->installEventFilter(this);
        m_followed.append(widget);
    }
}

QRect Callout::target() const
{
    if (!m_at)
        return {};
    const QRect place = m_place & m_at->rect();
    return (place.isEmpty() ? m_at->rect() : place).translated(m_at->mapTo(parentWidget(), QPoint()));
}

/// Places the callout beside the target, without covering it. A wider callout is lower, and may fit where a high one
/// does not.
void Callout::place()
{
    const QRect room = parentWidget()->rect();
    const int usual = qMin(Width * letterWidth(fontMetrics()) + 2 * arrow(), room.width());
    for (const int width : {usual, qMin(usual * 3 / 2, room.width()), room.width()}) {
        setFixedWidth(width);
        layout()->activate();
        resize(width, layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : layout()->sizeHint().height());
        if (placeBeside(room))
            break;
    }
    update();
}

/// Tries each side; returns true if one has room. Otherwise places the callout as well as possible within the window.
bool Callout::placeBeside(const QRect &room)
{
    const QRect at = target();
    const auto placeAt = [&](Side side) {
        QRect place = rect();
        place.moveCenter(at.center());
        switch (side) {
        case Side::Below:
            place.moveTop(at.bottom() + 1);
            break;
        case Side::Above:
            place.moveBottom(at.top() - 1);
            break;
        case Side::Right:
            place.moveLeft(at.right() + 1);
            break;
        case Side::Left:
            place.moveRight(at.left() - 1);
            break;
        }
        place.moveLeft(qBound(room.left(), place.left(), qMax(room.left(), room.right() - width() + 1)));
        place.moveTop(qBound(room.top(), place.top(), qMax(room.top(), room.bottom() - height() + 1)));
        m_side = side;
        move(place.topLeft());
        return room.contains(place) && !place.intersects(at);
    };
    constexpr std::array Sides{Side::Below, Side::Above, Side::Right, Side::Left};
    return std::any_of(Sides.begin(), Sides.end(), placeAt);
}

QRect Callout::body() const
{
    const int a = arrow();
    return rect().adjusted(a, a, -a - 1, -a - 1);
}

void Callout::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme &theme = Theme::of(palette());
    painter.setPen(QPen(theme.active, 1.5));
    painter.setBrush(palette().color(QPalette::Window));
    const QRect box = body();
    painter.drawRoundedRect(QRectF(box), 6, 6);
    const QPoint to = target().center() - pos();
    const int a = arrow();
    const int x = qBound(box.left() + 2 * a, to.x(), box.right() - 2 * a);
    const int y = qBound(box.top() + 2 * a, to.y(), box.bottom() - 2 * a);
    QPolygonF tip;
    switch (m_side) {
    case Side::Below:
        tip << QPointF(x - a, box.top()) << QPointF(x, 1) << QPointF(x + a, box.top());
        break;
    case Side::Above:
        tip << QPointF(x - a, box.bottom()) << QPointF(x, height() - 1) << QPointF(x + a, box.bottom());
        break;
    case Side::Right:
        tip << QPointF(box.left(), y - a) << QPointF(1, y) << QPointF(box.left(), y + a);
        break;
    case Side::Left:
        tip << QPointF(box.right(), y - a) << QPointF(width() - 1, y) << QPointF(box.right(), y + a);
        break;
    }
    painter.drawPolyline(tip);
    painter.setPen(QPen(palette().color(QPalette::Window), 3)); // no border where the arrow meets the box
    painter.drawLine(tip.first(), tip.last());
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(tip);
    painter.setPen(QPen(theme.active, 1.5));
    painter.drawPolyline(tip);
}

void Callout::paintTitle()
{
    QPalette title = palette();
    title.setColor(QPalette::WindowText, Theme::of(palette()).active);
    m_title->setPalette(title);
}

void Callout::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        emit skipPressed();
    else
        QWidget::keyPressEvent(event);
}

void Callout::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && isVisible())
        paintTitle();
}

bool Callout::eventFilter(QObject *, QEvent *event)
{
    if (!isVisible())
        return false;
    if (event->type() == QEvent::Move || event->type() == QEvent::Resize || event->type() == QEvent::Show)
        place();
    return false;
}

} // namespace Pullcord
