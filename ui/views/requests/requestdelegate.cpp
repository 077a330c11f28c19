// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requests/requestdelegate.h"

#include "ui/views/style/icons.h"
#include "ui/views/tables/letterwidth.h"

#include <QFontMetrics>
#include <QPainter>

namespace Pullcord {

using namespace Qt::StringLiterals;

using namespace RequestTable;

StateLook lookOfRequest(const std::function<QVariant(int role)> &dataOf, const Theme &theme)
{
    switch (Sign(dataOf(SignRole).toInt())) {
    case Sign::Waiting:
        return {"bell", theme.warning};
    case Sign::NotSupported:
        return {"info", theme.dim};
    case Sign::Asked:
        return {"circle-question-mark", theme.active};
    case Sign::Flawed:
        return {"triangle-alert", theme.warning};
    case Sign::None:
        break;
    }
    return lookOf(RequestState(dataOf(LookRole).toInt()), dataOf(ToolErrorRole).toBool(), theme);
}

void paintFoldMark(QPainter &painter, const QPointF &middle, const QFontMetrics &metrics, const QColor &color,
                   bool isUnfolded)
{
    const double size = metrics.height() / 4.0; // half of the width
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(middle);
    if (isUnfolded)
        painter.rotate(90);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF({{-size / 2, -size}, {size / 2, 0}, {-size / 2, size}}));
    painter.restore();
}

namespace {

constexpr int BesideBar = 6; ///< pixels between the cell's edge and the text on a bar

/// Returns the width of a cell not available for a shortened text: its margins, and a reserve for font fallback, which
/// is wider than measured.
int besideText(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    constexpr int OtherLetters = 3;
    return 2 * (index.column() == Progress ? BesideBar : letterWidth(option.fontMetrics) / 2 + 1) + OtherLetters;
}

/// True for columns whose texts have shorter ones.
bool hasShorter(const QModelIndex &index)
{
    return index.column() == Progress || index.column() == Cancel;
}

/// True for the cell with the counts of the parts folded under a row.
bool isGroup(const QModelIndex &index)
{
    return index.column() == Method && Fold(index.data(FoldRole).toInt()) != Fold::None;
}

/// Returns the method without the counts of the parts.
QString methodOf(const QString &text)
{
    return text.section(u" · "_s, 0, 0);
}

QString countOf(const QModelIndex &index)
{
    return u" +%1"_s.arg(index.data(PartCountRole).toInt());
}

} // namespace

RequestDelegate::Button RequestDelegate::buttonOf(const QModelIndex &index)
{
    if (index.column() != Cancel)
        return Button::None;
    if (index.data(WaitingRole).toBool())
        return Button::Answer;
    return index.data(CancellableRole).toBool() ? Button::Cancel : Button::None;
}

QString RequestDelegate::textOf(Button button)
{
    return button == Button::Answer ? tr("Answer…") : tr("Cancel");
}

QRect RequestDelegate::buttonRect(const QStyleOptionViewItem &option)
{
    const int width = option.fontMetrics.horizontalAdvance(textOf(Button::Answer)) + 12;
    return option.rect.adjusted(2, 1, 0, -1) &
           QRect(option.rect.left(), option.rect.top(), width, option.rect.height());
}

void RequestDelegate::setHot(const QModelIndex &index, bool pressed)
{
    m_hot = index;
    m_pressed = pressed;
}

void RequestDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.column() == Progress && index.data(FractionRole).isValid())
        paintProgress(painter, option, index);
    else if (buttonOf(index) != Button::None)
        paintButton(painter, option, index);
    else
        RowDelegate::paint(painter, option, index);
    const auto fold = index.column() == Number ? Fold(index.data(FoldRole).toInt()) : Fold::None;
    if (fold != Fold::None) {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        paintFoldMark(*painter, QRectF(foldRect(item)).center(), item.fontMetrics, textColor(item),
                      fold == Fold::Unfolded);
    }
}

QSize RequestDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QSize hint = RowDelegate::sizeHint(option, index);
    const auto advance = [&option](const QString &text) { return option.fontMetrics.horizontalAdvance(text); };
    if (buttonOf(index) != Button::None)
        hint.setWidth(advance(textOf(Button::Answer)) + 2 * BesideBar + 1);
    else if (hasShorter(index))
        hint.setWidth(advance(index.data().toString()) + besideText(option, index));
    return hint;
}

QRect RequestDelegate::foldRect(const QStyleOptionViewItem &option)
{
    QRect rect = option.rect;
    rect.setWidth(indentStep(option.fontMetrics) + letterWidth(option.fontMetrics) / 2);
    return rect;
}

void RequestDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    RowDelegate::initStyleOption(option, index);
    if (hasShorter(index))
        shorten(option, index);
}

/// Elides the text, but never the count of the parts.
QString RequestDelegate::fitted(const QString &text, const QFont &font, Qt::TextElideMode elide, int room,
                                const QModelIndex &index) const
{
    const QString count = isGroup(index) ? countOf(index) : QString();
    const QFontMetrics metrics(font);
    if (count.isEmpty() || metrics.horizontalAdvance(text) <= room)
        return RowDelegate::fitted(text, font, elide, room, index);
    const QString method = methodOf(text);
    if (metrics.horizontalAdvance(method + count) <= room)
        return method + count;
    return metrics.elidedText(method, elide, qMax(0, room - metrics.horizontalAdvance(count))) + count;
}

/// Uses the longest text that fits, else the shortest, elided.
void RequestDelegate::shorten(QStyleOptionViewItem *option, const QModelIndex &index)
{
    const int room = option->rect.width() - besideText(*option, index);
    if (room <= 0 || option->text.isEmpty())
        return;
    const QStringList shorter = index.data(ShorterRole).toStringList();
    for (const QString &text : shorter) {
        if (option->fontMetrics.horizontalAdvance(option->text) <= room)
            return;
        option->text = text;
    }
}

RowDelegate::Look RequestDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const Theme &theme = Theme::of(palette);
    Look look;
    if (index.data(EndedEarlyRole).toBool())
        look.text = theme.dim;
    look.struck = index.data(LateRole).toBool() && index.data(EndedEarlyRole).toBool();
    switch (index.column()) {
    case Number: {
        const StateLook arrow = lookOf(Direction(index.data(DirectionRole).toInt()), theme);
        look.indent = 1;
        look.icon = arrow.icon;
        look.iconColor = arrow.color;
        look.struck = false;
        break;
    }
    case State: {
        const StateLook state = lookOfRequest([&](int role) { return index.data(role); }, theme);
        look.icon = state.icon;
        look.iconColor = state.color;
        look.text = look.iconColor;
        look.struck = false;
        break;
    }
    case Method:
        look.indent = index.data(PartRole).toBool() ? 1 : 0;
        break;
    case Id:
        look.elide = Qt::ElideMiddle; // long ones differ at their ends
        break;
    case Cancel:
        look.text = index.data(CameLateRole).toBool() ? theme.warning : theme.dim;
        look.struck = false;
        break;
    case Reason:
        look.struck = false;
        break;
    default:
        break;
    }
    return look;
}

void RequestDelegate::paintProgress(QPainter *painter, const QStyleOptionViewItem &option,
                                    const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = item.text;
    item.text.clear();
    paintBackground(painter, item);

    const Theme &theme = Theme::of(item.palette);
    const bool open = index.data(OpenRole).toBool();
    const double fraction = index.data(FractionRole).toDouble();
    const int inset = 2;
    QRectF track = QRectF(item.rect).adjusted(inset, inset, -inset, -inset);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.barTrack);
    painter->drawRoundedRect(track, inset, inset);
    QColor fill = open ? theme.active : theme.dim;
    fill.setAlphaF(0.35F);
    painter->setBrush(fill);
    if (fraction < 0) // no total: show activity instead of a fraction
        painter->setBrush(QBrush(fill, Qt::BDiagPattern));
    else
        track.setWidth(track.width() * fraction);
    painter->drawRoundedRect(track, inset, inset);
    painter->setPen(item.palette.color(QPalette::Text));
    const QRect place = item.rect.adjusted(BesideBar, 0, -BesideBar, 0);
    painter->drawText(place, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                      item.fontMetrics.elidedText(text, Qt::ElideRight, place.width()));
    painter->restore();
}

void RequestDelegate::paintButton(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    paintBackground(painter, item);
    const Button button = buttonOf(index);
    const Theme &theme = Theme::of(item.palette);
    const bool hot = m_hot == index;
    const QColor color = button == Button::Cancel ? theme.failure : theme.active;
    QColor fill = item.palette.color(QPalette::Button);
    QColor text = color;
    if (hot) {
        fill = m_pressed ? color.darker(130) : color;
        text = item.palette.color(QPalette::Base);
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(hot ? color : theme.line);
    painter->setBrush(fill);
    const QRect place = buttonRect(item);
    painter->drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter->setPen(text);
    painter->drawText(place, Qt::AlignCenter, textOf(button));
    painter->restore();
}

} // namespace Pullcord
