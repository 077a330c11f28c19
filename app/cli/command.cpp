// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"

namespace Pullcord {

Command::Command() = default;
Command::~Command() = default;

} // namespace Pullcord
