// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace Pullcord {

class WindowFixture;

/// For pictures: the views beside the tables, a window in a flood, and the cancellation lab, each after a conversation.
class BusyScenes
{
public:
    using Take = std::function<void(QWidget &window, const QString &name)>;

    BusyScenes(WindowFixture &fixture, Take take);

    /// The timeline, the statistics, the messages, and the bytes of one of them.
    void takeViews();
    /// Each is false if something did not happen.
    [[nodiscard]] bool takeFlood();
    [[nodiscard]] bool takeLab();

private:
    void showLower(const QString &panel);

    WindowFixture &m_fixture;
    Take m_take;
};

} // namespace Pullcord
