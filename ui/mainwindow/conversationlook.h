// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tablook.h"

namespace Pullcord {

class Workspace;

/// Returns the appearance of its tab. `isUnseen`: the connection was lost while the tab was hidden. `isHidden`: another
/// tab is in view.
[[nodiscard]] TabLook lookOf(const Workspace &workspace, bool isHidden, bool isUnseen);

} // namespace Pullcord
