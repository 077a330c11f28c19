// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tablook.h"

namespace Pullcord {

class Workspace;

/// How its tab looks. `isUnseen`: its connection was lost while nobody looked; `isHidden`: another tab is shown.
[[nodiscard]] TabLook lookOf(const Workspace &workspace, bool isHidden, bool isUnseen);

} // namespace Pullcord
