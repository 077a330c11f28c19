// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messagebar.h"

#include "ui/models/peertexts.h"
#include "ui/views/icons.h"
#include "ui/views/letterwidth.h"
#include "ui/views/peerlabel.h"
#include "ui/views/plainlabel.h"
#include "ui/views/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent)
    , m_icon(new PlainLabel(this))
    , m_text(new PeerLabel(this))
    , m_progress(new QProgressBar(this))
    , m_action(new QPushButton(this))
    , m_second(new QPushButton(this))
    , m_close(new QToolButton(this))
{
    setObjectName(u"messageBar"_s);
    setAccessibleName(tr("Message"));
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    m_text->setObjectName(u"messageBarText"_s);
    m_text->setMostLines(2);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setObjectName(u"messageBarProgress"_s);
    m_progress->setFixedWidth(30 * letterWidth(fontMetrics()));
    m_progress->hide();
    m_action->setObjectName(u"messageBarAction"_s);
    m_second->setObjectName(u"messageBarSecondAction"_s);
    m_close->setObjectName(u"messageBarClose"_s);
    m_close->setAutoRaise(true);
    m_close->setIcon(Icons::icon("x"));
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 4);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_action);
    layout->addWidget(m_second);
    layout->addWidget(m_close);
    hide();
}

MessageBar::~MessageBar() = default;

/// A button that stays is not hidden in between, since it may be pressed right now.
void MessageBar::present(Kind kind, const QString &text, const QString &button)
{
    const QString shown = Texts::head(text);
    const bool another = isHidden() || kind != m_kind || shown != m_text->text();
    m_kind = kind;
    m_action->disconnect();
    m_action->setText(button);
    m_action->setHidden(button.isEmpty());
    m_second->disconnect();
    m_second->hide();
    if (!another)
        return;
    m_text->setText(shown);
    m_text->setAccessibleName(shown);
    m_progress->hide();
    paintKind();
    QFrame::show();
    emit shownChanged();
    QAccessibleEvent alert(this, QAccessible::Alert); // for screen readers, since the focus is elsewhere
    QAccessible::updateAccessibility(&alert);
}

void MessageBar::show(Kind kind, const QString &text)
{
    present(kind, text, {});
}

void MessageBar::show(Kind kind, const QString &text, const QString &button, QObject *context,
                      const std::function<void()> &action)
{
    present(kind, text, button);
    arm(m_action, context, action);
}

void MessageBar::show(Kind kind, const QString &text, QObject *context, const Choice &first, const Choice &second)
{
    present(kind, text, first.text);
    arm(m_action, context, first.action);
    m_second->setText(second.text);
    arm(m_second, context, second.action);
    m_second->show();
    if (isVisible()) // only then, to leave the focus alone otherwise
        m_action->setFocus();
}

void MessageBar::arm(QPushButton *button, QObject *context, const std::function<void()> &action)
{
    // Connected first, since the action may show another message.
    connect(button, &QPushButton::clicked, this, &MessageBar::clear);
    if (action)
        connect(button, &QPushButton::clicked, context, action);
}

void MessageBar::setProgress(int percent)
{
    m_progress->setValue(percent);
    m_progress->setAccessibleName(m_text->text());
    m_progress->show();
}

QString MessageBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

int MessageBar::heightFor(int width) const
{
    return layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : layout()->totalSizeHint().height();
}

void MessageBar::clear()
{
    if (isHidden())
        return;
    hide();
    emit shownChanged();
}

void MessageBar::goOn()
{
    if (m_kind == Kind::Done)
        clear();
}

void MessageBar::dismiss()
{
    const QString gone = text();
    clear();
    if (!gone.isEmpty())
        emit dismissed(gone);
}

void MessageBar::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        paintKind();
}

void MessageBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        dismiss();
    else
        QFrame::keyPressEvent(event);
}

void MessageBar::paintKind()
{
    QPalette colors = Theme::paletteFor(*this);
    const Theme &theme = Theme::of(colors);
    const bool failure = m_kind == Kind::Failure;
    const bool warning = m_kind == Kind::Warning;
    colors.setColor(QPalette::Window, failure ? theme.failureBack : warning ? theme.warningBack : theme.infoBack);
    const QColor color = failure ? theme.failure : warning ? theme.warning : theme.active;
    setPalette(colors);
    const int size = fontMetrics().height();
    m_icon->setPixmap(Icons::pixmap(failure   ? "circle-x"
                                    : warning ? "triangle-alert"
                                              : "info",
                                    color, size, devicePixelRatioF()));
}

} // namespace Pullcord
