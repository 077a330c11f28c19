// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tabs/tabstrip.h"

#include "core/capture/formatting.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {
// In average characters.
constexpr int LeastShown = 12; ///< minimum of a tab among many; beyond that, the bar scrolls
constexpr int Least = 16;
constexpr int Most = 42;
} // namespace

TabBar::TabBar(QWidget *parent)
    : QTabBar(parent)
{
    setDocumentMode(true);
    setDrawBase(false); // it would end at the last tab
    setExpanding(false);
    setMovable(true);
    setElideMode(Qt::ElideMiddle); // names differ at their end, too
    setUsesScrollButtons(true);
}

TabBar::~TabBar() = default;

QSize TabBar::tabSizeHint(int index) const
{
    const QSize size = QTabBar::tabSizeHint(index);
    const int one = letterWidth(fontMetrics());
    return {qBound(Least * one, size.width(), Most * one), size.height()};
}

QSize TabBar::minimumTabSizeHint(int index) const
{
    const int least = LeastShown * letterWidth(fontMetrics()) + 2 * iconSize().width();
    const QSize size = tabSizeHint(index); // the bar takes it as the required size
    return {qMin(least, size.width()), size.height()};
}

void TabBar::tabInserted(int index)
{
    auto *close = new QToolButton(this);
    close->setObjectName(u"tabClose"_s);
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::NoFocus); // the keyboard has Close Tab
    close->setIcon(Icons::icon("x"));
    const int side = fontMetrics().height();
    close->setIconSize({side * 3 / 4, side * 3 / 4});
    close->setFixedSize(side, side);
    close->setToolTip(tr("Close Tab"));
    close->setAccessibleName(tr("Close Tab"));
    connect(close, &QToolButton::clicked, this, [this, close] {
        for (int i = 0; i < count(); ++i) {
            if (tabButton(i, RightSide) == close)
                return emit tabCloseRequested(i);
        }
    });
    setTabButton(index, RightSide, close);
    QTabBar::tabInserted(index);
}

void TabBar::mousePressEvent(QMouseEvent *event)
{
    m_pressed = event->button() == Qt::MiddleButton ? tabAt(event->position().toPoint()) : -1;
    QTabBar::mousePressEvent(event);
}

void TabBar::mouseReleaseEvent(QMouseEvent *event)
{
    QTabBar::mouseReleaseEvent(event);
    const int pressed = std::exchange(m_pressed, -1);
    if (event->button() == Qt::MiddleButton && pressed >= 0 && pressed == tabAt(event->position().toPoint()))
        emit tabCloseRequested(pressed);
}

void TabBar::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const int index = byKey ? currentIndex() : tabAt(event->pos());
    if (index >= 0)
        emit menuWanted(index, byKey ? mapToGlobal(tabRect(index).bottomLeft()) : event->globalPos());
}

namespace {

/// Longest title, in characters: the bar measures the whole text before eliding it.
constexpr qsizetype MostOfTitle = 200;

QColor colorOf(TabAppearance::Tone tone, const QPalette &palette)
{
    const Theme &theme = Theme::of(palette);
    switch (tone) {
    case TabAppearance::Tone::Plain:
        break;
    case TabAppearance::Tone::Dim:
        return theme.dim;
    case TabAppearance::Tone::Active:
        return theme.active;
    case TabAppearance::Tone::Success:
        return theme.success;
    case TabAppearance::Tone::Warning:
        return theme.warning;
    case TabAppearance::Tone::Failure:
        return theme.failure;
    }
    return palette.color(QPalette::WindowText);
}

QIcon iconFor(const TabAppearance &look, const QColor &color, int size)
{
    QIcon icon;
    for (const int ratio : {1, 2}) // for screens of either resolution
        icon.addPixmap(Icons::pixmap(look.icon, color, size, ratio));
    return icon;
}

} // namespace

TabStrip::TabStrip(QWidget *parent)
    : QWidget(parent)
    , m_bar(new TabBar(this))
{
    setObjectName(u"tabStrip"_s);
    m_bar->setObjectName(u"conversationTabs"_s);
    m_bar->setAccessibleName(tr("Conversations"));
    auto *add = new QToolButton(this);
    add->setObjectName(u"newTabButton"_s);
    add->setAutoRaise(true);
    add->setFocusPolicy(Qt::TabFocus);
    add->setIcon(Icons::icon("plus"));
    add->setToolTip(tr("New Tab"));
    add->setAccessibleName(tr("New Tab"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_bar);
    layout->addWidget(add);
    layout->addStretch(1);
    connect(add, &QToolButton::clicked, this, &TabStrip::newWanted);
    connect(m_bar, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0)
            emit currentChanged(at(index));
    });
    connect(m_bar, &QTabBar::tabMoved, this, &TabStrip::moved);
    connect(m_bar, &QTabBar::tabCloseRequested, this, [this](int index) { emit closeWanted(at(index)); });
    connect(m_bar, &TabBar::menuWanted, this,
            [this](int index, const QPoint &position) { emit menuWanted(at(index), position); });
    connect(m_bar, &QTabBar::tabBarDoubleClicked, this, [this](int index) {
        if (index < 0)
            emit newWanted();
    });
    hide();
}

TabStrip::~TabStrip() = default;

void TabStrip::add(QWidget *page, int index)
{
    {
        const QSignalBlocker blocker(m_bar); // until the tab has its page
        index = m_bar->insertTab(index, QString());
        m_bar->setTabData(index, QVariant::fromValue(page));
    }
    setVisible(count() > 1);
    if (count() == 1)
        emit currentChanged(page);
}

void TabStrip::remove(QWidget *page)
{
    m_looks.remove(page);
    m_bar->removeTab(indexOf(page));
    setVisible(count() > 1);
}

void TabStrip::setCurrent(QWidget *page)
{
    m_bar->setCurrentIndex(indexOf(page));
}

void TabStrip::move(QWidget *page, int by)
{
    const int from = indexOf(page);
    m_bar->moveTab(from, qBound(0, from + by, count() - 1));
}

void TabStrip::setLook(const QWidget *page, const TabAppearance &look)
{
    const int index = indexOf(page);
    if (index < 0 || m_looks.value(page) == look)
        return;
    m_looks.insert(page, look);
    paint(index, look);
}

void TabStrip::paint(int index, const TabAppearance &look)
{
    const QString title = Formatting::visible(Texts::head(look.text.simplified(), MostOfTitle));
    const QString state = Formatting::visible(Texts::head(look.state, MostOfTitle));
    QStringList lines{title, Formatting::visible(look.where), state};
    lines.removeAll(QString());
    m_bar->setTabText(index, Texts::noMnemonic(title));
    m_bar->setTabIcon(index,
                      look.icon ? iconFor(look, colorOf(look.tone, palette()), m_bar->iconSize().width()) : QIcon());
    m_bar->setTabTextColor(index, look.calls ? colorOf(look.tone, palette()) : QColor());
    m_bar->setTabToolTip(index, Texts::toolTip(lines.join(u'\n')));
    m_bar->setAccessibleTabName(index, state.isEmpty() ? title : u"%1, %2"_s.arg(title, state));
}

int TabStrip::count() const
{
    return m_bar->count();
}

int TabStrip::indexOf(const QWidget *page) const
{
    for (int index = 0; index < count(); ++index) {
        if (at(index) == page)
            return index;
    }
    return -1;
}

QWidget *TabStrip::at(int index) const
{
    return m_bar->tabData(index).value<QWidget *>();
}

QWidget *TabStrip::current() const
{
    return at(m_bar->currentIndex());
}

void TabStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    for (int index = 0; index < count(); ++index)
        paint(index, m_looks.value(at(index)));
}

void TabStrip::mouseDoubleClickEvent(QMouseEvent *event)
{
    event->accept(); // double clicks on tabs go to the bar
    emit newWanted();
}

/// Paints the line below the tabs, across the whole width.
void TabStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(Theme::of(palette()).line);
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

} // namespace Pullcord
