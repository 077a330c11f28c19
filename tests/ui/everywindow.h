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

/// Opens each window that there is, by a name, with something in it: for tests that look at all of them.
class EveryWindow
{
public:
    /// `connect` makes the conversation that some windows need; without it they have one with the demo server.
    explicit EveryWindow(WindowFixture &fixture, std::function<bool()> connect = {});
    ~EveryWindow();

    [[nodiscard]] static QStringList names();
    /// Null if it does not come.
    [[nodiscard]] QWidget *open(const QString &what);

private:
    [[nodiscard]] QWidget *openFindings();

    WindowFixture &m_fixture;
    std::function<bool()> m_connect;
    std::unique_ptr<QWidget> m_dialog;
};

} // namespace Pullcord
