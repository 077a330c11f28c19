// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/lists/watchdialog.h"

#include "core/capture/formatting.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/dialogs/lists/serverrow.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/messages/textview.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/plainlabel.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

WatchDialog::WatchDialog(QString proxy, FileDialogs &dialogs, QWidget *parent)
    : QDialog(parent)
    , m_proxy(std::move(proxy))
    , m_dialogs(dialogs)
    , m_store(WrapStore::ofUser())
    , m_places(ConfigPlace::ofUser())
    , m_hosts(new QComboBox(this))
    , m_problem(new FieldNote(this))
    , m_servers(new QScrollArea(this))
    , m_changes(new PlainLabel(tr("&Changes to the file:"), this))
    , m_difference(new TextView(this))
    , m_note(new PlainLabel(this))
{
    setObjectName(u"watchDialog"_s);
    setWindowTitle(tr("Watch a Host"));
    auto *about =
        new PlainLabel(tr("Tick the servers that the host should start through Pullcord's proxy. Each start is "
                          "recorded in a capture, also while this window is closed."),
                       this);
    about->setWordWrap(true);
    m_problem->setObjectName(u"watchProblem"_s);
    m_servers->setObjectName(u"watchServers"_s);
    m_servers->setAccessibleName(tr("Servers of the host"));
    m_servers->setWidgetResizable(true);
    m_difference->setObjectName(u"watchDifference"_s);
    m_difference->setAccessibleName(tr("Changes to the file"));
    m_difference->setTabChangesFocus(true);
    m_changes->setBuddy(m_difference);
    m_note->setObjectName(u"watchNote"_s);
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_write = buttons->addButton(tr("&Write Changes"), QDialogButtonBox::ApplyRole);
    m_write->setObjectName(u"watchWrite"_s);
    m_write->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(about);
    layout->addWidget(makeHosts());
    layout->addWidget(m_problem);
    layout->addWidget(m_servers, 3);
    layout->addWidget(m_changes);
    layout->addWidget(m_difference, 2);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    resize(ScreenRoom::bounded(*this, {110 * letterWidth(fontMetrics()), 42 * fontMetrics().lineSpacing()}));
    connect(m_write, &QPushButton::clicked, this, &WatchDialog::write);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_hosts, &QComboBox::currentIndexChanged, this, &WatchDialog::showHost);
    showHost();
}

WatchDialog::~WatchDialog() = default;

QWidget *WatchDialog::makeHosts()
{
    auto *row = new QWidget(this);
    auto *label = new PlainLabel(tr("&Host:"), row);
    label->setBuddy(m_hosts);
    m_hosts->setObjectName(u"watchHosts"_s);
    m_hosts->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const ConfigPlace &place : std::as_const(m_places))
        m_hosts->addItem(u"%1 · %2"_s.arg(place.tool, Texts::shownPath(place.path)));
    auto *file = new QPushButton(tr("Choose &File…"), row);
    file->setObjectName(u"watchFile"_s);
    file->setAutoDefault(false);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(m_hosts, 1);
    layout->addWidget(file);
    connect(file, &QPushButton::clicked, this, [this] {
        m_dialogs.openFile(this, tr("Watch a Host"), {},
                           tr("Configurations (*.json *.jsonc *.toml *.yaml *.yml);;All files (*)"),
                           [this](const QString &path) { showFile(path); });
    });
    return row;
}

void WatchDialog::showFile(const QString &path)
{
    const QString whole = QFileInfo(path).absoluteFilePath();
    auto place = std::ranges::find(m_places, whole, &ConfigPlace::path);
    if (place == m_places.end()) {
        m_places.append({QFileInfo(whole).fileName(), whole});
        m_hosts->addItem(Texts::shownPath(whole)); // the first one becomes the current one
        place = m_places.end() - 1;
    }
    m_hosts->setCurrentIndex(int(place - m_places.begin()));
}

void WatchDialog::showHost()
{
    m_configuration.reset();
    m_note->clear();
    m_problem->say({});
    m_hosts->setEnabled(!m_places.isEmpty());
    if (m_places.isEmpty()) {
        m_problem->say(tr("No host was found on this machine. Choose the file of its configuration."), true);
    } else {
        Result<WrapStore::Configuration> read = WrapStore::read(m_places.at(qMax(0, m_hosts->currentIndex())));
        if (read)
            m_configuration = *std::move(read);
        else
            m_problem->say(Texts::translated(read.error().detail));
    }
    showServers();
}

void WatchDialog::showServers()
{
    m_rows.clear();
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    const QList<ImportedServer> servers = m_configuration ? m_configuration->servers : QList<ImportedServer>();
    for (const ImportedServer &server : servers) {
        const bool isWatched = server.isUsable() && ServerWrapping::isWrapped(server.target);
        QStringList remarks;
        if (ServerWrapping::isBroken(server.target))
            remarks << tr("Watched, but %1 is missing: the host cannot start this server.")
                           .arg(Formatting::visible(server.target.command.program));
        else if (isWatched)
            remarks << tr("Watched.");
        ImportedServer listed = server;
        if (isWatched)
            listed.remarks.clear(); // they are about the proxy
        auto *row =
            new ServerRow(listed, isWatched ? ServerWrapping::inner(server.target) : server.target, remarks, content);
        row->setChosen(isWatched);
        connect(row, &ServerRow::toggled, this, &WatchDialog::compare);
        layout->addWidget(row);
        m_rows << row;
    }
    layout->addStretch(1);
    m_servers->setWidget(content); // deletes the previous one
    compare();
}

void WatchDialog::compare()
{
    QStringList toWrap;
    QStringList toUnwrap;
    for (const ServerRow *row : std::as_const(m_rows))
        (row->isChosen() ? toWrap : toUnwrap) << row->server().pointer;
    m_change = {};
    if (m_configuration)
        m_change =
            m_store.change(*m_configuration, toWrap, toUnwrap,
                           {.program = m_proxy, .folder = WrapStore::captures(), .host = m_configuration->place.tool});
    m_difference->showText(m_change.difference());
    m_difference->setPlaceholderText(m_configuration ? tr("No changes") : QString());
    if (m_configuration) {
        m_problem->say(Texts::translated(m_change.problems).join(u'\n'));
        m_note->setText(Texts::translated(m_change.cautions).join(u'\n'));
    }
    m_note->setHidden(m_note->text().isEmpty());
    const int wrapped = int(m_change.wrapped.size());
    const int unwrapped = int(m_change.unwrapped.size());
    if (m_proxy.isEmpty() && wrapped > 0)
        m_problem->say(tr("pullcord-cli was not found. Install it beside Pullcord."));
    m_write->setEnabled(wrapped + unwrapped > 0 && (wrapped == 0 || !m_proxy.isEmpty()));
    if (wrapped > 0 && unwrapped == 0)
        m_write->setText(tr("&Watch %n Servers", nullptr, wrapped));
    else if (unwrapped > 0 && wrapped == 0)
        m_write->setText(tr("&Stop Watching %n Servers", nullptr, unwrapped));
    else
        m_write->setText(tr("&Write Changes"));
}

void WatchDialog::write()
{
    if (!m_write->isEnabled())
        return;
    if (const Outcome written = m_store.write(m_change); !written) {
        m_problem->say(Texts::translated(written.error().detail));
        return;
    }
    const QString host = m_change.place.tool;
    showHost();
    m_note->setText(tr("Written. Restart %1, so that it reads its configuration again. Server > Running Proxies then "
                       "lists its watched servers; their captures are in %2.")
                        .arg(host, Texts::shownPath(WrapStore::captures())));
    m_note->show();
}

} // namespace Pullcord
