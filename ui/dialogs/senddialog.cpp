// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/senddialog.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "ui/models/messages/eventtexts.h"
#include "ui/models/messages/rawmessages.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/widgets/plainlabel.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTime>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

SendDialog::SendDialog(Host host, QWidget *parent)
    : QDialog(parent)
    , m_host(std::move(host))
    , m_editor(new JsonEditor(this))
    , m_note(new PlainLabel(this))
    , m_exactly(new QCheckBox(tr("E&xactly as typed"), this))
    , m_insert(new QPushButton(tr("&Insert"), this))
    , m_templates(new QMenu(this))
    , m_sent(new QListWidget(this))
    , m_send(new QPushButton(Icons::icon("send"), tr("&Send"), this))
{
    setObjectName(u"sendDialog"_s);
    setWindowTitle(tr("Send Message"));
    makeTemplates();
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeEditor());
    splitter->addWidget(makeHistory());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_send, QDialogButtonBox::ActionRole);
    m_send->setObjectName(u"sendMessageButton"_s);
    m_send->setShortcut(Qt::CTRL | Qt::Key_Return);
    m_send->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(splitter, 1);
    layout->addWidget(buttons);
    resize(ScreenRoom::bounded(*this, {64 * letterWidth(fontMetrics()) + 160, 34 * fontMetrics().lineSpacing()}));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_send, &QPushButton::clicked, this, &SendDialog::send);
    connect(m_editor, &JsonEditor::changed, this, &SendDialog::check);
    connect(m_exactly, &QCheckBox::toggled, this, &SendDialog::check);
    check();
}

SendDialog::~SendDialog() = default;

void SendDialog::makeTemplates()
{
    m_templates->setObjectName(u"templatesMenu"_s);
    for (const RawTemplates::Kind kind : RawTemplates::all()) {
        QAction *action = m_templates->addAction(RawTemplates::name(kind));
        action->setData(int(kind));
        if (kind == RawTemplates::Kind::Notification || kind == RawTemplates::Kind::CancelWithoutId)
            m_templates->addSeparator();
        connect(action, &QAction::triggered, this, [this, kind] {
            setText(RawTemplates::text(kind, m_host.subject()));
            m_editor->setFocus(Qt::OtherFocusReason);
        });
    }
    connect(m_templates, &QMenu::aboutToShow, this, [this] {
        const RawTemplates::Subject subject = m_host.subject();
        const QList<QAction *> actions = m_templates->actions();
        for (QAction *action : actions)
            action->setEnabled(RawTemplates::isPossible(RawTemplates::Kind(action->data().toInt()), subject));
    });
    m_insert->setObjectName(u"insertTemplate"_s);
    m_insert->setToolTip(tr("Start with a template, valid or not"));
    m_insert->setAutoDefault(false);
    m_insert->setMenu(m_templates);
}

QWidget *SendDialog::makeEditor()
{
    auto *whole = new QWidget(this);
    auto *label = new PlainLabel(tr("&Message:"), whole);
    label->setBuddy(m_editor->edit());
    m_editor->edit()->setAccessibleName(tr("The message to send"));
    m_editor->setObjectOnly(false);
    m_editor->setMayBeLines(true);
    m_editor->setMayBeEmpty(true);
    m_editor->edit()->setPlaceholderText(
        tr("Type a message, such as %1", "JSON").arg(uR"({"jsonrpc": "2.0", "id": 1, "method": "ping"})"_s));
    m_note->setObjectName(u"sendNote"_s);
    m_note->setWordWrap(true);
    m_exactly->setObjectName(u"exactlyAsTyped"_s);
    m_exactly->setToolTip(tr("Line breaks are sent, too. Otherwise, JSON of several lines is sent as one line, and "
                             "JSON texts on separate lines are sent as separate messages."));
    auto *top = new QHBoxLayout;
    top->addWidget(label);
    top->addStretch(1);
    top->addWidget(m_exactly);
    top->addWidget(m_insert);
    auto *layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(top);
    layout->addWidget(m_editor, 1);
    layout->addWidget(m_note);
    return whole;
}

QWidget *SendDialog::makeHistory()
{
    auto *whole = new QWidget(this);
    auto *label = new PlainLabel(tr("Sent &from here:"), whole);
    label->setBuddy(m_sent);
    m_sent->setObjectName(u"sentMessages"_s);
    m_sent->setAccessibleName(tr("Messages sent from here"));
    m_sent->setToolTip(tr("Press Enter or double-click to edit a message again"));
    m_sent->setTextElideMode(Qt::ElideRight);
    m_sent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sent->setUniformItemSizes(true);
    connect(new RowChoice(m_sent), &RowChoice::chosen, this,
            [this](const QModelIndex &index) { setText(index.data(Qt::UserRole).toByteArray()); });
    auto *layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(m_sent, 1);
    return whole;
}

void SendDialog::setText(const QByteArray &text)
{
    m_editor->setText(text);
}

void SendDialog::check()
{
    const QByteArray text = m_editor->text();
    const QList<QByteArray> messages = RawMessages::in(text, m_exactly->isChecked());
    QStringList remarks;
    if (m_editor->isGood()) { // otherwise the editor reports the error
        for (const QByteArray &message : messages)
            remarks << (message.trimmed().isEmpty() ? QStringList() : m_host.remarks(message));
    }
    remarks.removeDuplicates();
    m_editor->setHint(remarks.join(u'\n'));
    m_how = howItIsSent(messages);
    refresh();
}

void SendDialog::refresh()
{
    const QString whyNot = m_host.whyNot();
    m_note->setText(whyNot.isEmpty() ? m_how : whyNot);
    const bool isEmpty = m_editor->edit()->document()->isEmpty();
    m_send->setEnabled(whyNot.isEmpty() && !isEmpty);
    AccessibleNames::setToolTip(m_send, !whyNot.isEmpty() ? whyNot
                                        : isEmpty         ? tr("Type a message first")
                                                          : tr("Send the message (Ctrl+Enter)"));
}

QString SendDialog::howItIsSent(const QList<QByteArray> &messages) const
{
    if (messages.size() > 1)
        return tr("Will be sent as %n messages, one per line.", nullptr, int(messages.size()));
    const QByteArray &message = messages.constFirst();
    if (message.isEmpty())
        return tr("You can send anything that you type here. “Insert” offers templates.");
    const auto breaks = int(message.count('\n'));
    if (breaks > 0)
        return tr("Will be sent with its line breaks; over stdio the server reads %n lines, each as a message.",
                  nullptr, breaks + 1);
    const bool isMessage = m_editor->isGood() && !message.trimmed().isEmpty();
    return isMessage ? tr("Will be sent as one message.") : tr("Will be sent unchanged, although it is not JSON.");
}

void SendDialog::send()
{
    const QByteArray text = m_editor->text();
    const QList<QByteArray> messages = RawMessages::in(text, m_exactly->isChecked());
    auto *item = new QListWidgetItem(u"%1  %2"_s.arg(QTime::currentTime().toString(u"HH:mm:ss"_s),
                                                     Texts::oneLine(QByteArrayList(messages).join(" "), 200)));
    item->setData(Qt::UserRole, text);
    m_sent->insertItem(0, item);
    m_host.send(messages);
}

} // namespace Pullcord
