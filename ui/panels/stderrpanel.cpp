// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/stderrpanel.h"

#include "core/mcp/conversation.h"
#include "ui/views/tables/growingtableview.h"

#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

StderrPanel::StderrPanel(QWidget *parent)
    : QWidget(parent)
    , m_table(new GrowingTableView(this))
{
    setObjectName(u"stderrPanel"_s);
    m_table->setObjectName(u"stderrTable"_s);
    m_table->setAccessibleName(tr("Server output"));
    m_table->setModel(&m_model);
    m_table->setColumns({{9, 9}, {40, 16}});
    m_table->setEmptyText(tr("The server has written nothing to its standard error."));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
}

StderrPanel::~StderrPanel() = default;

void StderrPanel::setConversation(Conversation *conversation)
{
    m_table->setFollowsFromStart(conversation && conversation->isGrowing());
    m_model.setSource(conversation ? &conversation->capture() : nullptr);
}

} // namespace Pullcord
