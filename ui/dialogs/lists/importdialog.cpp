// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/lists/importdialog.h"

#include "core/capture/formatting.h"
#include "core/config/configplaces.h"
#include "core/config/configtext.h"
#include "core/config/serverimport.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/dialogs/lists/serverrow.h"
#include "ui/models/servertexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/settings.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/plainlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr int SourcesPerRow = 4;
} // namespace

ImportDialog::ImportDialog(Settings &settings, FileDialogs &dialogs, QWidget *parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_dialogs(dialogs)
    , m_source(new PlainLabel(tr("Choose a source. Importing never starts a server."), this))
    , m_problem(new FieldNote(this))
    , m_found(new QScrollArea(this))
    , m_secrets(new PlainLabel(this))
    , m_group(new QLineEdit(this))
{
    setObjectName(u"importDialog"_s);
    setWindowTitle(tr("Import Servers"));
    m_source->setObjectName(u"importSource"_s);
    m_source->setWordWrap(true);
    m_problem->setObjectName(u"importProblem"_s);
    m_found->setObjectName(u"importFound"_s);
    m_found->setAccessibleName(tr("Servers found"));
    m_found->setWidgetResizable(true);
    m_secrets->setObjectName(u"importSecrets"_s);
    m_secrets->setWordWrap(true);
    m_secrets->hide();
    m_group->setObjectName(u"importGroup"_s);
    m_group->setPlaceholderText(tr("none"));
    auto *group = new PlainLabel(tr("Add to the &group:"), this);
    group->setBuddy(m_group);
    auto *row = new QHBoxLayout;
    row->addWidget(group);
    row->addWidget(m_group, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_import = buttons->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
    m_import->setObjectName(u"importButton"_s);
    m_import->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(makeSources());
    layout->addWidget(m_source);
    layout->addWidget(m_problem);
    layout->addWidget(m_found, 1);
    layout->addWidget(m_secrets);
    layout->addLayout(row);
    layout->addWidget(buttons);
    resize(ScreenRoom::bounded(*this, {110 * letterWidth(fontMetrics()), 38 * fontMetrics().lineSpacing()}));
    connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::takeChosen);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
}

ImportDialog::~ImportDialog() = default;

QWidget *ImportDialog::makeSources()
{
    auto *sources = new QWidget(this);
    auto *grid = new QGridLayout(sources);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(SourcesPerRow, 1);
    addSource(*grid, tr("Choose &File…"), u"importFile"_s, tr("Read a configuration, such as mcp.json"), [this] {
        m_dialogs.openFile(this, tr("Import Servers"), {},
                           tr("Configurations (*.json *.jsonc *.toml *.yaml *.yml);;All files (*)"),
                           [this](const QString &path) { readFile(path); });
    });
    addSource(*grid, tr("&Paste"), u"importPaste"_s, tr("Read the copied configuration"),
              [this] { readText(QApplication::clipboard()->text()); });
    const QList<ConfigPlace> places = ConfigPlace::ofUser();
    for (const ConfigPlace &place : places)
        addSource(*grid, place.tool, u"importFrom_"_s + place.tool, Texts::shownPath(place.path),
                  [this, path = place.path] { readFile(path); });
    return sources;
}

void ImportDialog::addSource(QGridLayout &grid, const QString &text, const QString &name, const QString &toolTip,
                             const std::function<void()> &read)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    AccessibleNames::setToolTip(button, toolTip);
    button->setAutoDefault(false);
    const int index = grid.count();
    grid.addWidget(button, index / SourcesPerRow, index % SourcesPerRow);
    connect(button, &QPushButton::clicked, this, read);
}

void ImportDialog::readFile(const QString &path)
{
    QFile file(path);
    const QString source = Texts::shownPath(path);
    if (!QFileInfo(path).isFile()) // reading a pipe would block
        complain(tr("This is not a file."), source);
    else if (!file.open(QIODevice::ReadOnly))
        complain(tr("Cannot read the file: %1.").arg(file.errorString()), source);
    else if (file.size() > ConfigText::MaxFileSize)
        complain(tr("The file is too large for a configuration."), source);
    else
        read(file.read(ConfigText::MaxFileSize), source);
}

void ImportDialog::readText(const QString &text)
{
    read(text.toUtf8(), tr("the pasted text"));
}

void ImportDialog::read(const QByteArray &text, const QString &source)
{
    const Result<QList<ImportedServer>> found = ServerImport::fromConfiguration(text);
    if (found)
        show(*found, source);
    else
        complain(ServerTexts::whyNothing(found.error()), source);
}

void ImportDialog::complain(const QString &sentence, const QString &source)
{
    show({}, source);
    m_source->setText(tr("From %1:").arg(source));
    m_problem->say(sentence);
}

void ImportDialog::show(const QList<ImportedServer> &servers, const QString &source)
{
    m_source->setText(tr("From %1, %n servers:", nullptr, int(servers.size())).arg(source));
    m_problem->say({});
    m_rows.clear();
    const ServerList saved = m_settings.savedServers();
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    for (const ImportedServer &server : servers) {
        const ServerTarget *same = server.isUsable() ? saved.findSame(server.target) : nullptr;
        QStringList remarks;
        if (same)
            remarks << tr("Already saved as %1.").arg(Formatting::visible(same->name));
        auto *row = new ServerRow(server, server.target, remarks, content);
        row->setChosen(server.isUsable() && !server.disabled && !same);
        connect(row, &ServerRow::toggled, this, &ImportDialog::check);
        layout->addWidget(row);
        m_rows << row;
    }
    layout->addStretch(1);
    m_found->setWidget(content); // deletes the previous one
    check();
    if (m_import->isEnabled())
        m_import->setFocus();
}

void ImportDialog::check()
{
    QStringList secrets;
    int chosen = 0;
    for (const ServerRow *row : std::as_const(m_rows)) {
        if (!row->isChosen())
            continue;
        ++chosen;
        secrets << row->target().command.setVariables.keys();
        for (const HttpHeader &header : row->target().http.headers)
            secrets << QString::fromUtf8(header.name);
    }
    secrets.sort();
    secrets.removeDuplicates();
    m_secrets->setHidden(secrets.isEmpty());
    m_secrets->setText(tr("Values are treated as secrets and never saved. Pullcord keeps the values of %1 until it "
                          "quits, then asks again.")
                           .arg(Formatting::visible(Texts::listed(secrets))));
    m_import->setEnabled(chosen > 0);
    m_import->setText(chosen > 0 ? tr("&Import %n Servers", nullptr, chosen) : tr("&Import"));
}

void ImportDialog::takeChosen()
{
    if (!m_import->isEnabled())
        return;
    ServerList saved = m_settings.savedServers();
    QStringList names;
    for (const ServerRow *row : std::as_const(m_rows)) {
        if (!row->isChosen())
            continue;
        ServerTarget target = row->target();
        target.group = m_group->text();
        if (!target.command.setVariables.isEmpty())
            m_settings.forgetConfirmation(target); // confirmations ignore values, which may differ
        names << saved.put(target);
    }
    m_settings.setSavedServers(saved);
    accept();
    emit imported(names);
}

} // namespace Pullcord
