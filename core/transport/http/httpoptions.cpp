// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httpoptions.h"

#include "core/secrets/secrets.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Pullcord {

bool HttpOptions::isAddress(const QString &typed)
{
    const QString text = typed.trimmed();
    return text.startsWith("http://"_L1, Qt::CaseInsensitive) || text.startsWith("https://"_L1, Qt::CaseInsensitive);
}

Result<QUrl> HttpOptions::urlFrom(const QString &typed)
{
    const QUrl url(typed.trimmed(), QUrl::StrictMode);
    static const QRegularExpression isWithoutScheme(u"\\A(localhost|[\\w-]+(\\.[\\w-]+)+)(:\\d+)?(/\\S*)?\\z"_s);
    if (isWithoutScheme.match(typed.trimmed()).hasMatch())
        return Error{ErrorKind::Usage,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "\"%1\" is not an http or https URL. Use http://%1, or "
                                                            "https://%1"),
                                          Secrets::maskedText(typed.trimmed()))};
    if (!isAddress(typed) || !url.isValid() || url.host().isEmpty())
        return Error{ErrorKind::Usage,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "\"%1\" is not an http or https URL"),
                                          Secrets::maskedText(typed))};
    return url;
}

QString HttpOptions::address() const
{
    static const QRegularExpression placeholder(u"\\$%7B([^%/?#]*)%7D"_s, QRegularExpression::CaseInsensitiveOption);
    return url.toString(QUrl::FullyEncoded).replace(placeholder, u"${\\1}"_s);
}

QString HttpOptions::shown(QString address) const
{
    const qsizetype authority = address.indexOf("://"_L1) + 3;
    const qsizetype path = std::max<qsizetype>(address.indexOf(u'/', authority), authority);
    QString behindOrigin = address.sliced(std::min(path, address.size()));
    for (const QString &secret : urlSecrets) {
        const QString encoded = QString::fromLatin1(QUrl::toPercentEncoding(secret, "/?&=:@!$'()*+,;~%"));
        behindOrigin.replace(encoded, Secrets::Mask).replace(secret, Secrets::Mask);
    }
    return Secrets::maskedText(address.first(std::min(path, address.size())) + behindOrigin);
}

QString nameOf(HttpOptions::Kind kind)
{
    switch (kind) {
    case HttpOptions::Kind::Streamable:
        return u"streamable-http"_s;
    case HttpOptions::Kind::HttpSse:
        return u"http+sse"_s;
    case HttpOptions::Kind::Automatic:
        break;
    }
    return u"auto"_s;
}

std::optional<HttpOptions::Kind> httpKindFromName(QStringView name)
{
    for (const auto kind : {HttpOptions::Kind::Automatic, HttpOptions::Kind::Streamable, HttpOptions::Kind::HttpSse}) {
        if (name == nameOf(kind))
            return kind;
    }
    return {};
}

QJsonObject HttpOptions::description() const
{
    const bool isOpen = kind == HttpOptions::Kind::Automatic;
    QJsonObject details{{u"transport"_s, isOpen ? u"http"_s : nameOf(kind)},
                        {u"url"_s, shown(url.toString(QUrl::FullyEncoded))}};
    if (!headers.isEmpty())
        details.insert(u"headers"_s, headers.describe());
    const auto addNetwork = [&details](const QString &name, const QString &value) {
        if (!value.isEmpty())
            details.insert(name, value);
    };
    addNetwork(u"ca"_s, network.caFile);
    addNetwork(u"certificate"_s, network.certificateFile);
    addNetwork(u"key"_s, network.keyFile);
    addNetwork(u"proxy"_s, network.shownProxy());
    return details;
}

} // namespace Pullcord
