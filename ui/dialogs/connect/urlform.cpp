// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/connect/urlform.h"

#include "core/config/placeholder.h"
#include "ui/dialogs/connect/networkdialog.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/tables/columnlayout.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/plainlabel.h"
#include "ui/views/widgets/secondsbox.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
enum Column { Name, Value, ColumnCount };
constexpr int LongestGrace = 600; // s
constexpr double MsInSecond = 1000;
constexpr int FewestTransportLetters = 16;

/// Seconds without needless zeros: "5 s", "2.5 s".
class GraceBox final : public QDoubleSpinBox
{
public:
    using QDoubleSpinBox::QDoubleSpinBox;

protected:
    [[nodiscard]] QString textFromValue(double value) const override
    {
        return locale().toString(value, 'f', QLocale::FloatingPointShortest);
    }
};

int secondsOf(std::chrono::milliseconds time)
{
    return int(std::chrono::ceil<std::chrono::seconds>(time).count());
}

} // namespace

UrlForm::UrlForm(FileDialogs &dialogs, QWidget *parent)
    : QWidget(parent)
    , m_dialogs(dialogs)
    , m_url(new QLineEdit(this))
    , m_urlNote(new FieldNote(this))
    , m_transport(new QComboBox(this))
    , m_headers(new QTableWidget(0, ColumnCount, this))
    , m_remove(new QPushButton(tr("Remove &Header"), this))
    , m_headerNote(new FieldNote(this))
    , m_grace(new GraceBox(this))
    , m_connectTimeout(new SecondsBox(this))
    , m_idleTimeout(new SecondsBox(this))
    , m_networkButton(new QPushButton(tr("Net&work…"), this))
{
    makeHeaders();
    makeTimes();
    makeFields();
    setOptions({});
    connect(m_url, &QLineEdit::textChanged, this, &UrlForm::changed);
    connect(m_headers, &QTableWidget::itemChanged, this, [this] {
        m_isTouched = true;
        keepEmptyRow();
        emit changed();
    });
    connect(m_headers, &QTableWidget::currentCellChanged, this,
            [this](int row) { m_remove->setEnabled(row >= 0 && row < m_headers->rowCount() - 1); });
    connect(m_remove, &QPushButton::clicked, this, &UrlForm::removeHeader);
    connect(m_networkButton, &QPushButton::clicked, this, &UrlForm::askForNetwork);
    connect(this, &UrlForm::changed, this, &UrlForm::check);
    check();
}

UrlForm::~UrlForm() = default;

void UrlForm::makeHeaders()
{
    m_headers->setObjectName(u"headers"_s);
    m_headers->setAccessibleName(tr("Headers"));
    m_headers->setToolTip(
        tr("Sent with every request, to this server only. Only the names are saved; captures mask the values."));
    m_headers->setHorizontalHeaderLabels({tr("Name"), tr("Value")});
    auto *columns = new ColumnLayout(m_headers, m_headers->horizontalHeader());
    columns->setWidths({{18, 10}, {20, 10}});
    m_headers->horizontalHeader()->setHighlightSections(false);
    m_headers->verticalHeader()->hide();
    m_headers->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_headers->setSelectionMode(QAbstractItemView::SingleSelection);
    m_headers->setEditTriggers(QAbstractItemView::AllEditTriggers);
    m_headers->setTabKeyNavigation(false);
    m_headers->setMinimumHeight(6 * (fontMetrics().height() + 6));
    m_remove->setObjectName(u"removeHeader"_s);
    m_remove->setAutoDefault(false);
    m_remove->setEnabled(false);
}

void UrlForm::makeTimes()
{
    m_grace->setObjectName(u"cancelGrace"_s);
    m_grace->setRange(0, LongestGrace);
    m_grace->setDecimals(3);
    m_grace->setSingleStep(0.5);
    m_grace->setSuffix(tr(" s", "seconds"));
    m_grace->setToolTip(
        tr("Up to 2025-11-25, a cancelled request keeps its stream open for this time, so that late messages are seen. "
           "In 2026-07-28, closing the stream cancels the request and happens at once."));
    m_connectTimeout->setObjectName(u"connectTimeout"_s);
    m_connectTimeout->setMinimum(1);
    m_connectTimeout->setSpecialValueText({});
    m_connectTimeout->setToolTip(tr("Stops connecting, including TLS, after this time."));
    m_idleTimeout->setObjectName(u"idleTimeout"_s);
    m_idleTimeout->setToolTip(tr("Closes a connection that receives no data for this time; the pending response is "
                                 "lost. This also ends streams that a server keeps open in silence."));
}

void UrlForm::makeFields()
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    m_url->setFont(fixed);
    m_headers->setFont(fixed);
    m_url->setObjectName(u"url"_s);
    m_url->setPlaceholderText(u"http://localhost:3000/mcp"_s);
    m_urlNote->setObjectName(u"urlNote"_s);
    m_headerNote->setObjectName(u"headerNote"_s);
    m_transport->setObjectName(u"transport"_s);
    m_transport->addItem(tr("Automatic", "the transport"), nameOf(HttpOptions::Kind::Automatic));
    m_transport->setToolTip(tr("Automatic: Streamable HTTP, else HTTP+SSE."));
    m_transport->addItem(tr("Streamable HTTP (since 2025-03-26)"), nameOf(HttpOptions::Kind::Streamable));
    m_transport->addItem(tr("HTTP+SSE (2024-11-05)"), nameOf(HttpOptions::Kind::HttpSse));
    m_transport->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // the popup shows all of it
    m_transport->setMinimumContentsLength(FewestTransportLetters);

    m_networkButton->setObjectName(u"networkButton"_s);
    m_networkButton->setAutoDefault(false);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    buttons->addWidget(m_networkButton);
    auto *how = new QGroupBox(tr("Connection options"), this);
    auto *form = new QFormLayout(how);
    form->addRow(tr("&Transport:"), m_transport);
    form->addRow(tr("He&aders:"), m_headers);
    form->addRow(QString(), m_headerNote);
    form->addRow(QString(), buttons);
    form->addRow(tr("Grace a&fter cancel:"), m_grace);
    form->addRow(tr("Connect ti&meout:"), m_connectTimeout);
    form->addRow(tr("Idl&e timeout:"), m_idleTimeout);
    setTabOrder(m_remove, m_networkButton);

    auto *label = new PlainLabel(tr("&URL:"), this);
    label->setBuddy(m_url);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_url);
    layout->addWidget(m_urlNote);
    layout->addWidget(how);
    layout->addStretch(1);
}

HttpOptions UrlForm::options() const
{
    HttpOptions options;
    options.url = QUrl(m_url->text().trimmed());
    options.kind = httpKindFromName(m_transport->currentData().toString()).value_or(options.kind);
    for (int row = 0; row < m_headers->rowCount(); ++row) {
        if (const QString name = textAt(row, Name); !name.isEmpty())
            options.headers.add(name.toUtf8(), textAt(row, Value).toUtf8());
    }
    options.cancelGrace = std::chrono::milliseconds(qRound64(m_grace->value() * MsInSecond));
    options.exchange.connectTimeout = std::chrono::seconds(m_connectTimeout->value());
    options.exchange.idleTimeout = std::chrono::seconds(m_idleTimeout->value());
    options.followRedirects = m_followsRedirects;
    options.network = m_network;
    return options;
}

void UrlForm::setOptions(const HttpOptions &options)
{
    m_url->setText(options.address().contains("${"_L1) ? options.address() : options.url.toString());
    m_transport->setCurrentIndex(m_transport->findData(nameOf(options.kind)));
    m_grace->setValue(double(options.cancelGrace.count()) / MsInSecond);
    m_connectTimeout->setValue(secondsOf(options.exchange.connectTimeout));
    m_idleTimeout->setValue(secondsOf(options.exchange.idleTimeout));
    m_followsRedirects = options.followRedirects;
    m_network = options.network;
    describeNetwork();
    m_isTouched = false;
    const QSignalBlocker quiet(m_headers);
    m_headers->setRowCount(0);
    for (const HttpHeader &header : options.headers) {
        const int row = m_headers->rowCount();
        m_headers->insertRow(row);
        m_headers->setItem(row, Name, new QTableWidgetItem(QString::fromUtf8(header.name)));
        m_headers->setItem(row, Value, new QTableWidgetItem(QString::fromUtf8(header.value)));
    }
    keepEmptyRow();
    emit changed();
}

void UrlForm::askForNetwork()
{
    auto *dialog = new NetworkDialog(m_dialogs, m_network, m_followsRedirects, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_network = dialog->network();
        m_followsRedirects = dialog->followsRedirects();
        describeNetwork();
        emit changed();
    });
    dialog->open();
}

/// Describes the settings in the button's tool tip.
void UrlForm::describeNetwork()
{
    QStringList parts;
    if (!m_network.caFile.isEmpty())
        parts << tr("CA file %1").arg(m_network.caFile);
    if (!m_network.certificateFile.isEmpty())
        parts << tr("client certificate %1").arg(m_network.certificateFile);
    if (m_network.proxy == HttpNetwork::NoProxy)
        parts << tr("no proxy");
    else if (!m_network.proxy.isEmpty())
        parts << tr("proxy %1").arg(m_network.shownProxy());
    if (m_followsRedirects)
        parts << tr("redirects to other servers are followed");
    AccessibleNames::setToolTip(m_networkButton, parts.isEmpty() ? tr("Certificates, proxy and redirects: default.")
                                                                 : parts.join(u'\n'));
}

void UrlForm::startWith(const QString &url)
{
    m_url->setText(url);
    m_url->setFocus();
    m_url->end(false);
}

void UrlForm::focusWanted()
{
    for (int row = 0; row < m_headers->rowCount(); ++row) {
        if (textAt(row, Name).isEmpty() || !textAt(row, Value).isEmpty())
            continue;
        const bool editsByItself = m_headers->isVisible();
        m_headers->setFocus();
        m_headers->setCurrentCell(row, Value);
        if (!editsByItself)
            m_headers->editItem(m_headers->item(row, Value));
        return;
    }
    m_url->setFocus();
}

void UrlForm::focusHeaders()
{
    const int last = m_headers->rowCount() - 1;
    int row = 0;
    while (row < last && textAt(row, Name).compare("Authorization"_L1, Qt::CaseInsensitive) != 0)
        ++row;
    m_headers->setFocus();
    m_headers->setCurrentCell(row, row < last ? Value : Name);
}

QString UrlForm::textAt(int row, int column) const
{
    const QTableWidgetItem *item = m_headers->item(row, column);
    return item ? item->text().trimmed() : QString();
}

void UrlForm::keepEmptyRow()
{
    const int last = m_headers->rowCount() - 1;
    if (last < 0 || !textAt(last, Name).isEmpty() || !textAt(last, Value).isEmpty())
        m_headers->insertRow(last + 1);
}

void UrlForm::removeHeader()
{
    m_headers->removeRow(m_headers->currentRow());
    keepEmptyRow();
    emit changed();
}

QString UrlForm::complaint() const
{
    const QString url = urlComplaint();
    return url.isEmpty() ? headerComplaint() : url;
}

QString UrlForm::urlComplaint() const
{
    const QString typed = m_url->text().trimmed();
    if (typed.isEmpty())
        return tr("Type the URL of the server.");
    const QList<Placeholder> open = Placeholder::in(typed.section(u'/', 0, 2)); // in scheme, host or port
    if (!open.isEmpty())
        return tr("Replace %1 with its value.").arg(open.constFirst().text);
    const auto sample = [](const Placeholder &) {
        return std::optional(u"x"_s);
    }; // stands for a value, which the user enters later
    const QUrl url(Placeholder::filled(typed, sample), QUrl::StrictMode);
    if (!url.isValid())
        return tr("Not a valid URL: %1.").arg(url.errorString().section(u';', 0, 0));
    if (url.scheme() != "http"_L1 && url.scheme() != "https"_L1)
        return tr("The URL must begin with http:// or https://.");
    return url.host().isEmpty() ? tr("The URL has no host.") : QString();
}

QString UrlForm::headerComplaint() const
{
    for (int row = 0; row < m_headers->rowCount(); ++row) {
        const QString name = textAt(row, Name);
        const QString value = textAt(row, Value);
        if (name.isEmpty() && value.isEmpty())
            continue;
        if (!HttpHeaders::isToken(name.toUtf8()))
            return name.isEmpty() ? tr("A header needs a name.") : tr("“%1” is not a valid header name.").arg(name);
        if (HttpHeaders::isFraming(name.toUtf8()))
            return tr("%1 is set by the transport and cannot be changed.").arg(name);
        if (value.isEmpty())
            return tr("%1 needs a value. Values are not saved.").arg(name);
        if (!HttpHeaders::isValid({name.toUtf8(), value.toUtf8()}))
            return tr("The value of %1 contains a character that is not allowed in headers.").arg(name);
    }
    return {};
}

void UrlForm::check()
{
    m_urlNote->say(urlComplaint(), m_url->text().trimmed().isEmpty());
    m_headerNote->say(headerComplaint(), !m_isTouched); // missing input is not an error before the first edit
}

} // namespace Pullcord
