// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connect/savedserversbox.h"

#include "ui/dialogs/lists/importdialog.h"
#include "ui/settings.h"
#include "ui/views/widgets/flowlayout.h"
#include "ui/views/widgets/plainlabel.h"
#include "ui/views/widgets/savedserverlist.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

SavedServersBox::SavedServersBox(Settings &settings, FileDialogs &dialogs, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_dialogs(dialogs)
    , m_list(new SavedServerList(this))
    , m_duplicate(new QPushButton(tr("Dup&licate"), this))
    , m_remove(new QPushButton(tr("Remove"), this))
{
    m_list->setObjectName(u"connectSaved"_s);
    m_list->setMinimumHeight(2 * fontMetrics().lineSpacing()); // so that the list shrinks before buttons are cut
    m_duplicate->setObjectName(u"duplicateSaved"_s);
    m_remove->setObjectName(u"removeSaved"_s);
    auto *import = new QPushButton(tr("Imp&ort…"), this);
    import->setObjectName(u"importServers"_s);
    import->setToolTip(tr("Import servers from the configuration of another tool"));
    auto *label = new PlainLabel(tr("Save&d servers:"), this);
    label->setBuddy(m_list);
    auto *row = new QWidget(this);
    auto *buttons = new FlowLayout(row);
    buttons->setContentsMargins(0, 0, 0, 0);
    for (QPushButton *button : {m_duplicate, m_remove, import}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(m_list, 1);
    layout->addWidget(row);
    connect(m_list, &QListWidget::currentRowChanged, this, &SavedServersBox::pick);
    connect(m_list, &SavedServerList::activatedServer, this, &SavedServersBox::activated);
    connect(m_duplicate, &QPushButton::clicked, this, &SavedServersBox::duplicate);
    connect(m_remove, &QPushButton::clicked, this, &SavedServersBox::remove);
    connect(import, &QPushButton::clicked, this, [this] { openImport(); });
    connect(&m_settings, &Settings::savedChanged, this, &SavedServersBox::fill);
    fill();
    pick();
}

SavedServersBox::~SavedServersBox() = default;

void SavedServersBox::fill()
{
    m_list->setServers(m_settings.savedServers());
}

const ServerTarget *SavedServersBox::current() const
{
    return m_list->current();
}

void SavedServersBox::setCurrent(const QString &name)
{
    m_list->setCurrent(name);
}

void SavedServersBox::pick()
{
    const ServerTarget *target = m_list->current();
    m_duplicate->setEnabled(target);
    m_remove->setEnabled(target);
    if (target)
        emit picked(ServerTarget(*target)); // a copy, since the receiver may change the list
}

ImportDialog *SavedServersBox::openImport()
{
    auto *dialog = new ImportDialog(m_settings, m_dialogs, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportDialog::imported, this, [this](const QStringList &names) { setCurrent(names.first()); });
    dialog->open();
    return dialog;
}

void SavedServersBox::importFrom(const QString &configuration)
{
    openImport()->readText(configuration);
}

void SavedServersBox::duplicate()
{
    const ServerTarget *target = m_list->current();
    if (!target)
        return;
    ServerList servers = m_list->servers();
    const QString name = servers.put(*target);
    m_settings.setSavedServers(servers);
    setCurrent(name);
}

void SavedServersBox::remove()
{
    const ServerTarget *target = m_list->current();
    if (!target)
        return;
    ServerList servers = m_list->servers();
    servers.remove(target->name);
    m_settings.setSavedServers(servers);
}

} // namespace Pullcord
