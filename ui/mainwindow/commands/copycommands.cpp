// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/copycommands.h"

#include "ui/actions.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/models/catalog/commandlines.h"
#include "ui/panels/requestspanel.h"

#include <QClipboard>
#include <QGuiApplication>

namespace Pullcord {

CopyCommands::CopyCommands(ConversationController &controller, Actions &actions, ConversationView &bench,
                           QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_actions(actions)
    , m_bench(bench)
{
    connect(actions.copyCli, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(cli()); });
    connect(actions.copyCurl, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(curl()); });
    connect(&bench, &ConversationView::selectionChanged, this, &CopyCommands::updateActions);
    connect(&controller, &ConversationController::changed, this, &CopyCommands::updateActions);
    updateActions();
}

CopyCommands::~CopyCommands() = default;

qsizetype CopyCommands::currentRow() const
{
    if (!m_controller.conversation())
        return -1;
    return m_bench.selectedMessages().empty() ? m_bench.requests()->currentRow() : m_bench.requestOfMessage();
}

QString CopyCommands::cli() const
{
    const qsizetype row = currentRow();
    const Conversation *conversation = m_controller.conversation();
    return row < 0 ? QString() : CommandLines::cli(conversation->capture(), conversation->log().record(row));
}

QString CopyCommands::curl() const
{
    const qsizetype row = currentRow();
    const Conversation *conversation = m_controller.conversation();
    return row < 0 ? QString() : CommandLines::curl(conversation->capture(), conversation->log().record(row));
}

void CopyCommands::updateActions()
{
    m_actions.copyCli->setEnabled(!cli().isEmpty());
    m_actions.copyCurl->setEnabled(!curl().isEmpty());
}

} // namespace Pullcord
