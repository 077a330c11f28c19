// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/dialect.h"

#include <QByteArrayView>
#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// The dated revisions of MCP, oldest first. Specification: versioning; spec digest section 2.
enum class Revision : quint8 { R2024_11_05, R2025_03_26, R2025_06_18, R2025_11_25, R2026_07_28 };

/// The two generations of the protocol.
enum class Era : quint8 {
    Legacy, ///< initialize handshake: up to 2025-11-25
    Modern, ///< server/discover and _meta on each request: 2026-07-28
};

inline constexpr Revision LatestLegacy = Revision::R2025_11_25;
inline constexpr Revision LatestModern = Revision::R2026_07_28;

[[nodiscard]] const QList<Revision> &allRevisions();
[[nodiscard]] QLatin1StringView nameOf(Revision revision); ///< "2025-11-25"
[[nodiscard]] std::optional<Revision> revisionFromName(QStringView name);
[[nodiscard]] constexpr Era eraOf(Revision revision)
{
    return revision >= Revision::R2026_07_28 ? Era::Modern : Era::Legacy;
}

} // namespace Pullcord
