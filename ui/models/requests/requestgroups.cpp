// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/requestgroups.h"

#include <algorithm>

namespace Pullcord {

void RequestGroups::forget()
{
    m_groups.clear();
    m_chosen.clear();
    m_held = -1;
}

RequestGroups::Group *RequestGroups::find(qsizetype head) const
{
    const auto group = m_groups.find(head);
    return group != m_groups.end() ? &*group : nullptr;
}

RequestGroups::Group *RequestGroups::foldedAt(qsizetype head) const
{
    Group *group = find(head);
    return group && group->folded ? group : nullptr;
}

const std::vector<qsizetype> &RequestGroups::foldedUnder(qsizetype logRow) const
{
    static const std::vector<qsizetype> none;
    const Group *group = foldedAt(logRow);
    return group ? group->content.parts() : none;
}

std::optional<RequestGroups::Growth> RequestGroups::add(const RequestLog &log, qsizetype head, qsizetype part,
                                                        qsizetype firstNew)
{
    RequestGroup &content = m_groups[head].content;
    const qsizetype had = qsizetype(content.parts().size());
    if (had > 0 && content.parts().back() > part) { // the part was hidden as noise before
        content.insert(log, part);
        return Growth{head, had, false, part};
    }
    const bool isFirst = had == 0 || content.parts().back() < firstNew;
    content.add(log, part);
    return isFirst ? std::optional(Growth{head, had, head >= firstNew}) : std::nullopt;
}

void RequestGroups::remove(const RequestLog &log, qsizetype head, qsizetype part)
{
    Group *group = find(head);
    if (!group)
        return;
    group->content.remove(log, part);
    if (group->content.parts().empty())
        m_groups.remove(head);
}

bool RequestGroups::choose(qsizetype head, bool folded)
{
    Group *group = find(head);
    if (!group || group->folded == folded)
        return false;
    m_chosen.insert(head, folded);
    group->folded = folded;
    return true;
}

bool RequestGroups::isToBeFolded(qsizetype head) const
{
    if (const auto chosen = m_chosen.constFind(head); chosen != m_chosen.constEnd())
        return *chosen;
    const std::vector<qsizetype> &parts = find(head)->content.parts();
    return qsizetype(parts.size()) > MostUnfolded && !std::binary_search(parts.begin(), parts.end(), m_held);
}

} // namespace Pullcord
