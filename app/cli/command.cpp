// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"

#include "pullcord_version.h"

namespace Pullcord {

Command::Command() = default;
Command::~Command() = default;

QString Command::program()
{
    return QStringLiteral("pullcord-cli " PULLCORD_VERSION);
}

} // namespace Pullcord
