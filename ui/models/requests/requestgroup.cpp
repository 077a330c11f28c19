// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/requestgroup.h"

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

} // namespace Pullcord
