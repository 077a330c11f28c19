// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {
struct ProcessLoad;
}

/// What the processes of a server did after a cancel, as rich text for a label.
namespace Pullcord::LoadTexts {

/// With a heading; of a load that has samples.
[[nodiscard]] QString summary(const ProcessLoad &load);
/// The same where nothing is known: whether a cancel was sent, and the server is behind a URL.
[[nodiscard]] QString absence(bool isCancelled, bool isHttp);

} // namespace Pullcord::LoadTexts
