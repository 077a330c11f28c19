// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace Pullcord {

/// Metaschema of a draft or of one of its vocabularies, generated from the table of keywords; null for any other `uri`.
/// `uri` has no fragment. The metaschema can be extended as in the draft (`$dynamicAnchor`, `$recursiveAnchor`).
[[nodiscard]] QByteArray metaschemaText(const QByteArray &uri);

} // namespace Pullcord
