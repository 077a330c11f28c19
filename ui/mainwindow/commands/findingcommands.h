// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"

#include <QObject>
#include <QSet>

namespace Pullcord {

class Actions;
class Settings;
class ConversationView;
class ConversationController;

/// Commands for findings: save a report, silence a rule for the server.
class FindingCommands final : public QObject
{
    Q_OBJECT

public:
    FindingCommands(ConversationController &controller, const Actions &actions, ConversationView &bench,
                    Settings &settings, const QString &program, QObject *parent);
    ~FindingCommands() override;

private:
    void copyIssue() const;
    void silence();
    void bringBack(const QSet<FindingCode> &codes);
    void applySilenced();
    void updateActions();
    [[nodiscard]] QString server() const;

    ConversationController &m_controller;
    const Actions &m_actions;
    ConversationView &m_bench;
    Settings &m_settings;
    QString m_program;
};

} // namespace Pullcord
