// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/aboutpanel.h"

#include "ui/models/catalog/catalogtexts.h"
#include "ui/views/messages/jsontreeview.h"
#include "ui/views/widgets/peerlabel.h"

#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

AboutPanel::AboutPanel(QWidget *parent)
    : QWidget(parent)
    , m_title(new PeerLabel(this))
    , m_text(new PeerLabel(this))
    , m_tree(new JsonTreeView(this))
{
    setObjectName(u"aboutPanel"_s);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName(u"aboutTitle"_s);
    m_title->setMostLines(2);
    m_text->setObjectName(u"aboutText"_s);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    for (PeerLabel *label : {m_title, m_text})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *area = new QScrollArea(this);
    area->setObjectName(u"aboutArea"_s);
    area->setAccessibleName(tr("Description by the server"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(m_text);
    m_tree->setObjectName(u"aboutTree"_s);
    m_tree->setAccessibleName(tr("Definition, as it was on the wire"));
    m_tree->setFrameShape(QFrame::StyledPanel);
    auto *parts = new QSplitter(Qt::Vertical, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(area);
    parts->addWidget(m_tree);
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_title);
    layout->addWidget(parts, 1);
}

AboutPanel::~AboutPanel() = default;

void AboutPanel::setItem(CatalogList::Kind kind, const CatalogItem &item, int row, const QString &excluded)
{
    if (m_item && m_kind == kind && m_item->raw == item.raw && m_row == row && m_excluded == excluded)
        return;
    m_excluded = excluded;
    m_kind = kind;
    m_item = item;
    m_row = row;
    m_isStale = true;
    fill();
}

void AboutPanel::clear()
{
    m_item.reset();
    m_excluded.clear();
    m_isStale = true;
    fill();
}

void AboutPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    fill();
}

void AboutPanel::fill()
{
    if (!isVisible() || !std::exchange(m_isStale, false))
        return;
    m_title->setText(!m_item            ? QString()
                     : m_item->isUsable ? CatalogTexts::title(*m_item)
                                        : CatalogTexts::invalidTitle(m_row));
    const QString about = m_item ? CatalogTexts::about(m_kind, *m_item) : QString();
    m_text->setText(m_excluded.isEmpty() ? about : u"%1\n\n%2"_s.arg(CatalogTexts::whyExcluded(m_excluded), about));
    m_tree->showJson(m_item ? m_item->raw : QByteArray());
}

} // namespace Pullcord
