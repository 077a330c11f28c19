// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/finding.h"

#include "core/mcp/revision.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

QString Finding::reference() const
{
    const std::optional<Revision> known = revisionFromName(revision);
    const bool isModern = known && eraOf(*known) == Era::Modern;
    const QLatin1StringView section = isModern ? kind().modernSection : kind().legacySection;
    if (section.isEmpty())
        return u"JSON-RPC 2.0"_s;
    return revision.isEmpty() ? QString(section) : u"%1, %2"_s.arg(revision, section);
}

void Finding::addEvent(qint64 index)
{
    const auto place = std::lower_bound(events.begin(), events.end(), index);
    if (index < 0 || (place != events.end() && *place == index))
        return;
    if (events.size() < MostEvents)
        events.insert(place, index);
    else if (place == events.end())
        events.last() = index;
}

} // namespace Pullcord
