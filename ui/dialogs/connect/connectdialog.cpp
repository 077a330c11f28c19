// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connect/connectdialog.h"

#include "ui/dialogs/connect/serverform.h"
#include "ui/dialogs/lists/importdialog.h"
#include "ui/models/servertexts.h"
#include "ui/models/untrustedtext.h"
#include "ui/settings.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/widgets/flowlayout.h"
#include "ui/views/widgets/plainlabel.h"
#include "ui/views/widgets/savedserverlist.h"
#include "ui/views/widgets/scrolledbox.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>

namespace Pullcord {

using namespace Qt::StringLiterals;

/// List of saved servers with commands for its entries. It follows and changes the settings.
class SavedServersBox final : public QWidget
{
    Q_OBJECT

public:
    SavedServersBox(Settings &settings, FileDialogs &dialogs, QWidget *parent = nullptr);
    ~SavedServersBox() override;

    /// Null if there is none.
    [[nodiscard]] const ServerTarget *current() const;
    void setCurrent(const QString &name);
    /// Opens the import dialog with a configuration.
    void importFrom(const QString &configuration);

signals:
    void picked(const Pullcord::ServerTarget &target);
    void activated();

private:
    ImportDialog *openImport();
    void fill();
    void pick();
    void duplicate();
    void remove();

    Settings &m_settings;
    FileDialogs &m_dialogs;
    SavedServerList *m_list;
    QPushButton *m_duplicate;
    QPushButton *m_remove;
};

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

ConnectDialog::ConnectDialog(Settings &settings, FileDialogs &dialogs, const ServerTarget &demo, QWidget *parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_saved(new SavedServersBox(settings, dialogs, this))
    , m_recent(new QListWidget(this))
    , m_removeRecent(new QPushButton(tr("Remove from List"), this))
    , m_name(new QLineEdit(this))
    , m_group(new QComboBox(this))
    , m_save(new QPushButton(tr("Save"), this))
    , m_form(new ServerForm(dialogs, this))
{
    setObjectName(u"connectDialog"_s);
    setWindowTitle(tr("Connect to a Server"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_connect = buttons->addButton(tr("&Connect"), QDialogButtonBox::AcceptRole);
    m_connect->setObjectName(u"connectButton"_s);
    m_connect->setDefault(true);
    auto *lists = new QVBoxLayout;
    lists->addWidget(m_saved, 1);
    lists->addWidget(makeRecent(), 1);
    auto *fields = new QVBoxLayout;
    fields->addWidget(makeNames());
    fields->addWidget(new ScrolledBox(m_form, this), 1);
    auto *columns = new QHBoxLayout;
    columns->addLayout(lists, 2);
    columns->addLayout(fields, 3);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(columns, 1);
    layout->addWidget(buttons);
    resize(ScreenRoom::bounded(*this, {120 * letterWidth(fontMetrics()), sizeHint().height()}));

    connect(m_form, &ServerForm::changed, this, &ConnectDialog::check);
    connect(m_form, &ServerForm::configurationTyped, m_saved, &SavedServersBox::importFrom);
    connect(m_saved, &SavedServersBox::picked, this, &ConnectDialog::pickSaved);
    connect(m_saved, &SavedServersBox::activated, this, &ConnectDialog::choose);
    connect(m_save, &QPushButton::clicked, this, &ConnectDialog::save);
    connect(buttons, &QDialogButtonBox::accepted, this, &ConnectDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    fillRecent(demo);
    m_group->addItems(m_settings.savedServers().groups());
    m_group->setCurrentIndex(-1);
    m_group->clearEditText();
    check();
    m_form->focusWanted();
}

/// Hides the dialog while all parts exist, since a header being edited is committed when it loses the focus.
ConnectDialog::~ConnectDialog()
{
    hide();
}

QWidget *ConnectDialog::makeRecent()
{
    auto *side = new QWidget(this);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *label = new PlainLabel(tr("Recent &servers:"), side);
    label->setBuddy(m_recent);
    m_recent->setObjectName(u"connectRecent"_s);
    m_recent->setAccessibleName(tr("Recent servers"));
    m_recent->setIconSize(QSize(16, 16));
    m_recent->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_removeRecent->setObjectName(u"removeRecent"_s);
    m_removeRecent->setAutoDefault(false);
    m_removeRecent->setEnabled(false);
    layout->addWidget(label);
    layout->addWidget(m_recent, 1);
    layout->addWidget(m_removeRecent);
    connect(m_recent, &QListWidget::currentRowChanged, this, &ConnectDialog::pickRecent);
    connect(new RowChoice(m_recent), &RowChoice::chosen, this, &ConnectDialog::choose);
    connect(m_removeRecent, &QPushButton::clicked, this, [this] {
        const int row = m_recent->currentRow();
        if (row < 1)
            return; // the demo server cannot be removed
        m_settings.removeRecentServer(m_targets.takeAt(row));
        delete m_recent->takeItem(row);
    });
    return side;
}

QWidget *ConnectDialog::makeNames()
{
    auto *row = new QWidget(this);
    m_name->setObjectName(u"serverName"_s);
    m_group->setObjectName(u"serverGroup"_s);
    m_group->setEditable(true);
    m_group->lineEdit()->setPlaceholderText(tr("none"));
    m_group->lineEdit()->setAccessibleName(tr("Group"));
    m_save->setObjectName(u"saveServer"_s);
    m_save->setAutoDefault(false);
    m_save->setShortcut(QKeySequence::Save);
    AccessibleNames::setToolTip(m_save, tr("Save this server under this name (%1)")
                                            .arg(QKeySequence(QKeySequence::Save).toString(QKeySequence::NativeText)));
    auto *name = new PlainLabel(tr("&Name:"), row);
    name->setBuddy(m_name);
    auto *group = new PlainLabel(tr("&Group:"), row);
    group->setBuddy(m_group);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(name);
    layout->addWidget(m_name, 3);
    layout->addWidget(group);
    layout->addWidget(m_group, 2);
    layout->addWidget(m_save);
    return row;
}

void ConnectDialog::pickSaved(const ServerTarget &target)
{
    m_recent->setCurrentRow(-1);
    m_form->setTarget(target);
    m_name->setText(target.name);
    m_group->setEditText(target.group);
}

void ConnectDialog::pickRecent(int row)
{
    m_removeRecent->setEnabled(row > 0);
    if (row < 0)
        return;
    m_saved->setCurrent({});
    m_form->setTarget(m_targets.at(row));
    m_name->clear();
    m_group->setEditText({});
}

void ConnectDialog::fillRecent(const ServerTarget &demo)
{
    addServer(demo, tr("Demo server"), "plug-zap");
    const QList<ServerTarget> servers = m_settings.recentServers();
    const QStringList names = ServerTexts::inList(servers);
    for (qsizetype i = 0; i < servers.size(); ++i)
        addServer(servers.at(i), names.at(i), servers.at(i).isHttp() ? "plug" : "terminal");
    m_recent->setCurrentRow(servers.isEmpty() ? -1 : 1);
}

void ConnectDialog::addServer(const ServerTarget &target, const QString &text, const char *icon)
{
    auto *item = new QListWidgetItem(Icons::icon(icon), text, m_recent);
    item->setToolTip(Texts::toolTip(target.shownAddress()));
    m_targets.append(target);
}

void ConnectDialog::setTarget(const ServerTarget &target)
{
    const bool isSaved = m_settings.savedServers().find(target.name) != nullptr;
    m_recent->setCurrentRow(-1);
    m_saved->setCurrent(isSaved ? target.name : QString());
    m_form->setTarget(target);
    m_form->focusWanted();
}

void ConnectDialog::startSaving(const ServerTarget &target)
{
    setTarget(target);
    if (!m_saved->current())
        m_name->setText(target.title());
    m_name->setFocus();
    m_name->selectAll();
}

void ConnectDialog::choose()
{
    if (!m_form->complaint().isEmpty())
        return;
    ServerTarget target = m_form->target();
    QList<ServerTarget> known = m_targets;
    if (const ServerTarget *saved = m_saved->current())
        known << *saved;
    for (const ServerTarget &each : std::as_const(known)) {
        ServerTarget named = target;
        named.name = each.name;
        if (named.isSameAs(each))
            target.name = each.name; // keeps the name of an unchanged server
    }
    if (target.name.isEmpty() && m_name->isModified())
        target.name = m_name->text().simplified();
    keepValues(target);
    accept();
    emit targetChosen(target);
}

/// Keeps values for a saved server that the user has entered again.
void ConnectDialog::keepValues(const ServerTarget &target)
{
    const ServerTarget *saved = m_saved->current();
    if (!saved || saved->forgottenValues().isEmpty() || !saved->isSameLaunch(target))
        return;
    ServerTarget kept = *saved;
    kept.command = target.command;
    kept.http = target.http;
    kept.forgotten.clear();
    ServerList servers = m_settings.savedServers();
    servers.put(kept, kept.name);
    m_settings.setSavedServers(servers);
}

void ConnectDialog::save()
{
    if (!m_form->complaint().isEmpty())
        return;
    ServerTarget target = m_form->target();
    target.name = m_name->text().simplified();
    target.group = m_group->currentText();
    const ServerTarget *replaced = m_saved->current();
    if (replaced)
        target.answering = replaced->answering;
    ServerList servers = m_settings.savedServers();
    const QString name = servers.put(target, replaced ? replaced->name : QString());
    m_settings.setSavedServers(servers);
    m_saved->setCurrent(name);
}

void ConnectDialog::check()
{
    const bool good = m_form->complaint().isEmpty();
    m_connect->setEnabled(good);
    m_save->setEnabled(good);
    m_name->setPlaceholderText(good ? m_form->target().title() : QString());
}

} // namespace Pullcord

#include "connectdialog.moc"
