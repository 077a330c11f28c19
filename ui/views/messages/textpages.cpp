// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/textpages.h"

#include "ui/views/style/icons.h"
#include "ui/views/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

TextPages::TextPages(QWidget *parent)
    : QWidget(parent)
    , m_label(new ElidedLabel(this))
    , m_first(makeButton("arrow-up-to-line", "textFirst", tr("To the beginning of the text (Ctrl+Home)")))
    , m_earlier(makeButton("chevron-up", "textEarlier", tr("Previous part (Page Up at the top)")))
    , m_later(makeButton("chevron-down", "textLater", tr("Next part (Page Down at the end)")))
    , m_last(makeButton("arrow-down-to-line", "textLast", tr("To the end of the text (Ctrl+End)")))
{
    setObjectName(u"textPages"_s);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Window);
    m_label->setObjectName(u"textPart"_s);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 1, 2, 1);
    layout->setSpacing(2);
    layout->addWidget(m_label, 1);
    for (QToolButton *button : {m_first, m_earlier, m_later, m_last})
        layout->addWidget(button);
    connect(m_first, &QToolButton::clicked, this, &TextPages::firstWanted);
    connect(m_earlier, &QToolButton::clicked, this, &TextPages::earlierWanted);
    connect(m_later, &QToolButton::clicked, this, &TextPages::laterWanted);
    connect(m_last, &QToolButton::clicked, this, &TextPages::lastWanted);
}

TextPages::~TextPages() = default;

QToolButton *TextPages::makeButton(const char *icon, const char *name, const QString &toolTip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(QString::fromLatin1(name));
    button->setIcon(Icons::icon(icon));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    return button;
}

void TextPages::setPart(qsizetype begin, qsizetype end, qsizetype all)
{
    const QLocale locale;
    m_label->setText(
        tr("Characters %1 to %2 of %3").arg(locale.toString(begin + 1), locale.toString(end), locale.toString(all)));
    for (QToolButton *button : {m_first, m_earlier})
        button->setEnabled(begin > 0);
    for (QToolButton *button : {m_later, m_last})
        button->setEnabled(end < all);
}

} // namespace Pullcord
