// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/savedserverlist.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/style/icons.h"
#include "ui/views/tables/rowchoice.h"

namespace Pullcord {
using namespace Qt::StringLiterals;

SavedServerList::SavedServerList(QWidget *parent)
    : QListWidget(parent)
{
    setIconSize(QSize(16, 16));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Saved servers"));
    connect(new RowChoice(this), &RowChoice::chosen, this, [this](const QModelIndex &index) {
        const ServerTarget *found = m_servers.find(index.data(Qt::UserRole).toString());
        if (!found)
            return;
        const ServerTarget target = *found; // a copy, since the receiver may change the list
        emit activatedServer(target);
    });
}

SavedServerList::~SavedServerList() = default;

void SavedServerList::setServers(const ServerList &servers)
{
    const QListWidgetItem *before = currentItem();
    const QString name = before ? before->data(Qt::UserRole).toString() : QString();
    m_servers = servers;
    clear();
    QString group;
    for (const ServerTarget &server : m_servers.servers()) {
        if (server.group != group)
            addTitle(group = server.group);
        auto *item = new QListWidgetItem(Icons::icon(server.isHttp() ? "plug" : "terminal"), server.name, this);
        item->setData(Qt::UserRole, server.name);
        item->setToolTip(Texts::toolTip(server.shownAddress()));
        if (!group.isEmpty())
            item->setData(Qt::AccessibleTextRole, tr("%1, in %2", "server, group").arg(server.name, group));
    }
    setCurrent(name);
}

void SavedServerList::addTitle(const QString &group)
{
    auto *title = new QListWidgetItem(group, this);
    QFont bold = font();
    bold.setBold(true);
    title->setFont(bold);
    title->setFlags(Qt::NoItemFlags);
    title->setForeground(palette().brush(QPalette::Active, QPalette::PlaceholderText));
}

const ServerTarget *SavedServerList::current() const
{
    const QListWidgetItem *item = currentItem();
    return item ? m_servers.find(item->data(Qt::UserRole).toString()) : nullptr;
}

void SavedServerList::setCurrent(const QString &name)
{
    for (int row = 0; row < count(); ++row) {
        if (!name.isEmpty() && item(row)->data(Qt::UserRole).toString() == name) {
            setCurrentRow(row);
            return;
        }
    }
    setCurrentRow(-1);
}

} // namespace Pullcord
