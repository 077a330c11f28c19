// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httpnetwork.h"

#include <QFile>
#include <QNetworkProxy>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Certificates and proxy of a server, and the errors for unusable ones.
class TestHttpNetwork : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] static QString data(const QString &name) { return QFINDTESTDATA(u"core/data/"_s + name); }
    [[nodiscard]] QString written(const QString &name, const QByteArray &bytes) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void files_data()
    {
        QTest::addColumn<HttpNetwork>("network");
        QTest::addColumn<QString>("fault"); // empty: valid
        const QString crt = data(u"loopback.crt"_s);
        const QString key = data(u"loopback.key"_s);
        const QString encrypted = data(u"encrypted.key"_s);
        const auto ca = [](const QString &path) { return HttpNetwork{.caFile = path}; };
        const auto client = [](const QString &certificate, const QString &itsKey, const QString &passphrase = {}) {
            return HttpNetwork{.certificateFile = certificate, .keyFile = itsKey, .passphrase = passphrase};
        };
        const auto row = [](const char *name, const HttpNetwork &network, const QString &fault) {
            QTest::newRow(name) << network << fault;
        };
        row("nothing", {}, {});
        row("CA", ca(crt), {});
        row("certificate and key", client(crt, key), {});
        row("encrypted key", client(crt, encrypted, u"secret"_s), {});
        QFile certificateFile(crt);
        QFile keyFile(key);
        QVERIFY(certificateFile.open(QIODevice::ReadOnly) && keyFile.open(QIODevice::ReadOnly));
        const QByteArray pem = certificateFile.readAll();
        const QString both = written(u"both.pem"_s, pem + keyFile.readAll());
        row("both in one file", client(both, {}), {});
        const QString missing = m_folder.filePath(u"missing"_s);
        row("CA that is not there", ca(missing), missing + u" cannot be read: "_s);
        row("CA that is a folder", ca(m_folder.path()), m_folder.path() + u" is not a file"_s);
        row("CA without an end", ca(u"/dev/zero"_s), u"/dev/zero is not a file"_s);
        const QString der = written(u"der"_s, QSslCertificate(pem).toDer());
        row("CA in DER", ca(der), der + u" is not PEM: it has no line -----BEGIN CERTIFICATE-----"_s);
        const QString empty = written(u"empty"_s, {});
        row("CA that is empty", ca(empty), empty + u" is not PEM: it has no line -----BEGIN CERTIFICATE-----"_s);
        row("CA that is a key", ca(key), key + u" is PEM, but contains no readable certificate"_s);
        const QString cut = written(u"cut"_s, pem.first(100));
        row("CA that was cut off", ca(cut), cut + u" is PEM, but contains no readable certificate"_s);
        row("key without a certificate", client({}, key), u"the key in %1 has no certificate"_s.arg(key));
        row("certificate without a key", client(crt, {}), crt + u" is PEM, but contains no readable private key"_s);
        row("key that is not there", client(crt, missing), missing + u" cannot be read: "_s);
        row("key that is no PEM", client(crt, der), der + u" is not PEM: it has no line -----BEGIN PRIVATE KEY-----"_s);
        row("without its passphrase", client(crt, encrypted), u"the key in %1 needs a passphrase"_s.arg(encrypted));
        row("with another passphrase", client(crt, encrypted, u"sesame"_s),
            u"the key in %1 cannot be read: wrong passphrase, or unknown encryption"_s.arg(encrypted));
    }
    void files()
    {
        QFETCH(const HttpNetwork, network);
        QFETCH(const QString, fault);
        const auto tls = network.tls();
        QCOMPARE(tls.has_value(), fault.isEmpty());
        if (!tls) {
            QCOMPARE(tls.error().kind, ErrorKind::Usage);
            QVERIFY2(tls.error().detail.startsWith(fault), qPrintable(tls.error().detail));
            QVERIFY(!tls.error().detail.contains(u"sesame"_s));
        } else {
            QCOMPARE(tls->has_value(), !network.caFile.isEmpty() || !network.certificateFile.isEmpty());
        }
    }

    void lockedKeys_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("passphrase");
        QTest::addColumn<bool>("isLocked");
        QTest::newRow("no passphrase") << data(u"encrypted.key"_s) << QString() << true;
        QTest::newRow("wrong passphrase") << data(u"encrypted.key"_s) << u"sesame"_s << true;
        QTest::newRow("passphrase") << data(u"encrypted.key"_s) << u"secret"_s << false;
        QTest::newRow("not encrypted") << data(u"loopback.key"_s) << QString() << false;
        QTest::newRow("missing") << m_folder.filePath(u"missing"_s) << QString() << false;
        QTest::newRow("none") << QString() << QString() << false;
    }
    void lockedKeys()
    {
        QFETCH(const QString, key);
        QFETCH(const QString, passphrase);
        QTEST(HttpNetwork({.keyFile = key, .passphrase = passphrase}).isKeyLocked(), "isLocked");
    }

    void passwordsOfProxies()
    {
        HttpNetwork network{.proxy = u"http://me@p.example:1"_s};
        QCOMPARE(network.proxyUser(), u"me"_s);
        network.setProxyPassword(u"a@b:/"_s);
        const auto proxy = network.networkProxy();
        QVERIFY(proxy);
        QCOMPARE((*proxy)->password(), u"a@b:/"_s);
        QCOMPARE(network.shownProxy(), u"http://me@p.example:1"_s);
        QCOMPARE(HttpNetwork({.proxy = u"none"_s}).proxyUser(), QString());
    }

    /// The system's CA certificates stay trusted.
    void authoritiesAreAdded()
    {
        const auto tls = HttpNetwork{.caFile = data(u"loopback.crt"_s)}.tls();
        QVERIFY(tls && *tls);
        QCOMPARE((*tls)->caCertificates().size(), QSslConfiguration::systemCaCertificates().size() + 1);
    }

    void proxies_data()
    {
        QTest::addColumn<QString>("proxy");
        QTest::addColumn<QString>("made"); // TYPE USER:PASSWORD@HOST:PORT; empty: an error
        QTest::addColumn<QString>("shown");
        const auto row = [](const char *name, const QString &proxy, const QString &made, const QString &shown) {
            QTest::newRow(name) << proxy << made << shown;
        };
        row("of the system", {}, u"system"_s, {});
        row("none", u"none"_s, u"none"_s, u"none"_s);
        row("HTTP", u"http://p.example:3128"_s, u"http :@p.example:3128"_s, u"http://p.example:3128"_s);
        row("usual port", u"http://p.example"_s, u"http :@p.example:8080"_s, u"http://p.example"_s);
        row("SOCKS", u"socks5://p.example"_s, u"socks :@p.example:1080"_s, u"socks5://p.example"_s);
        row("credentials", u"http://me:a%40b@p.example:1"_s, u"http me:a@b@p.example:1"_s, u"http://me@p.example:1"_s);
        row("over TLS", u"https://p.example"_s, {}, u"https://p.example"_s);
        row("without a scheme", u"p.example:8080"_s, {}, u"p.example:8080"_s);
        row("a word", u"auto"_s, {}, u"auto"_s);
        row("without a host", u"http://:8080"_s, {}, u"http://:8080"_s);
    }
    void proxies()
    {
        QFETCH(const QString, proxy);
        QFETCH(const QString, made);
        QFETCH(const QString, shown);
        const HttpNetwork network{.proxy = proxy};
        const auto read = network.networkProxy();
        QCOMPARE(read.has_value(), !made.isEmpty());
        QCOMPARE(network.shownProxy(), shown);
        if (!read) {
            QVERIFY(read.error().detail.startsWith(u"\"%1\" is not a proxy"_s.arg(shown)));
            QVERIFY(!network.check());
            return;
        }
        const auto text = [](const QNetworkProxy &each) {
            if (each.type() == QNetworkProxy::NoProxy)
                return u"none"_s;
            return u"%1 %2:%3@%4:%5"_s
                .arg(each.type() == QNetworkProxy::HttpProxy ? u"http"_s : u"socks"_s, each.user(), each.password(),
                     each.hostName())
                .arg(each.port());
        };
        QCOMPARE(*read ? text(**read) : u"system"_s, made);
    }
};

QTEST_GUILESS_MAIN(TestHttpNetwork)
#include "tst_httpnetwork.moc"
