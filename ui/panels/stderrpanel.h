// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/messages/stderrmodel.h"

#include <QWidget>

namespace Pullcord {

class Conversation;
class GrowingTableView;

/// Standard error of the server.
class StderrPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit StderrPanel(QWidget *parent = nullptr);
    ~StderrPanel() override;

    void setConversation(Conversation *conversation);
    [[nodiscard]] StderrModel &model() { return m_model; }

private:
    StderrModel m_model;
    GrowingTableView *m_table;
};

} // namespace Pullcord
