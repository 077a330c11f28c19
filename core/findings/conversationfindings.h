// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findings.h"
#include "core/slicedwork.h"

#include <QObject>
#include <QTimer>

namespace Pullcord {

class Conversation;

/// The findings of a conversation, kept up with it: it says that time passes while one is live, and when a file has come to
/// its end, and has messages held against the schemas while nothing else is to be done. Made when the conversation begins;
/// that must outlive it.
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
    QTimer m_passing;     ///< while some of them wait
    QTimer m_checking;    ///< while there is something to be looked at, and more comes
    SlicedWork m_work;    ///< while there is, and nothing comes
    qsizetype m_seen = 0; ///< so many events had come
};

} // namespace Pullcord
