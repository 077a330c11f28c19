// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/requestgroups.h"

#include "core/capture/requestlog.h"
#include "ui/models/texts.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace Pullcord {

namespace {

struct GroupTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::RequestGroup)
};

bool hasFailed(const RequestRecord &record)
{
    return record.state != RequestState::Succeeded || record.toolError;
}

} // namespace

void RequestGroup::add(const RequestLog &log, qsizetype row)
{
    const RequestRecord record = log.record(row);
    m_parts.push_back(row);
    m_open.push_back(row);
    if (record.cause != RequestRecord::NoSerial) {
        ++m_asked;
    } else if (record.method.endsWith("/list")) {
        ++m_pages;
        m_lastLeg = row;
    } else if (record.method == "tasks/get") {
        ++m_polls;
    } else if (record.method.startsWith("tasks/")) {
        ++m_ofTask;
    } else {
        ++m_legs;
        m_lastLeg = row;
    }
}

void RequestGroup::insert(const RequestLog &log, qsizetype row)
{
    std::vector<qsizetype> parts = m_parts;
    parts.insert(std::lower_bound(parts.begin(), parts.end(), row), row);
    remake(log, parts);
}

void RequestGroup::remove(const RequestLog &log, qsizetype row)
{
    std::vector<qsizetype> parts = m_parts;
    std::erase(parts, row);
    remake(log, parts);
}

void RequestGroup::remake(const RequestLog &log, const std::vector<qsizetype> &parts)
{
    *this = {};
    for (const qsizetype part : parts)
        add(log, part);
}

const std::vector<qsizetype> &RequestGroup::open(const RequestLog &log)
{
    settle(log);
    return m_open;
}

void RequestGroup::settle(const RequestLog &log)
{
    const auto ended = std::remove_if(m_open.begin(), m_open.end(), [&](qsizetype row) {
        const RequestRecord record = log.record(row);
        if (record.isOpen())
            return false;
        m_failed += hasFailed(record) ? 1 : 0;
        return true;
    });
    m_open.erase(ended, m_open.end());
}

QString RequestGroup::summary(const RequestLog &log)
{
    settle(log);
    QStringList facts;
    if (m_failed > 0) // first, so that narrow columns show it
        facts << GroupTexts::tr("%Ln not successful", nullptr, int(m_failed));
    if (m_legs > 0)
        facts << GroupTexts::tr("%Ln more legs", nullptr, int(m_legs));
    if (m_pages > 0)
        facts << GroupTexts::tr("%Ln more pages", "of a list", int(m_pages));
    if (m_polls > 0)
        facts << GroupTexts::tr("%Ln polls", nullptr, int(m_polls));
    if (m_asked > 0)
        facts << GroupTexts::tr("asked %Ln times", "by the server", int(m_asked));
    if (m_ofTask > 0)
        facts << GroupTexts::tr("%Ln more", "requests about a task", int(m_ofTask));
    return Texts::listed(facts);
}

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
