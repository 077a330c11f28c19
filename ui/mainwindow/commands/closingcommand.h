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

/// Asks before conversations with requests in flight or without a file are closed. The question is not modal.
class ClosingCommand final : public QObject
{
    Q_OBJECT

public:
    ClosingCommand(const TabStrip &tabs, QWidget *window);
    ~ClosingCommand() override;

    /// Returns true if the pages may be closed without a question. Otherwise asks one, unless a question is open
    /// already, and calls `agreed` or `refused` later.
    [[nodiscard]] bool mayClose(const QList<ConversationPage *> &pages, const std::function<void()> &agreed,
                                const std::function<void()> &refused = {});

private:
    const TabStrip &m_tabs;
    QWidget *m_window;
    QPointer<CloseDialog> m_dialog;
};

} // namespace Pullcord
