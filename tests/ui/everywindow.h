// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <memory>

namespace Pullcord {

class WindowFixture;

/// Opens every window by name, filled with content, for tests that check them all.
class EveryWindow
{
public:
    /// `connect` makes the conversation for the windows that need one; the demo server is the default.
    explicit EveryWindow(WindowFixture &fixture, std::function<bool()> connect = {});
    ~EveryWindow();

    [[nodiscard]] static QStringList names();
    /// Null if the window does not open.
    [[nodiscard]] QWidget *open(const QString &what);

private:
    [[nodiscard]] QWidget *openFindings();

    WindowFixture &m_fixture;
    std::function<bool()> m_connect;
    std::unique_ptr<QWidget> m_dialog;
};

} // namespace Pullcord
