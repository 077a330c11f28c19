// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/rawtab.h"

#include "ui/models/messages/eventtexts.h"
#include "ui/views/messages/hextable.h"
#include "ui/views/messages/textview.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

RawTab::RawTab(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_text(new TextView(this))
    , m_hex(new HexTable(this))
{
    setObjectName(u"rawTab"_s);
    m_text->setObjectName(u"rawView"_s);
    m_text->setAccessibleName(tr("Message, as it was on the wire"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_hex->setObjectName(u"rawHex"_s);
    m_hex->setAccessibleName(tr("Bytes of the message"));
    m_hex->hide();
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_text, 1);
    m_layout->addWidget(m_hex, 1);
}

RawTab::~RawTab() = default;

void RawTab::follow(QAction *asHex)
{
    auto *button = new QToolButton(this);
    button->setObjectName(u"rawAsHexButton"_s);
    button->setDefaultAction(asHex);
    button->setText(tr("Hex", "a button: bytes in hexadecimal digits"));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    connect(asHex, &QAction::changed, button,
            [button] { button->setText(tr("Hex", "a button: bytes in hexadecimal digits")); });
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(2, 1, 2, 1);
    bar->addStretch(1);
    bar->addWidget(button);
    m_layout->insertLayout(0, bar);
    connect(asHex, &QAction::toggled, this, &RawTab::setHex);
    setHex(asHex->isChecked());
}

void RawTab::showBytes(const QByteArray &bytes)
{
    m_bytes = bytes;
    m_hasText = m_hasHex = false;
    fill();
}

/// Updates the visible view only.
void RawTab::fill()
{
    if (m_isHex && !std::exchange(m_hasHex, true))
        m_hex->showBytes(m_bytes);
    else if (!m_isHex && !std::exchange(m_hasText, true))
        m_text->showText(Texts::readable(m_bytes));
}

void RawTab::setHex(bool isHex)
{
    if (m_isHex == isHex)
        return;
    shown().markFound({}, {});
    const bool hadFocus = m_text->hasFocus() || m_hex->hasFocus();
    m_isHex = isHex;
    fill();
    m_hex->setVisible(isHex);
    m_text->setHidden(isHex);
    if (hadFocus)
        (isHex ? static_cast<QWidget *>(m_hex) : m_text)->setFocus();
    emit viewChanged();
}

Findable &RawTab::shown() const
{
    return m_isHex ? static_cast<Findable &>(*m_hex) : *m_text;
}

std::unique_ptr<Finder> RawTab::finderFor(const QString &wanted) const
{
    return shown().finderFor(wanted);
}

qsizetype RawTab::findFrom() const
{
    return shown().findFrom();
}

void RawTab::markFound(const QString &wanted, const std::vector<qsizetype> &hits)
{
    shown().markFound(wanted, hits);
}

void RawTab::goToFound(qsizetype hit)
{
    shown().goToFound(hit);
}

} // namespace Pullcord
