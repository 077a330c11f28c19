// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QCheckBox;

namespace Pullcord {

class Conversation;
class GroupedRequestModel;
class TimelineView;

/// The requests that the table shows over time, and the buttons to look closer.
class TimelinePanel final : public QWidget
{
    Q_OBJECT

public:
    /// The model must outlive it.
    explicit TimelinePanel(GroupedRequestModel &model, QWidget *parent = nullptr);
    ~TimelinePanel() override;

    /// After the model has taken it, and before it lets go of it.
    void setConversation(Conversation *conversation);
    [[nodiscard]] TimelineView *view() const { return m_view; }
    /// Whether idle time is folded.
    [[nodiscard]] QCheckBox *fold() const { return m_fold; }

private:
    [[nodiscard]] QWidget *makeBar();

    GroupedRequestModel &m_model;
    TimelineView *m_view;
    QCheckBox *m_fold;
};

} // namespace Pullcord
