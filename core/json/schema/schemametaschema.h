// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace Pullcord {

/// The metaschema of a draft or of one of its vocabularies, written from the table of keywords; null for any other
/// `uri`, which is without a fragment. It can be extended, as the draft has it (`$dynamicAnchor`, `$recursiveAnchor`).
[[nodiscard]] QByteArray metaschemaText(const QByteArray &uri);

} // namespace Pullcord
