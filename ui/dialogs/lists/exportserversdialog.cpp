// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/lists/exportserversdialog.h"

#include "core/capture/formatting.h"
#include "ui/views/messages/textview.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/fieldnote.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Meaning of an entry in the list of servers, in addition to its name.
enum class Choice { All, Group, One }; // lupdate of Qt 6.8 loses the class after an enumeration with a base
constexpr int NameRole = Qt::UserRole + 1;

} // namespace

ExportServersDialog::ExportServersDialog(const ServerList &saved, QWidget *parent)
    : QDialog(parent)
    , m_saved(saved.servers())
    , m_servers(new QComboBox(this))
    , m_format(new QComboBox(this))
    , m_inFull(new QCheckBox(tr("Write secrets in &full"), this))
    , m_note(new FieldNote(this))
    , m_preview(new TextView(this))
{
    setObjectName(u"exportServersDialog"_s);
    setWindowTitle(tr("Export Saved Servers"));
    m_servers->setObjectName(u"exportedServers"_s);
    m_format->setObjectName(u"exportedFormat"_s);
    m_inFull->setObjectName(u"exportedInFull"_s);
    m_note->setObjectName(u"exportedNote"_s);
    m_preview->setObjectName(u"exportedPreview"_s);
    m_preview->setAccessibleName(tr("Configuration to write"));
    m_preview->setTabChangesFocus(true);
    offerServers(saved);
    // In the order of ServerExport::Format.
    m_format->addItems({tr("Claude Desktop, Claude Code, Cursor, Windsurf (mcpServers)"), tr("VS Code (servers)")});
    auto *form = new QFormLayout;
    form->addRow(tr("&Servers:"), m_servers);
    form->addRow(tr("&Tool:"), m_format);
    form->addRow(m_inFull);
    form->addRow(m_note);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_copies = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    m_copies->setObjectName(u"exportedCopy"_s);
    m_copies->setAutoDefault(false);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_preview, 1);
    layout->addWidget(buttons);
    resize(ScreenRoom::bounded(*this, {120 * letterWidth(fontMetrics()), 42 * fontMetrics().lineSpacing()}));
    for (const QComboBox *box : {m_servers, m_format})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportServersDialog::update);
    connect(m_inFull, &QCheckBox::toggled, this, &ExportServersDialog::update);
    connect(m_copies, &QPushButton::clicked, this, &ExportServersDialog::copy);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        accept();
        emit chosen(m_written.json, int(servers().size()));
    });
    update();
}

ExportServersDialog::~ExportServersDialog() = default;

void ExportServersDialog::offerServers(const ServerList &saved)
{
    const auto offer = [this](const QString &text, Choice choice, const QString &name) {
        m_servers->addItem(text, int(choice));
        m_servers->setItemData(m_servers->count() - 1, name, NameRole);
    };
    offer(tr("All (%1)").arg(QLocale().toString(m_saved.size())), Choice::All, {});
    const QStringList groups = saved.groups();
    for (const QString &group : groups) {
        if (!group.isEmpty())
            offer(tr("Group %1").arg(Formatting::visible(group)), Choice::Group, group);
    }
    for (const ServerTarget &server : m_saved)
        offer(Formatting::visible(server.name), Choice::One, server.name);
}

QList<ServerTarget> ExportServersDialog::servers() const
{
    const auto choice = Choice(m_servers->currentData().toInt());
    const QString name = m_servers->currentData(NameRole).toString();
    QList<ServerTarget> chosen = m_saved;
    chosen.removeIf([&](const ServerTarget &server) {
        return choice != Choice::All && (choice == Choice::Group ? server.group : server.name) != name;
    });
    return chosen;
}

void ExportServersDialog::update()
{
    const bool inFull = m_inFull->isChecked();
    m_written = ServerExport::of(servers(), ServerExport::Format(m_format->currentIndex()),
                                 inFull ? ServerExport::Secret::Written : ServerExport::Secret::Named);
    m_preview->showJson(m_written.json);
    m_inFull->setEnabled(!m_written.secrets.isEmpty());
    const QString secrets = m_written.secrets.join(u", "_s);
    QStringList lines;
    if (!secrets.isEmpty() && inFull)
        lines << tr("Anyone who reads the file can use these secrets: %1.").arg(secrets);
    else if (!secrets.isEmpty())
        lines << tr("These secrets are replaced by their names: %1.").arg(secrets);
    if (!m_written.unknown.isEmpty())
        lines << tr("No values entered since Pullcord started, so only the names are written: %1.")
                     .arg(m_written.unknown.join(u", "_s));
    if (!m_written.renamed.isEmpty())
        lines << tr("References that this tool does not know, rewritten: %1.").arg(m_written.renamed.join(u", "_s));
    lines << tr("Secrets in URLs and arguments are not always recognized: read the configuration before you share it.");
    m_note->say(lines.join(u'\n'), secrets.isEmpty() || !inFull);
    m_copies->setText(tr("&Copy"));
}

void ExportServersDialog::copy()
{
    QGuiApplication::clipboard()->setText(QString::fromUtf8(m_written.json));
    m_copies->setText(tr("&Copied"));
}

} // namespace Pullcord
