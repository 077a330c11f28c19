// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/revision.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {
constexpr QLatin1StringView RevisionNames[] = {"2024-11-05"_L1, "2025-03-26"_L1, "2025-06-18"_L1, "2025-11-25"_L1,
                                               "2026-07-28"_L1};
}

const QList<Revision> &allRevisions()
{
    static const QList<Revision> revisions{Revision::R2024_11_05, Revision::R2025_03_26, Revision::R2025_06_18,
                                           Revision::R2025_11_25, Revision::R2026_07_28};
    return revisions;
}

QLatin1StringView nameOf(Revision revision)
{
    return RevisionNames[size_t(revision)];
}

std::optional<Revision> revisionFromName(QStringView name)
{
    for (const Revision revision : allRevisions()) {
        if (name == nameOf(revision))
            return revision;
    }
    return {};
}

} // namespace Pullcord
