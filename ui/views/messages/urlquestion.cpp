// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/urlquestion.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/widgets/peerlabel.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype MostUnscrolled = 400;
constexpr qsizetype MostLaidOut = 20'000;

QString words(const QString &text)
{
    return Texts::breakable(text).toHtmlEscaped();
}

/// Returns the text of the URL, with the host in bold.
QString marked(const QString &text, const QUrl &url)
{
    const QString host = url.host(QUrl::FullyEncoded);
    const qsizetype authority = text.indexOf("://"_L1) + 3;
    const qsizetype user = url.userInfo().isEmpty() ? 0 : url.userInfo(QUrl::FullyEncoded).size() + 1;
    const qsizetype at = host.isEmpty() ? -1 : text.indexOf(host, authority + user, Qt::CaseInsensitive);
    if (at < 0)
        return words(text);
    return words(text.first(at)) + u"<b>"_s + words(text.sliced(at, host.size())) + u"</b>"_s +
           words(text.sliced(at + host.size()));
}

} // namespace

QString UrlQuestion::warning(const QUrl &url)
{
    QStringList warnings;
    const QString host = url.host(QUrl::FullyEncoded);
    if (!canOpen(url))
        return tr("This is not the address of a web page, so it cannot be opened here.");
    if (host.contains("xn--"_L1))
        warnings << tr("The host name contains letters from other alphabets (%1) and may imitate a name that you know.")
                        .arg(url.host(QUrl::PrettyDecoded));
    if (!url.userInfo().isEmpty())
        warnings << tr("The text before the @ is not the host; the page is at %1.").arg(host);
    if (url.scheme() != "https"_L1)
        warnings << tr("The connection is not encrypted.");
    return warnings.join(u' ');
}

bool UrlQuestion::canOpen(const QUrl &url)
{
    return url.isValid() && !url.host().isEmpty() && (url.scheme() == "https"_L1 || url.scheme() == "http"_L1);
}

UrlQuestion::UrlQuestion(const QString &url, QWidget *parent)
    : QWidget(parent)
    , m_url(url, QUrl::StrictMode)
{
    const QString encoded = canOpen(m_url) ? m_url.toString(QUrl::FullyEncoded) : url;
    auto *address = new PeerLabel(this);
    address->setObjectName(u"questionUrl"_s);
    address->setTextFormat(Qt::RichText);
    address->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    address->setText(marked(Texts::head(encoded, MostLaidOut), m_url));
    QStringList remarks{warning(m_url)};
    if (encoded.size() > MostLaidOut)
        remarks << tr("Only its beginning is shown: it has %Ln characters.", nullptr, int(encoded.size()));
    remarks.removeAll(QString());
    auto *note = new PeerLabel(remarks.join(u' '), this);
    note->setObjectName(u"questionUrlWarning"_s);
    note->setHidden(note->text().isEmpty());
    auto *open = new QPushButton(tr("&Open in Browser"), this);
    open->setObjectName(u"openQuestionUrl"_s);
    open->setAutoDefault(false);
    open->setEnabled(canOpen(m_url));
    open->setToolTip(tr("Open the page in the browser. The server is not notified of what you do there."));
    connect(open, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(m_url); });

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *top = new QHBoxLayout;
    top->addWidget(encoded.size() > MostUnscrolled ? scrolled(address) : address, 1);
    if (encoded.size() > MostLaidOut)
        top->addWidget(makeCopyButton(encoded));
    top->addWidget(open);
    layout->addLayout(top);
    layout->addWidget(note);
}

UrlQuestion::~UrlQuestion() = default;

QWidget *UrlQuestion::makeCopyButton(const QString &address)
{
    auto *copy = new QPushButton(tr("&Copy Address"), this);
    copy->setObjectName(u"copyQuestionUrl"_s);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [address] { QGuiApplication::clipboard()->setText(address); });
    return copy;
}

/// Makes the address scroll within a few lines.
QWidget *UrlQuestion::scrolled(QWidget *address)
{
    constexpr int Lines = 6;
    auto *area = new QScrollArea(this);
    area->setObjectName(u"questionUrlArea"_s);
    area->setAccessibleName(tr("The address"));
    area->setWidgetResizable(true);
    area->setFixedHeight(Lines * fontMetrics().lineSpacing());
    area->setWidget(address);
    return area;
}

} // namespace Pullcord
