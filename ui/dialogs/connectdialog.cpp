// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connectdialog.h"

#include "ui/dialogs/serverform.h"
#include "ui/settings.h"
#include "ui/views/icons.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

ConnectDialog::ConnectDialog(Settings &settings, FileDialogs &dialogs, const ServerTarget &demo, QWidget *parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_recent(new QListWidget(this))
    , m_form(new ServerForm(dialogs, this))
{
    setObjectName(u"connectDialog"_s);
    setWindowTitle(tr("Connect to a Server"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_connect = buttons->addButton(tr("&Connect"), QDialogButtonBox::AcceptRole);
    m_connect->setObjectName(u"connectButton"_s);
    m_connect->setDefault(true);
    auto *columns = new QHBoxLayout;
    columns->addWidget(makeRecent(), 2);
    columns->addWidget(m_form, 3);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(columns, 1);
    layout->addWidget(buttons);
    resize(120 * fontMetrics().averageCharWidth(), sizeHint().height());

    connect(m_form, &ServerForm::changed, this, &ConnectDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &ConnectDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    fillRecent(demo);
    check();
    m_form->findChild<QWidget *>(m_form->target().isHttp() ? u"url"_s : u"commandLine"_s)->setFocus();
}

ConnectDialog::~ConnectDialog() = default;

QWidget *ConnectDialog::makeRecent()
{
    auto *side = new QWidget(this);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(tr("Recent &servers:"), side);
    label->setBuddy(m_recent);
    m_recent->setObjectName(u"connectRecent"_s);
    m_recent->setAccessibleName(tr("Recent servers"));
    m_recent->setIconSize(QSize(16, 16));
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *remove = new QPushButton(tr("Re&move from List"), side);
    remove->setObjectName(u"removeRecent"_s);
    remove->setAutoDefault(false);
    layout->addWidget(label);
    layout->addWidget(m_recent, 1);
    layout->addWidget(remove);
    connect(m_recent, &QListWidget::currentRowChanged, this, [this, remove](int row) {
        remove->setEnabled(row > 0);
        if (row >= 0)
            m_form->setTarget(m_targets.at(row));
    });
    connect(m_recent, &QListWidget::itemActivated, this, &ConnectDialog::choose);
    connect(remove, &QPushButton::clicked, this, [this] {
        const int row = m_recent->currentRow();
        if (row < 1)
            return; // the demo server stays
        m_settings.removeRecentServer(m_targets.takeAt(row));
        delete m_recent->takeItem(row);
    });
    remove->setEnabled(false);
    return side;
}

void ConnectDialog::fillRecent(const ServerTarget &demo)
{
    addServer(demo, tr("Demo server"), "plug-zap");
    const QList<ServerTarget> servers = m_settings.recentServers();
    const QStringList names = ServerTarget::distinctAddresses(servers);
    for (qsizetype i = 0; i < servers.size(); ++i)
        addServer(servers.at(i), names.at(i), servers.at(i).isHttp() ? "plug" : "terminal");
    m_recent->setCurrentRow(servers.isEmpty() ? -1 : 1);
}

void ConnectDialog::addServer(const ServerTarget &target, const QString &text, const char *icon)
{
    auto *item = new QListWidgetItem(Icons::icon(icon), text, m_recent);
    item->setToolTip(target.shownAddress());
    m_targets.append(target);
}

void ConnectDialog::setTarget(const ServerTarget &target)
{
    m_recent->setCurrentRow(-1);
    m_form->setTarget(target);
}

void ConnectDialog::choose()
{
    if (!m_form->complaint().isEmpty())
        return;
    ServerTarget target = m_form->target();
    for (const ServerTarget &known : std::as_const(m_targets)) {
        ServerTarget named = target;
        named.name = known.name;
        if (named.isSameAs(known))
            target.name = known.name; // the name goes with an unchanged server
    }
    accept();
    emit targetChosen(target);
}

void ConnectDialog::check()
{
    m_connect->setEnabled(m_form->complaint().isEmpty());
}

} // namespace Pullcord
