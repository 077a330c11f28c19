// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httpnetwork.h"

#include "core/secrets/secrets.h"

#include <QFile>
#include <QFileInfo>
#include <QSslCertificate>
#include <QSslKey>
#include <QUrl>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 MaxFileSize = qint64(16) << 20; ///< bytes; the bundle of a system has less than 1 MB

Error fault(const char *sentence, const QString &file)
{
    return {.kind = ErrorKind::Usage, .detail = TranslatableText::of(sentence, file)};
}

Result<QByteArray> read(const QString &path)
{
    if (const QFileInfo info(path); info.exists() && !info.isFile()) // a pipe would block, a device has no end
        return fault(QT_TRANSLATE_NOOP("TranslatableText", "%1 is not a file"), path);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return Error{.kind = ErrorKind::Usage,
                     .detail = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 cannot be read: %2"),
                                                    path, file.errorString())};
    }
    return file.read(MaxFileSize);
}

Result<QList<QSslCertificate>> certificatesIn(const QString &path)
{
    const Result<QByteArray> bytes = read(path);
    if (!bytes)
        return bytes.error();
    const QList<QSslCertificate> certificates = QSslCertificate::fromData(*bytes, QSsl::Pem);
    if (!certificates.isEmpty())
        return certificates;
    if (!bytes->contains("-----BEGIN "))
        return fault(QT_TRANSLATE_NOOP("TranslatableText", "%1 is not PEM: it has no line -----BEGIN CERTIFICATE-----"),
                     path);
    return fault(QT_TRANSLATE_NOOP("TranslatableText", "%1 is PEM, but contains no readable certificate"), path);
}

bool isEncrypted(QByteArrayView pem)
{
    return pem.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") || pem.contains("4,ENCRYPTED");
}

Result<QSslKey> keyIn(const QString &path, const QString &passphrase)
{
    const Result<QByteArray> bytes = read(path);
    if (!bytes)
        return bytes.error();
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Rsa, QSsl::Ec, QSsl::Dsa}) {
        if (const QSslKey key(*bytes, algorithm, QSsl::Pem, QSsl::PrivateKey, passphrase.toUtf8()); !key.isNull())
            return key;
    }
    if (!bytes->contains("-----BEGIN "))
        return fault(QT_TRANSLATE_NOOP("TranslatableText", "%1 is not PEM: it has no line -----BEGIN PRIVATE KEY-----"),
                     path);
    if (isEncrypted(*bytes) && passphrase.isEmpty())
        return fault(QT_TRANSLATE_NOOP("TranslatableText", "the key in %1 needs a passphrase"), path);
    if (isEncrypted(*bytes))
        return fault(QT_TRANSLATE_NOOP("TranslatableText",
                                       "the key in %1 cannot be read: wrong passphrase, or unknown encryption"),
                     path);
    return fault(QT_TRANSLATE_NOOP("TranslatableText", "%1 is PEM, but contains no readable private key"), path);
}

} // namespace

Result<std::optional<QSslConfiguration>> HttpNetwork::tls() const
{
    if (certificateFile.isEmpty() && !keyFile.isEmpty())
        return fault(QT_TRANSLATE_NOOP("TranslatableText", "the key in %1 has no certificate"), keyFile);
    if (caFile.isEmpty() && certificateFile.isEmpty())
        return std::optional<QSslConfiguration>();
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    if (!caFile.isEmpty()) {
        const auto authorities = certificatesIn(caFile);
        if (!authorities)
            return authorities.error();
        configuration.setCaCertificates(QSslConfiguration::systemCaCertificates() + *authorities);
    }
    if (!certificateFile.isEmpty()) {
        const auto chain = certificatesIn(certificateFile);
        if (!chain)
            return chain.error();
        const auto key = keyIn(keyPath(), passphrase);
        if (!key)
            return key.error();
        configuration.setLocalCertificateChain(*chain);
        configuration.setPrivateKey(*key);
    }
    return std::optional(configuration);
}

Result<std::optional<QNetworkProxy>> HttpNetwork::networkProxy() const
{
    if (proxy.isEmpty())
        return std::optional<QNetworkProxy>();
    if (proxy == NoProxy)
        return std::optional(QNetworkProxy(QNetworkProxy::NoProxy));
    const QUrl url(proxy, QUrl::StrictMode);
    const bool isSocks = url.scheme() == "socks5"_L1 || url.scheme() == "socks5h"_L1;
    if (!url.isValid() || url.host().isEmpty() || (url.scheme() != "http"_L1 && !isSocks))
        return fault(QT_TRANSLATE_NOOP("TranslatableText",
                                       "\"%1\" is not a proxy: give http://HOST:PORT or socks5://HOST:PORT, or "
                                       "\"none\""),
                     shownProxy());
    constexpr int UsualPort = 8080;
    constexpr int UsualSocksPort = 1080;
    return std::optional(QNetworkProxy(isSocks ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy, url.host(),
                                       quint16(url.port(isSocks ? UsualSocksPort : UsualPort)),
                                       url.userName(QUrl::FullyDecoded), url.password(QUrl::FullyDecoded)));
}

Outcome HttpNetwork::check() const
{
    if (const auto read = tls(); !read)
        return read.error();
    if (const auto named = networkProxy(); !named)
        return named.error();
    return std::monostate();
}

bool HttpNetwork::isKeyLocked() const
{
    if (keyPath().isEmpty())
        return false;
    const Result<QByteArray> bytes = read(keyPath());
    return bytes && isEncrypted(*bytes) && !keyIn(keyPath(), passphrase);
}

QString HttpNetwork::proxyUser() const
{
    return QUrl(proxy, QUrl::StrictMode).userName(QUrl::FullyDecoded);
}

void HttpNetwork::setProxyPassword(const QString &password)
{
    QUrl url(proxy, QUrl::StrictMode);
    url.setPassword(password, QUrl::DecodedMode);
    proxy = url.toString(QUrl::FullyEncoded);
}

QString HttpNetwork::shownProxy() const
{
    const QUrl url(proxy, QUrl::StrictMode);
    if (url.isValid() && !url.host().isEmpty())
        return url.toString(QUrl::RemovePassword | QUrl::FullyEncoded); // it is parsed again in strict mode
    return Secrets::maskedText(proxy); // not a URL; perhaps a mistyped one with a password
}

} // namespace Pullcord
