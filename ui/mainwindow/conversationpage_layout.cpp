// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/actions.h"
#include "ui/mainwindow/conversationpage.h"
#include "ui/mainwindow/layoutkeeper.h"
#include "ui/mainwindow/workbench.h"
#include "ui/settings.h"

#include <QAction>

// Saving and restoring the layout of a page; conversationpage.cpp has the rest.

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr QLatin1StringView ShownPanels("shownPanels"); ///< key of the visible panels: 0 or 1 for each
} // namespace

QList<QAction *> ConversationPage::toggles() const
{
    return {m_actions->viewServer, m_actions->viewMessages, m_actions->viewDetails};
}

void ConversationPage::restoreLayout()
{
    m_bench->restoreLayout(m_services.settings);
    m_actions->rawAsHex->setChecked(m_services.settings.value(Settings::RawAsHex));
    const QList<QAction *> actions = toggles();
    const QByteArray shown = m_services.settings.layout(ShownPanels);
    for (qsizetype i = 0; i < actions.size() && shown.size() == actions.size(); ++i)
        actions.at(i)->setChecked(shown.at(i) != '0');
}

void ConversationPage::keepLayout()
{
    m_layout = new LayoutKeeper(m_services.settings, this);
    m_bench->keepLayout(*m_layout);
    connect(m_actions->groupRequests, &QAction::toggled, m_layout, m_layout->add([this](Settings &settings) {
        settings.set(Settings::GroupRequests, m_actions->groupRequests->isChecked());
    }));
    connect(m_actions->rawAsHex, &QAction::toggled, m_layout, m_layout->add([this](Settings &settings) {
        settings.set(Settings::RawAsHex, m_actions->rawAsHex->isChecked());
    }));
    const auto keepShown = m_layout->add([this](Settings &settings) {
        QByteArray shown;
        for (const QAction *action : toggles())
            shown += (action == m_actions->viewDetails ? m_bench->wantsDetails() : action->isChecked()) ? '1' : '0';
        settings.setLayout(ShownPanels, shown);
    });
    for (const QAction *action : toggles())
        connect(action, &QAction::toggled, m_layout, keepShown);
}

} // namespace Pullcord
