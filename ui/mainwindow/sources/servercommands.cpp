// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/sources/servercommands.h"

#include "core/capture/formatting.h"
#include "core/capture/import/captureimport.h"
#include "core/config/configtext.h"
#include "core/config/serverimport.h"
#include "ui/actions.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/serverform.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/dialogs/lists/exportserversdialog.h"
#include "ui/dialogs/lists/importdialog.h"
#include "ui/dialogs/lists/watchdialog.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/models/servertexts.h"
#include "ui/models/texts.h"
#include "ui/services.h"
#include "ui/settings.h"
#include "ui/views/widgets/messagebar.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Reason why the entered value of a placeholder cannot be sent in a header; empty if it can.
QString problemOf(const ServerTarget &target, const Placeholder &placeholder)
{
    const QByteArray value = target.values.value(placeholder.text).toUtf8();
    for (const HttpHeader &header : target.http.headers) {
        const QList<Placeholder> parts = Placeholder::in(QString::fromUtf8(header.value));
        const bool isPart = std::ranges::find(parts, placeholder.text, &Placeholder::text) != parts.end();
        if (isPart && !HttpHeaders::isValid({header.name, value}))
            return ServerCommands::tr(
                       "The header %1 cannot hold this value: it has a character that cannot be sent, such "
                       "as a line break.")
                .arg(Formatting::visible(QString::fromUtf8(header.name)));
    }
    return {};
}

bool hasWrongValue(const ServerTarget &target)
{
    return std::ranges::any_of(target.placeholders(), [&](const Placeholder &placeholder) {
        return !problemOf(target, placeholder).isEmpty();
    });
}

} // namespace

ServerCommands::ServerCommands(const Services &services, ConversationController &controller, Actions &actions,
                               MessageBar &bar, QWidget *window)
    : QObject(window)
    , m_services(services)
    , m_controller(controller)
    , m_bar(bar)
    , m_window(window)
{
    connect(actions.connectServer, &QAction::triggered, this, [this] { showConnectDialog(); });
    connect(actions.connectDemo, &QAction::triggered, this, [this] { wish(m_services.demoServer); });
    connect(actions.saveServer, &QAction::triggered, this, &ServerCommands::savePresent);
    connect(actions.importServers, &QAction::triggered, this, [this] { openImport(); });
    connect(actions.watchHost, &QAction::triggered, this, &ServerCommands::watchHost);
    connect(actions.exportServers, &QAction::triggered, this, &ServerCommands::exportSaved);
    const auto update = [this, &actions] {
        actions.saveServer->setEnabled(m_controller.target().has_value());
        actions.exportServers->setEnabled(!m_services.settings.savedServers().isEmpty());
    };
    connect(&controller, &ConversationController::changed, this, update);
    connect(&services.settings, &Settings::savedChanged, this, update);
    update();
}

ServerCommands::~ServerCommands() = default;

void ServerCommands::wish(const ServerTarget &target)
{
    if (target.isIncomplete())
        showConnectDialog(&target);
    else if (!m_services.settings.isConfirmed(target))
        confirm(target);
    else if (target.values.isEmpty() && !target.placeholders().isEmpty())
        askForValues(target);
    else if (const QString header = target.filled().unsendableHeader(); !header.isEmpty() && hasWrongValue(target))
        askForValues(target);
    else if (!header.isEmpty())
        m_bar.show(MessageBar::Kind::Failure,
                   tr("The value of the header %1 contains a character that cannot be sent, such as a line break.")
                       .arg(Formatting::visible(header)));
    else
        emit agreed(target);
}

void ServerCommands::confirm(const ServerTarget &target)
{
    auto *dialog = new ConfirmDialog(target, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, target] {
        m_services.settings.confirm(target);
        wish(target);
    });
    dialog->open();
}

void ServerCommands::askForValues(const ServerTarget &target)
{
    const QList<Placeholder> placeholders = target.placeholders();
    QList<ValuesDialog::Field> fields;
    for (const Placeholder &placeholder : placeholders) {
        const QString reference = u"${%1}"_s.arg(placeholder.name);
        const QString description = target.inputs.value(placeholder.name).description;
        fields << ValuesDialog::Field{
            .label = description.isEmpty() ? reference : u"%1 · %2"_s.arg(description, reference),
            .value = target.values.value(placeholder.text, placeholder.knownValue().value_or(QString())),
            .isSecret = target.isSecret(placeholder),
            .problem = problemOf(target, placeholder)};
    }
    ask(target, tr("Values for Placeholders"),
        tr("The configuration of %1 has placeholders. Enter their values.").arg(target.title()), fields,
        [placeholders](ServerTarget &filled, const QStringList &values) {
            for (qsizetype i = 0; i < placeholders.size(); ++i)
                filled.values.insert(placeholders.at(i).text, values.at(i));
        });
}

void ServerCommands::askForPasswords(const ServerTarget &target)
{
    const HttpNetwork &network = target.http.network;
    const bool isKeyLocked = network.isKeyLocked();
    QList<ValuesDialog::Field> fields;
    if (isKeyLocked)
        fields << ValuesDialog::Field{tr("Passphrase of the key %1:").arg(network.keyPath())};
    if (!network.proxyUser().isEmpty())
        fields << ValuesDialog::Field{tr("Password for the proxy %1:").arg(network.shownProxy())};
    ask(target, tr("Enter Password"), tr("The connection to %1 needs a password.").arg(target.title()), fields,
        [isKeyLocked](ServerTarget &unlocked, const QStringList &values) {
            if (isKeyLocked)
                unlocked.http.network.passphrase = values.constFirst();
            if (values.size() > int(isKeyLocked) && !values.constLast().isEmpty()) // an empty one keeps the present one
                unlocked.http.network.setProxyPassword(values.constLast());
        });
}

/// `take` puts the values into the server, which is connected to then.
void ServerCommands::ask(const ServerTarget &target, const QString &title, const QString &why,
                         const QList<ValuesDialog::Field> &fields,
                         const std::function<void(ServerTarget &, const QStringList &)> &take)
{
    auto *dialog = new ValuesDialog(title, why, fields, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, target, take] {
        ServerTarget complete = target;
        take(complete, dialog->values());
        wish(complete);
    });
    dialog->open();
}

void ServerCommands::wishSaved(const QString &name)
{
    const ServerList saved = m_services.settings.savedServers();
    if (const ServerTarget *target = saved.find(name))
        wish(*target);
    else
        m_bar.show(MessageBar::Kind::Warning,
                   tr("There is no saved server named “%1”.").arg(Formatting::visible(name)));
}

ConnectDialog *ServerCommands::openConnect()
{
    auto *dialog = new ConnectDialog(m_services.settings, m_services.dialogs, m_services.demoServer, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ConnectDialog::targetChosen, this, &ServerCommands::wish);
    dialog->open();
    return dialog;
}

void ServerCommands::showConnectDialog(const ServerTarget *target)
{
    ConnectDialog *dialog = openConnect();
    if (target)
        dialog->setTarget(*target);
}

ConnectDialog *ServerCommands::showPresent()
{
    ServerTarget target = *m_controller.target();
    target.forgetEntered();
    ConnectDialog *dialog = openConnect();
    dialog->setTarget(target);
    return dialog;
}

void ServerCommands::showHeaders()
{
    showPresent()->form()->focusHeaders();
}

void ServerCommands::savePresent()
{
    if (!m_controller.target())
        return;
    ServerTarget target = *m_controller.target();
    target.forgetEntered();
    openConnect()->startSaving(target);
}

ImportDialog *ServerCommands::openImport()
{
    auto *dialog = new ImportDialog(m_services.settings, m_services.dialogs, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportDialog::imported, this, [this](const QStringList &names) {
        m_bar.show(MessageBar::Kind::Done,
                   tr("%n servers saved: %1. Each command is shown again before it is run for the first time.", nullptr,
                      int(names.size()))
                       .arg(Formatting::visible(Texts::listed(names))));
    });
    dialog->open();
    return dialog;
}

void ServerCommands::watchHost()
{
    auto *dialog = new WatchDialog(m_services.commandLine, m_services.dialogs, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::finished, this, &ServerCommands::watchingDone);
    dialog->open();
}

bool ServerCommands::isConfiguration(const QString &path)
{
    static const QStringList suffixes{u"json"_s, u"jsonc"_s, u"toml"_s, u"yaml"_s, u"yml"_s};
    if (CaptureImport::knows(path))
        return false;
    if (suffixes.contains(QFileInfo(path).suffix().toLower()))
        return true;
    QFile file(path);
    return QFileInfo(path).isFile() && file.size() <= ConfigText::MaxSize && file.open(QIODevice::ReadOnly) &&
           ServerImport::fromConfiguration(file.readAll());
}

void ServerCommands::importFile(const QString &path)
{
    openImport()->readFile(path);
}

void ServerCommands::take(const QString &text)
{
    if (ServerImport::isConfiguration(text)) {
        openImport()->readText(text);
        return;
    }
    const auto server = ServerImport::fromText(text);
    if (server)
        showConnectDialog(&server->first().target);
    else
        m_bar.show(MessageBar::Kind::Info, ServerTexts::whyNothing(server.error()));
}

void ServerCommands::exportSaved()
{
    auto *dialog = new ExportServersDialog(m_services.settings.savedServers(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportServersDialog::chosen, this, [this](const QByteArray &json, int servers) {
        m_services.dialogs.saveFile(
            m_window, tr("Export Saved Servers"), u"mcp.json"_s, {tr("Configurations (*.json)")}, {u"json"_s},
            [=, this](const FileDialogs::SaveChoice &choice) { write(choice.path, json, servers); });
    });
    dialog->open();
}

/// Writes with mode 0600, since the file may contain secrets.
void ServerCommands::write(const QString &path, const QByteArray &json, int servers)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) ||
        file.write(json) != json.size() || !file.commit()) {
        m_bar.show(MessageBar::Kind::Failure, tr("Cannot write %1: %2.").arg(path, file.errorString()));
        return;
    }
    m_bar.show(MessageBar::Kind::Done, tr("%Ln servers were written to %1.", nullptr, servers).arg(path));
}

} // namespace Pullcord
