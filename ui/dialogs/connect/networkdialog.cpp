// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connect/networkdialog.h"

#include "ui/dialogs/filedialogs.h"
#include "ui/models/texts.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/fieldnote.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
enum ProxyKind { OfSystem, NoProxy, ByUrl };
}

NetworkDialog::NetworkDialog(FileDialogs &dialogs, const HttpNetwork &network, bool followsRedirects, QWidget *parent)
    : QDialog(parent)
    , m_dialogs(dialogs)
    , m_ca(new QLineEdit(network.caFile, this))
    , m_certificate(new QLineEdit(network.certificateFile, this))
    , m_key(new QLineEdit(network.keyFile, this))
    , m_passphrase(new QLineEdit(network.passphrase, this))
    , m_proxyKind(new QComboBox(this))
    , m_proxy(new QLineEdit(this))
    , m_followRedirects(new QCheckBox(tr("&Follow redirects to other servers"), this))
    , m_note(new FieldNote(this))
{
    setObjectName(u"networkDialog"_s);
    setWindowTitle(tr("Network"));
    makeFields();
    const int kind = network.proxy.isEmpty() ? OfSystem : network.proxy == HttpNetwork::NoProxy ? NoProxy : ByUrl;
    m_proxyKind->setCurrentIndex(kind);
    m_followRedirects->setChecked(followsRedirects);
    m_proxy->setText(kind == ByUrl ? network.proxy : QString());
    for (QLineEdit *edit : {m_ca, m_certificate, m_key, m_passphrase, m_proxy})
        connect(edit, &QLineEdit::textChanged, this, &NetworkDialog::check);
    connect(m_proxyKind, &QComboBox::currentIndexChanged, this, &NetworkDialog::check);
    check();
}

NetworkDialog::~NetworkDialog() = default;

QWidget *NetworkDialog::makeFileField(QLineEdit *edit, const QString &name, const QString &title,
                                      const QString &toolTip)
{
    edit->setObjectName(name);
    edit->setToolTip(toolTip);
    edit->setMinimumWidth(40 * letterWidth(fontMetrics()));
    auto *row = new QWidget(this);
    auto *button = new QPushButton(tr("Browse…"), row);
    button->setObjectName(name + u"Browse"_s);
    button->setAccessibleName(title);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, edit, title] {
        const auto take = [edit = QPointer(edit)](const QString &path) {
            if (edit)
                edit->setText(path);
        };
        m_dialogs.openFile(this, title, {}, tr("PEM files (*.pem *.crt *.cer *.key);;All files (*)"), take);
    });
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(edit, 1);
    layout->addWidget(button);
    setTabOrder(edit, button);
    return row;
}

void NetworkDialog::makeFields()
{
    m_passphrase->setObjectName(u"keyPassphrase"_s);
    m_passphrase->setEchoMode(QLineEdit::Password);
    m_passphrase->setToolTip(tr("Not saved."));
    m_proxyKind->setObjectName(u"proxyKind"_s);
    m_proxyKind->addItems({tr("The proxy of the system"), tr("No proxy"), tr("This proxy:")});
    m_proxy->setObjectName(u"proxy"_s);
    m_proxy->setAccessibleName(tr("Address of the proxy"));
    m_proxy->setPlaceholderText(u"http://proxy.example:8080"_s);
    m_proxy->setToolTip(tr("http://HOST:PORT or socks5://HOST:PORT, with USER:PASSWORD@ before the host if needed. The "
                           "password is not saved."));
    m_followRedirects->setObjectName(u"followRedirects"_s);
    m_followRedirects->setToolTip(
        tr("Requests, including tool arguments, are sent wherever the server redirects them, without your headers. "
           "Redirects from https to http, or from another machine to this one, are never followed."));
    m_note->setObjectName(u"networkNote"_s);
    QSizePolicy policy = m_note->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // keeps the buttons in place
    m_note->setSizePolicy(policy);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *form = new QFormLayout;
    form->addRow(tr("C&A file:"), makeFileField(m_ca, u"caFile"_s, tr("Choose CA File"),
                                                tr("Certificates (PEM) to trust in addition to those of the system.")));
    form->addRow(tr("Client &certificate:"),
                 makeFileField(m_certificate, u"certificateFile"_s, tr("Choose Client Certificate"),
                               tr("The certificate (PEM) that the server requires, with its chain.")));
    form->addRow(
        tr("Client &key:"),
        makeFileField(m_key, u"keyFile"_s, tr("Choose Client Key"),
                      tr("The private key (PEM) of the client certificate. Leave empty if it is in the same file.")));
    for (QLineEdit *edit : {m_ca, m_certificate, m_key})
        AccessibleNames::name(edit, *form);
    form->addRow(tr("Pass&phrase of the key:"), m_passphrase);
    form->addRow(tr("Pro&xy:"), m_proxyKind);
    form->addRow(QString(), m_proxy);
    form->addRow(QString(), m_followRedirects);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_note);
    layout->addStretch(1);
    layout->addWidget(buttons);
}

HttpNetwork NetworkDialog::network() const
{
    HttpNetwork network{.caFile = m_ca->text().trimmed(),
                        .certificateFile = m_certificate->text().trimmed(),
                        .keyFile = m_key->text().trimmed(),
                        .passphrase = m_passphrase->text()};
    if (m_proxyKind->currentIndex() == NoProxy)
        network.proxy = HttpNetwork::NoProxy;
    else if (m_proxyKind->currentIndex() == ByUrl)
        network.proxy = m_proxy->text().trimmed();
    return network;
}

bool NetworkDialog::followsRedirects() const
{
    return m_followRedirects->isChecked();
}

void NetworkDialog::check()
{
    const bool isByUrl = m_proxyKind->currentIndex() == ByUrl;
    m_proxy->setEnabled(isByUrl);
    const bool lacksUrl = isByUrl && m_proxy->text().trimmed().isEmpty();
    HttpNetwork unchecked = network();
    if (unchecked.caFile == m_readCa) // reads a long file once, not on each key
        unchecked.caFile.clear();
    const Outcome checked = unchecked.check();
    if (checked && !unchecked.caFile.isEmpty())
        m_readCa = unchecked.caFile;
    const QString fault = checked ? QString() : Texts::translated(checked.error().detail);
    m_note->say(!fault.isEmpty() ? tr("These settings cannot be used: %1.").arg(fault)
                : lacksUrl       ? tr("Type the address of the proxy.")
                                 : QString(),
                fault.isEmpty());
    m_ok->setEnabled(fault.isEmpty() && !lacksUrl);
}

} // namespace Pullcord
