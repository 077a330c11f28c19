// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/serverlist.h"

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

int compared(const QString &one, const QString &other)
{
    const int roughly = one.compare(other, Qt::CaseInsensitive);
    return roughly != 0 ? roughly : one.compare(other);
}

bool comesBefore(const ServerTarget &one, const ServerTarget &other)
{
    const int groups = compared(one.group, other.group);
    return groups != 0 ? groups < 0 : compared(one.name, other.name) < 0;
}

/// Removes surrounding blanks and line breaks.
QString tidied(const QString &name)
{
    return name.simplified();
}

} // namespace

ServerList ServerList::fromSettings(const QStringList &texts)
{
    ServerList list;
    for (const QString &text : texts) {
        if (auto target = ServerTarget::fromSetting(text))
            list.put(*std::move(target));
    }
    return list;
}

QStringList ServerList::toSettings() const
{
    QStringList texts;
    for (const ServerTarget &target : m_servers)
        texts << target.toSetting();
    return texts;
}

const ServerTarget *ServerList::find(const QString &name) const
{
    const auto found =
        std::find_if(m_servers.begin(), m_servers.end(), [&](const ServerTarget &each) { return each.name == name; });
    return found == m_servers.end() ? nullptr : &*found;
}

const ServerTarget *ServerList::findSame(const ServerTarget &target) const
{
    const ServerTarget *named = find(target.name); // of several equal ones, prefer the same name
    if (named && named->isSameLaunch(target))
        return named;
    const auto found = std::find_if(m_servers.begin(), m_servers.end(),
                                    [&](const ServerTarget &each) { return each.isSameLaunch(target); });
    return found == m_servers.end() ? nullptr : &*found;
}

QStringList ServerList::groups() const
{
    QStringList groups;
    for (const ServerTarget &target : m_servers)
        groups << target.group;
    groups.removeAll(QString());
    groups.removeDuplicates();
    return groups;
}

QString ServerList::freeName(const QString &name) const
{
    QString free = tidied(name);
    for (int number = 2; find(free); ++number)
        free = u"%1 (%2)"_s.arg(tidied(name)).arg(number);
    return free;
}

QString ServerList::put(ServerTarget target, const QString &replaced)
{
    if (!replaced.isEmpty())
        remove(replaced);
    target.group = tidied(target.group);
    target.name = freeName(target.title());
    const QString name = target.name;
    m_servers.insert(std::lower_bound(m_servers.begin(), m_servers.end(), target, comesBefore), std::move(target));
    return name;
}

void ServerList::remove(const QString &name)
{
    m_servers.removeIf([&](const ServerTarget &each) { return each.name == name; });
}

} // namespace Pullcord
