// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace Pullcord {

class Actions;
class LogTable;
class Workbench;

/// What can be done with the rows of the tables of requests and messages: sort them.
class TableCommands final : public QObject
{
    Q_OBJECT

public:
    TableCommands(const Actions &actions, Workbench &bench, QObject *parent = nullptr);
    ~TableCommands() override;

private:
    void updateActions();

    const Actions &m_actions;
    Workbench &m_bench;
};

} // namespace Pullcord
