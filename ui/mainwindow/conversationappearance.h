// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tabs/tabstrip.h"

namespace Pullcord {

class ConversationController;

/// Returns the appearance of its tab. `isUnseen`: the connection was lost while the tab was hidden. `isHidden`: another
/// tab is in view.
[[nodiscard]] TabAppearance lookOf(const ConversationController &controller, bool isHidden, bool isUnseen);

} // namespace Pullcord
