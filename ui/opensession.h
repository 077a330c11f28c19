// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// What a tab shows, as far as it can be shown again: a capture, and the server that it was a conversation with. A value.
struct OpenTab
{
    QString capture; ///< path; empty where the conversation was in no file
    QString title;
    std::optional<ServerTarget> server; ///< none of a file

    [[nodiscard]] bool isEmpty() const { return capture.isEmpty() && !server; }
    friend bool operator==(const OpenTab &a, const OpenTab &b)
    {
        return a.capture == b.capture && a.title == b.title && a.server.has_value() == b.server.has_value() &&
               (!a.server || a.server->toSetting() == b.server->toSetting());
    }
};

struct OpenWindow
{
    QList<OpenTab> tabs; ///< in their order; none is empty
    int current = 0;     ///< the place of the one that is looked at

    friend bool operator==(const OpenWindow &a, const OpenWindow &b) = default;
};

/// What a program has open, or had when it ended. A value.
struct OpenSession
{
    QList<OpenWindow> windows; ///< none is without a tab
    bool hasEnded = false;     ///< in good order

    [[nodiscard]] bool isEmpty() const { return windows.isEmpty(); }
    [[nodiscard]] QStringList titles() const; ///< of all tabs
    /// As the settings keep servers: without the values of variables and headers.
    [[nodiscard]] QByteArray toJson() const;
    /// Of what makes no sense, the rest; empty if nothing does.
    [[nodiscard]] static OpenSession fromJson(const QByteArray &json);
};

} // namespace Pullcord
