// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/factspanel.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/widgets/peerlabel.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

FactsPanel::FactsPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(new PeerLabel(this))
    , m_text(new PeerLabel(this))
{
    setObjectName(u"factsPanel"_s);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName(u"factsTitle"_s);
    m_text->setObjectName(u"factsText"_s);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_title->setMostLines(2);
    for (PeerLabel *label : {m_title, m_text})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *area = new QScrollArea(this);
    area->setObjectName(u"factsArea"_s);
    area->setAccessibleName(tr("About the selection"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(m_text);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_title);
    layout->addWidget(area, 1);
}

FactsPanel::~FactsPanel() = default;

void FactsPanel::setFacts(const QString &title, const QString &text)
{
    m_title->setText(Texts::head(title));
    m_text->setText(Texts::head(text));
}

} // namespace Pullcord
