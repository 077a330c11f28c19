// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tabs/tabstrip.h"
#include "ui/windowfixture.h"

#include <QAbstractButton>
#include <QTest>

#include <csignal>

namespace Pullcord {

/// A window with several conversations.
class TabsFixture final : public WindowFixture
{
public:
    static constexpr int Limit = 10'000;

    [[nodiscard]] TabBar &bar() const { return *window->findChild<TabBar *>(); }
    [[nodiscard]] ConversationPage &page(int index) const { return *window->pages().at(index); }
    [[nodiscard]] int current() const { return bar().currentIndex(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) const { QTest::keyClick(window.get(), key, modifiers); }
    [[nodiscard]] bool activate() const
    {
        window->activateWindow();
        return QTest::qWaitFor([this] { return window->isActiveWindow(); }, Limit);
    }
    /// Connects to a demo server, in a new tab if there is a conversation already.
    [[nodiscard]] bool connectAnother(const QStringList &switches = {})
    {
        if (window->controller().conversation())
            press(Qt::Key_T, Qt::ControlModifier);
        return connectToDemo(switches);
    }
    /// Button of the confirmation before closing; null if none is shown.
    [[nodiscard]] QAbstractButton *closeAnyway() const { return find<QAbstractButton>(QStringLiteral("closeAnyway")); }
    [[nodiscard]] static bool isAlive(qint64 pid) { return ::kill(pid_t(pid), 0) == 0; }
};

} // namespace Pullcord
