// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"

#include <QObject>

#include <functional>

namespace Pullcord {

class Actions;
class MessageBar;
class Settings;
class Workbench;
class Workspace;

/// Commands for marks of rows: pin, colour, note. The conversation stores them.
class MarkCommands final : public QObject
{
    Q_OBJECT

public:
    MarkCommands(Workspace &workspace, const Actions &actions, Workbench &bench, MessageBar &bar, Settings &settings,
                 QWidget *window);
    ~MarkCommands() override;

private:
    void connectNotes();
    void connectRules(Settings &settings, QWidget *window);
    void togglePin();
    void change(const QList<MarkedPlace> &places, const std::function<void(Mark &)> &change);
    void updateActions();

    Workspace &m_workspace;
    const Actions &m_actions;
    Workbench &m_bench;
    MessageBar &m_bar;
    bool m_toldWhyNotKept = false; ///< for this conversation
};

} // namespace Pullcord
