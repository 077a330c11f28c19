// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findings.h"
#include "core/slicedwork.h"

#include <QObject>
#include <QTimer>

namespace Pullcord {

class Conversation;

/// Keeps the findings of a conversation up to date. Advances their time while the conversation is live, and finishes
/// them when a file has ended. Checks messages against the schemas when the event loop is idle.
///
/// Create it at the beginning of the conversation, which must outlive it.
class ConversationFindings final : public QObject
{
    Q_OBJECT

public:
    explicit ConversationFindings(Conversation &conversation, QObject *parent = nullptr);
    ~ConversationFindings() override;

    [[nodiscard]] Findings &findings() { return m_findings; }

private:
    void onTimePassed();
    void check();

    Conversation &m_conversation;
    Findings m_findings;
    QTimer m_passing;     ///< runs while findings wait for time to pass
    QTimer m_checking;    ///< runs while messages are to be checked and more arrive
    SlicedWork m_work;    ///< runs while messages are to be checked and none arrive
    qsizetype m_seen = 0; ///< number of events in the capture at the last check
};

} // namespace Pullcord
