// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QWidget>

namespace Pullcord {

class ContentView;
class Conversation;
struct ResultContent;

/// Content of the message in Details, with its validation by the tool's output schema. The schema is that of the last
/// tools/list before the response.
class ResultTab final : public QWidget
{
    Q_OBJECT

public:
    explicit ResultTab(QWidget *parent = nullptr);
    ~ResultTab() override;

    void setConversation(const Conversation *conversation);
    /// Shows an event of the capture; index -1: none. `logRow` is the request it is shown for, if the message itself
    /// belongs to none; -1 otherwise.
    void showMessage(qsizetype captureIndex, const Event &event, qsizetype logRow);
    [[nodiscard]] bool hasContent() const { return m_hasContent; }
    [[nodiscard]] ContentView *view() const { return m_view; }

protected:
    /// Updates the contents, which are only kept up to date while visible.
    void showEvent(QShowEvent *event) override;

private:
    void fill();
    void fillTool(const ResultContent &content);
    void fillMessages(const ResultContent &content);
    void sayWhenEmpty(const ResultContent &content);

    const Conversation *m_conversation = nullptr;
    Event m_event;
    qsizetype m_row = -1;
    bool m_hasContent = false;
    bool m_isFilled = false;
    ContentView *m_view;
};

} // namespace Pullcord
