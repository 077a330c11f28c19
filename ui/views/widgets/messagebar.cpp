// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/messagebar.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr int LeastLetters = 40; ///< of the text, in two lines beside buttons

/// Moves the buttons beside the text, before the close button, or into a row of their own below it.
void moveChoices(QWidget &choices, QLayout &rows, bool isBelow)
{
    auto &all = static_cast<QVBoxLayout &>(rows);
    auto &message = static_cast<QHBoxLayout &>(*rows.itemAt(0));
    if (isBelow == (message.indexOf(&choices) < 0))
        return;
    if (isBelow) {
        message.removeWidget(&choices);
        all.addWidget(&choices, 0, Qt::AlignRight);
    } else {
        all.removeWidget(&choices);
        message.insertWidget(message.count() - 1, &choices);
    }
}

} // namespace

MessageBar::MessageBar(QWidget *parent, const QString &name)
    : QFrame(parent)
    , m_icon(new PlainLabel(this))
    , m_text(new PeerLabel(this))
    , m_detail(new PeerLabel(this))
    , m_progress(new QProgressBar(this))
    , m_close(new QToolButton(this))
{
    setObjectName(name);
    setAccessibleName(tr("Message"));
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    m_text->setObjectName(name + u"Text"_s);
    m_text->setMostLines(2);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_detail->setObjectName(name + u"Detail"_s);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_detail->hide();
    m_progress->setObjectName(name + u"Progress"_s);
    m_progress->setFixedWidth(30 * letterWidth(fontMetrics()));
    m_progress->hide();
    auto *choices = new QWidget(this);
    auto *row = new QHBoxLayout(choices);
    row->setContentsMargins({});
    for (const QString &part : {u"Action"_s, u"SecondAction"_s, u"ThirdAction"_s}) {
        auto *button = new QPushButton(choices);
        button->setObjectName(name + part);
        row->addWidget(button);
        m_buttons << button;
    }
    m_close->setObjectName(name + u"Close"_s);
    m_close->setAutoRaise(true);
    m_close->setIcon(Icons::icon("x"));
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);

    auto *message = new QHBoxLayout;
    message->addWidget(m_icon);
    message->addWidget(m_text, 1);
    message->addWidget(m_progress);
    message->addWidget(choices);
    message->addWidget(m_close);
    auto *detail = new QHBoxLayout;
    detail->addWidget(m_detail);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 4, 4);
    layout->addLayout(message);
    layout->addLayout(detail);
    detail->insertSpacing(0, fontMetrics().height() + message->spacing()); // below the text
    hide();
}

MessageBar::~MessageBar() = default;

void MessageBar::present(Kind kind, const QString &text)
{
    const QString shown = Texts::head(text);
    if (!isHidden() && kind == m_kind && shown == m_text->text())
        return;
    m_kind = kind;
    m_text->setText(shown);
    m_text->setAccessibleName(shown);
    m_progress->hide();
    m_detail->hide();
    paintKind();
    QFrame::show();
    emit shownChanged();
    QAccessibleEvent alert(this, QAccessible::Alert); // for screen readers, since the focus is elsewhere
    QAccessible::updateAccessibility(&alert);
}

void MessageBar::show(Kind kind, const QString &text)
{
    show(kind, text, this, {});
}

void MessageBar::show(Kind kind, const QString &text, const QString &button, QObject *context,
                      const std::function<void()> &action)
{
    show(kind, text, context, {{.text = button, .action = action}});
}

/// Reuses buttons that stay visible, since the user may be pressing one.
void MessageBar::show(Kind kind, const QString &text, QObject *context, const QList<Choice> &choices)
{
    for (qsizetype i = 0; i < m_buttons.size(); ++i) {
        QPushButton *button = m_buttons.at(i);
        button->disconnect();
        button->setHidden(i >= choices.size());
        if (i < choices.size())
            arm(button, context, choices.at(i));
    }
    m_buttons.constFirst()->parentWidget()->setHidden(choices.isEmpty());
    present(kind, text);
}

void MessageBar::setLasting()
{
    m_isLasting = true;
    m_close->hide();
}

void MessageBar::focusFirst()
{
    if (isVisible()) // a hidden bar would take the focus from the visible widgets
        m_buttons.constFirst()->setFocus();
}

void MessageBar::arm(QPushButton *button, QObject *context, const Choice &choice)
{
    button->setText(choice.text);
    button->setToolTip(Texts::toolTip(choice.toolTip));
    if (!choice.keepsBar) // first, since the action may show a message
        connect(button, &QPushButton::clicked, this, &MessageBar::clear);
    if (choice.action)
        connect(button, &QPushButton::clicked, context, choice.action);
}

void MessageBar::setDetail(const QString &detail)
{
    m_detail->setText(detail);
    m_detail->setAccessibleName(detail);
    m_detail->show();
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
    QWidget *choices = m_buttons.constFirst()->parentWidget();
    const int room = width - choices->sizeHint().width() - m_close->sizeHint().width() - 3 * fontMetrics().height();
    const bool isNarrow = room < LeastLetters * letterWidth(fontMetrics());
    moveChoices(*choices, *layout(), isNarrow && fontMetrics().horizontalAdvance(m_text->text()) > 2 * room);
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
    if (event->key() == Qt::Key_Escape && !m_isLasting)
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
