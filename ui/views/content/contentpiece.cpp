// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/contentpiece.h"

#include "ui/models/messages/contenttexts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/peerlabel.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

ContentPiece::ContentPiece(const PieceInfo &info, QWidget *parent)
    : QWidget(parent)
    , m_info(info)
    , m_layout(new QVBoxLayout(this))
    , m_top(new QHBoxLayout)
    , m_facts(new FieldNote(this))
    , m_problem(new FieldNote(this))
{
    auto *title = new PeerLabel(Texts::head(info.title), this);
    title->setObjectName(u"pieceTitle"_s);
    QFont bold = font();
    bold.setBold(true);
    title->setFont(bold);
    m_facts->setObjectName(u"pieceFacts"_s);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->setObjectName(u"pieceProblem"_s);
    m_top->setContentsMargins(0, 0, 0, 0);
    m_top->setSpacing(2);
    m_top->addWidget(title, 1);
    m_layout->setContentsMargins(6, 2, 2, 4);
    m_layout->setSpacing(2);
    m_layout->addLayout(m_top);
    m_layout->addWidget(m_facts);
    if (!info.uri.isEmpty()) {
        auto *uri = new PeerLabel(Texts::head(info.uri), this);
        uri->setObjectName(u"pieceUri"_s);
        uri->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_layout->addWidget(uri);
    }
    m_layout->addWidget(m_problem);
    setFacts({});
}

ContentPiece::~ContentPiece() = default;

void ContentPiece::setFacts(const QString &size, const QString &more)
{
    const QString facts = ContentTexts::facts(m_info.mimeType, size, m_info.annotations);
    m_facts->say(more.isEmpty() ? facts : facts + u" · "_s + more, true);
}

void ContentPiece::setProblem(const QString &text)
{
    m_problem->say(text);
}

QToolButton *ContentPiece::addButton(const char *icon, const QString &text, const QString &objectName)
{
    auto *button = new QToolButton(this);
    button->setObjectName(objectName);
    if (icon)
        button->setIcon(Icons::icon(icon));
    else
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setText(text);
    AccessibleNames::setToolTip(button, text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    m_top->addWidget(button, 0, Qt::AlignTop);
    return button;
}

void ContentPiece::addBody(QWidget *body)
{
    m_layout->addWidget(body);
}

} // namespace Pullcord
