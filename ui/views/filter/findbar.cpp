// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/filter/findbar.h"

#include "ui/views/clearaction.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr int LeastSeen = 16; ///< visible characters of the search text
}

FindBar::FindBar(QWidget *parent)
    : QWidget(parent)
    , m_line(new QLineEdit(this))
    , m_status(new ElidedLabel(this))
{
    setObjectName(u"findBar"_s);
    m_line->setObjectName(u"findText"_s);
    m_line->setAccessibleName(tr("Find in the message"));
    m_line->setPlaceholderText(tr("Find"));
    new ClearAction(m_line);
    m_line->addAction(Icons::icon("search"), QLineEdit::LeadingPosition);
    m_line->installEventFilter(this);
    m_status->setObjectName(u"findStatus"_s);
    QToolButton *previous = makeButton("chevron-up", u"findPreviousButton"_s, tr("Previous match (Shift+F3)"));
    QToolButton *next = makeButton("chevron-down", u"findNextButton"_s, tr("Next match (F3)"));
    QToolButton *close = makeButton("x", u"findCloseButton"_s, tr("Close the search (Esc)"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 2, 4, 2);
    layout->setSpacing(2);
    m_line->setMinimumWidth(LeastSeen * letterWidth(fontMetrics()));
    layout->addWidget(m_line, 2);
    layout->addSpacing(4);
    layout->addWidget(m_status, 1); // fixed share, so that a new status moves nothing
    layout->addSpacing(4);
    for (QToolButton *button : {previous, next, close})
        layout->addWidget(button);
    connect(m_line, &QLineEdit::textChanged, this, &FindBar::textChanged);
    connect(previous, &QToolButton::clicked, this, &FindBar::previousRequested);
    connect(next, &QToolButton::clicked, this, &FindBar::nextRequested);
    connect(close, &QToolButton::clicked, this, &FindBar::close);
    hide();
}

FindBar::~FindBar() = default;

QToolButton *FindBar::makeButton(const char *icon, const QString &name, const QString &toolTip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setIcon(Icons::icon(icon));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    return button;
}

QString FindBar::text() const
{
    return m_line->text();
}

void FindBar::open()
{
    show();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void FindBar::close()
{
    if (isHidden())
        return;
    hide();
    emit closed();
}

void FindBar::setText(const QString &text)
{
    m_line->setText(text);
}

void FindBar::setStatus(const QString &status, bool isBad)
{
    m_isBad = isBad;
    m_status->setText(status);
    paintStatus();
}

void FindBar::paintStatus()
{
    QPalette colors = palette();
    if (m_isBad)
        colors.setColor(QPalette::WindowText, Theme::of(colors).failure);
    m_status->setPalette(colors);
}

void FindBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        paintStatus();
}

bool FindBar::eventFilter(QObject *watched, QEvent *event)
{
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (!isOverride && event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (key->key() != Qt::Key_Escape && !isEnter)
        return QWidget::eventFilter(watched, event);
    if (isOverride)
        event->accept(); // before the window takes it as a shortcut
    else if (!isEnter)
        close();
    else if (key->modifiers().testFlag(Qt::ShiftModifier))
        emit previousRequested();
    else
        emit nextRequested();
    return true;
}

} // namespace Pullcord
