// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/servers/servercommand.h"

#include <functional>

namespace Pullcord {

/// `demo`: the main feature in a few seconds. Calls a slow tool of the demo server and cancels it, which the server
/// respects. Cancels another one, which sends its result anyway. Prints the timeline.
class DemoCommand final : public ServerCommand
{
    Q_OBJECT

public:
    /// Sets the demo server beside this program, and the path of the capture.
    explicit DemoCommand(CliOptions options);

protected:
    void work() override;

private:
    void callAndCancel(const QString &tool, const QByteArray &arguments, const QString &reason,
                       std::function<void()> then);
    void conclude();
};

} // namespace Pullcord
