// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QCheckBox;

namespace Pullcord {

class Conversation;
class GroupedRequestModel;
class TimelineView;

/// Timeline of the requests in the table, with zoom buttons.
class TimelinePanel final : public QWidget
{
    Q_OBJECT

public:
    /// The model must outlive it.
    explicit TimelinePanel(GroupedRequestModel &model, QWidget *parent = nullptr);
    ~TimelinePanel() override;

    /// Call after the model has got the conversation, and before it loses it.
    void setConversation(Conversation *conversation);
    [[nodiscard]] TimelineView *view() const { return m_view; }
    /// Returns the check box for folding idle time.
    [[nodiscard]] QCheckBox *fold() const { return m_fold; }

private:
    [[nodiscard]] QWidget *makeBar();

    GroupedRequestModel &m_model;
    TimelineView *m_view;
    QCheckBox *m_fold;
};

} // namespace Pullcord
