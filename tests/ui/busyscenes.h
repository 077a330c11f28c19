// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace Pullcord {

class WindowFixture;

/// Scenes for screenshots: the views beside the tables, a window under load, and the cancellation lab.
class BusyScenes
{
public:
    using Take = std::function<void(QWidget &window, const QString &name)>;

    BusyScenes(WindowFixture &fixture, Take take);

    /// Takes the timeline, the statistics, the messages, and the bytes of one message.
    void takeViews();
    /// Each returns false if an expected event did not come.
    [[nodiscard]] bool takeFlood();
    [[nodiscard]] bool takeLab();

private:
    void showLower(const QString &panel);

    WindowFixture &m_fixture;
    Take m_take;
};

} // namespace Pullcord
