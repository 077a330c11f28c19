// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// One tab, as far as it can be restored: its capture and the server of the conversation. A value.
struct OpenTab
{
    QString capture; ///< path; empty if nothing was recorded
    QString title;
    std::optional<ServerTarget> server; ///< none if the tab shows a file

    [[nodiscard]] bool isEmpty() const { return capture.isEmpty() && !server; }
    friend bool operator==(const OpenTab &a, const OpenTab &b)
    {
        return a.capture == b.capture && a.title == b.title && a.server.has_value() == b.server.has_value() &&
               (!a.server || a.server->toSetting() == b.server->toSetting());
    }
};

/// One window with its tabs. A value.
struct OpenWindow
{
    QList<OpenTab> tabs; ///< in order; none is empty
    int current = 0;     ///< index of the tab in view

    friend bool operator==(const OpenWindow &a, const OpenWindow &b) = default;
};

/// The open windows of a program, or those at its last end. A value.
struct OpenTabs
{
    QList<OpenWindow> windows; ///< each has at least one tab
    bool hasEnded = false;     ///< true after a regular exit

    [[nodiscard]] bool isEmpty() const { return windows.isEmpty(); }
    [[nodiscard]] QStringList titles() const; ///< titles of all tabs, in order
    /// Serializes as the settings store servers: without the values of variables and headers.
    [[nodiscard]] QByteArray toJson() const;
    /// Reads the valid part of `json`; empty if nothing is valid.
    [[nodiscard]] static OpenTabs fromJson(const QByteArray &json);
};

} // namespace Pullcord
