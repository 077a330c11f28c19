// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {
struct ProcessLoad;
}

/// Activity of the server's processes after a cancel, as rich text for a label.
namespace Pullcord::LoadTexts {

/// Returns a heading and the figures. `load` must have samples.
[[nodiscard]] QString summary(const ProcessLoad &load);
/// Explains missing data: nothing was cancelled, or the server is behind a URL.
[[nodiscard]] QString absence(bool isCancelled, bool isHttp);

} // namespace Pullcord::LoadTexts
