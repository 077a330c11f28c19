// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace Pullcord {

class CloseDialog;
class ConversationPage;
class TabStrip;

/// Asks before conversations are closed with which something would be lost: requests in flight, or what is in no file.
/// Nothing waits for the answer.
class ClosingCommand final : public QObject
{
    Q_OBJECT

public:
    ClosingCommand(const TabStrip &tabs, QWidget *window);
    ~ClosingCommand() override;

    /// Whether they may be closed without a question. If not, one is asked, unless one is open already.
    [[nodiscard]] bool mayClose(const QList<ConversationPage *> &pages, const std::function<void()> &agreed,
                                const std::function<void()> &refused = {});

private:
    const TabStrip &m_tabs;
    QWidget *m_window;
    QPointer<CloseDialog> m_dialog;
};

} // namespace Pullcord
