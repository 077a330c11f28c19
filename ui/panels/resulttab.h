// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QWidget>

namespace Pullcord {

class ContentView;
class Conversation;
struct ResultContent;

/// What the message in Details brings, to look at: content, and whether it is what the tool's output schema promises. It
/// belongs to the call that it answers, and is checked against what the server had said by then.
class ResultTab final : public QWidget
{
    Q_OBJECT

public:
    explicit ResultTab(QWidget *parent = nullptr);
    ~ResultTab() override;

    void setConversation(const Conversation *conversation);
    /// An event of the capture, index -1 for none, and the request at whose row it is looked at, -1 if at none: of a
    /// message that belongs to no request itself.
    void showMessage(qsizetype captureIndex, const Event &event, qsizetype logRow);
    [[nodiscard]] bool hasContent() const { return m_hasContent; }
    [[nodiscard]] ContentView *view() const { return m_view; }

protected:
    /// It is filled only where it is seen.
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
