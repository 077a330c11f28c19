// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connect/serverform.h"

#include "core/config/placeholder.h"
#include "ui/dialogs/connect/commandform.h"
#include "ui/dialogs/connect/urlform.h"
#include "ui/views/requests/timeoutbutton.h"
#include "ui/views/widgets/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QTabWidget>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr int FewestRevisionLetters = 10; ///< letters of the longest revision
}

ServerForm::ServerForm(FileDialogs &dialogs, QWidget *parent)
    : QWidget(parent)
    , m_kinds(new QTabWidget(this))
    , m_command(new CommandForm(dialogs, this))
    , m_url(new UrlForm(dialogs, this))
    , m_revision(new QComboBox(this))
    , m_timeouts(new TimeoutButton(u"server"_s, this))
{
    m_kinds->setObjectName(u"serverKinds"_s);
    m_kinds->setAccessibleName(tr("Kind of server"));
    m_kinds->addTab(m_command, tr("&Program", "a server to start"));
    m_kinds->addTab(m_url, tr("U&RL", "a server to reach by HTTP"));
    m_revision->setObjectName(u"revision"_s);
    m_revision->addItem(tr("Automatic", "the protocol revision"));
    m_revision->setToolTip(tr("Automatic: the server is asked."));
    for (const Revision revision : allRevisions())
        m_revision->addItem(nameOf(revision), QString(nameOf(revision)));
    m_revision->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_revision->setMinimumContentsLength(FewestRevisionLetters);
    auto *label = new PlainLabel(tr("Protocol re&vision:"), this);
    label->setBuddy(m_revision);
    auto *row = new QHBoxLayout;
    row->addWidget(label);
    row->addWidget(m_revision, 1);
    auto *timeoutLabel = new PlainLabel(tr("T&imeout:"), this);
    timeoutLabel->setBuddy(m_timeouts);
    row->addWidget(timeoutLabel);
    row->addWidget(m_timeouts);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_kinds, 1);
    layout->addLayout(row);

    connect(m_kinds, &QTabWidget::currentChanged, this, &ServerForm::changed);
    connect(m_command, &CommandForm::changed, this, &ServerForm::onChange);
    connect(m_command, &CommandForm::configurationTyped, this, &ServerForm::configurationTyped);
    connect(m_url, &UrlForm::changed, this, &ServerForm::changed);
    connect(m_command, &CommandForm::addressTyped, this, [this](const QString &address) {
        m_kinds->setCurrentWidget(m_url);
        m_url->startWith(address);
    });
}

ServerForm::~ServerForm() = default;

bool ServerForm::isUrl() const
{
    return m_kinds->currentWidget() == m_url;
}

/// A command typed after emptying the form does not count as imported.
void ServerForm::onChange()
{
    if (m_command->command().program.isEmpty())
        m_imported = false;
    emit changed();
}

ServerTarget ServerForm::target() const
{
    ServerTarget target;
    target.imported = m_imported;
    target.inputs = m_inputs;
    if (isUrl())
        target.http = m_url->options();
    else
        target.command = m_command->command();
    target.timeouts = m_timeouts->timeouts();
    target.revision = revisionFromName(m_revision->currentData().toString());
    return target;
}

void ServerForm::setTarget(const ServerTarget &target)
{
    m_command->setCommand(target.command, target.forgotten);
    m_imported = target.imported;
    m_inputs = target.inputs;
    m_url->setOptions(target.http);
    if (!target.urlTemplate.isEmpty())
        m_url->startWith(Placeholder::withDefaults(target.urlTemplate));
    m_timeouts->setTimeouts(target.timeouts);
    m_kinds->setCurrentWidget(target.isHttp() ? static_cast<QWidget *>(m_url) : m_command);
    m_revision->setCurrentIndex(target.revision ? m_revision->findData(QString(nameOf(*target.revision))) : 0);
    emit changed();
}

void ServerForm::focusWanted()
{
    if (isUrl())
        m_url->focusWanted();
    else
        m_command->focusWanted();
}

void ServerForm::focusHeaders()
{
    m_url->focusHeaders();
}

QString ServerForm::complaint() const
{
    return isUrl() ? m_url->complaint() : m_command->complaint();
}

} // namespace Pullcord
