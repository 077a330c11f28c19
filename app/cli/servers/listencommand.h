// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/servers/servercommand.h"

#include <QSet>

namespace Pullcord {

/// `listen`: prints the changes that the server reports, until Ctrl+C, for some time, or until the server ends it.
class ListenCommand final : public ServerCommand
{
    Q_OBJECT

public:
    using ServerCommand::ServerCommand;

protected:
    void work() override;

private:
    void onChanged();
    void onFailed(const Error &error);
    void print(const QByteArray &method, const QByteArray &params) const;

    std::optional<SubscriptionFilter> m_printed; ///< the last printed filter
    QSet<QString> m_failures;                    ///< of that stream, which were printed
    bool m_isInterrupted = false;                ///< since then
    bool m_isRefused = false;                    ///< the server refused the stream for changes, which was printed
};

} // namespace Pullcord
