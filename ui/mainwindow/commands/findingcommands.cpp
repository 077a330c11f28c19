// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/findingcommands.h"

#include "core/findings/finding.h"
#include "core/findings/report/findingissue.h"
#include "ui/actions.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/panels/findingspanel.h"
#include "ui/settings.h"
#include "ui/views/findings/findingsbar.h"

#include <QClipboard>
#include <QGuiApplication>

namespace Pullcord {

FindingCommands::FindingCommands(ConversationController &controller, const Actions &actions, ConversationView &bench,
                                 Settings &settings, const QString &program, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_actions(actions)
    , m_bench(bench)
    , m_settings(settings)
    , m_program(program)
{
    connect(actions.copyIssue, &QAction::triggered, this, &FindingCommands::copyIssue);
    connect(actions.silenceRule, &QAction::triggered, this, &FindingCommands::silence);
    connect(bench.findings()->bar(), &FindingsBar::bringBackWanted, this, &FindingCommands::bringBack);
    connect(&settings, &Settings::silencedChanged, this, &FindingCommands::applySilenced);
    connect(bench.findings(), &FindingsPanel::selectionChanged, this, &FindingCommands::updateActions);
    connect(&controller, &ConversationController::changed, this, &FindingCommands::applySilenced);
    applySilenced();
}

FindingCommands::~FindingCommands() = default;

/// Returns the title in the capture, the same for a live and a reopened conversation.
QString FindingCommands::server() const
{
    return m_controller.conversation() ? m_controller.conversation()->capture().header().title : QString();
}

void FindingCommands::copyIssue() const
{
    const Finding *finding = m_bench.findings()->current();
    if (!finding)
        return;
    const Conversation &conversation = *m_controller.conversation();
    QGuiApplication::clipboard()->setText(
        QString::fromUtf8(FindingIssue::markdown(*finding, conversation.capture(), conversation.log(), m_program)));
}

void FindingCommands::silence()
{
    const Finding *finding = m_bench.findings()->current();
    if (!finding)
        return;
    QSet<FindingCode> codes = m_settings.silencedRules(server());
    codes.insert(finding->code);
    m_settings.setSilencedRules(server(), codes);
}

void FindingCommands::bringBack(const QSet<FindingCode> &codes)
{
    m_settings.setSilencedRules(server(), m_settings.silencedRules(server()) - codes);
}

void FindingCommands::applySilenced()
{
    m_bench.findingMarks()->setSilenced(m_settings.silencedRules(server()));
    updateActions();
}

void FindingCommands::updateActions()
{
    for (QAction *action : {m_actions.copyIssue, m_actions.silenceRule})
        action->setEnabled(m_bench.findings()->current() != nullptr);
}

} // namespace Pullcord
