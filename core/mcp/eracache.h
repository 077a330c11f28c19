// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"

#include <QHash>
#include <QString>

#include <optional>

namespace Pullcord {

/// Eras of servers as found by probing, by their Transport::origin(), so that the next connection needs no probe.
///
/// A plain class, kept by the program for one run. Specification: versioning, "Backward compatibility"; spec digest
/// section 2.3.
class EraCache
{
public:
    [[nodiscard]] std::optional<Era> find(const QString &origin) const
    {
        const auto known = m_eras.constFind(origin);
        return known == m_eras.constEnd() ? std::nullopt : std::optional(*known);
    }
    /// Stores an era; nothing for an empty origin.
    void remember(const QString &origin, Era era)
    {
        if (!origin.isEmpty())
            m_eras.insert(origin, era);
    }
    void forget(const QString &origin) { m_eras.remove(origin); }

private:
    QHash<QString, Era> m_eras;
};

} // namespace Pullcord
