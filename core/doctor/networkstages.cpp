// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/networkstages.h"

#include "core/capture/formatting.h"
#include "core/mcp/mcperror.h"
#include "core/secrets/secrets.h"
#include "core/transport/http/bodytext.h"
#include "core/transport/http/challenge.h"
#include "core/transport/http/httpfetch.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QRegularExpression>
#include <QSslConfiguration>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Setting = DoctorStage::Setting;
using Verdict = DoctorStage::Verdict;
using HttpResponse = TrialConnection::HttpResponse;

constexpr qint64 ExpiresSoonDays = 14;

QString proxyName(const QNetworkProxy &proxy)
{
    return u"%1:%2"_s.arg(proxy.hostName()).arg(proxy.port());
}

QString commonName(const QStringList &names)
{
    return names.isEmpty() ? u"?"_s : names.join(u", "_s);
}

/// Returns the CN, else the organization.
QString subjectOf(const QSslCertificate &certificate)
{
    const QStringList names = certificate.subjectInfo(QSslCertificate::CommonName);
    return commonName(names.isEmpty() ? certificate.subjectInfo(QSslCertificate::Organization) : names);
}

QString issuerOf(const QSslCertificate &certificate)
{
    const QStringList names = certificate.issuerInfo(QSslCertificate::CommonName);
    return commonName(names.isEmpty() ? certificate.issuerInfo(QSslCertificate::Organization) : names);
}

QString dayOf(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODate);
}

QStringList namesIn(const QSslCertificate &certificate)
{
    QStringList names = certificate.subjectAlternativeNames().values();
    names += certificate.subjectInfo(QSslCertificate::CommonName);
    names.removeDuplicates();
    names.sort();
    return names;
}

bool isOfUnknownIssuer(QSslError::SslError problem)
{
    return problem == QSslError::UnableToGetLocalIssuerCertificate ||
           problem == QSslError::UnableToGetIssuerCertificate || problem == QSslError::UnableToVerifyFirstCertificate;
}

bool isOfUnknownAuthority(QSslError::SslError problem)
{
    return isOfUnknownIssuer(problem) || problem == QSslError::SelfSignedCertificateInChain;
}

void seeChain(DoctorStage &stage, const NetworkProbe::Facts &facts)
{
    int number = 0;
    for (const QSslCertificate &certificate : facts.chain) {
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Certificate %1: %2, issued by %3, valid from %4 to %5"), ++number,
            subjectOf(certificate), issuerOf(certificate), dayOf(certificate.effectiveDate()),
            dayOf(certificate.expiryDate())));
    }
    if (!facts.chain.isEmpty())
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "It is valid for: %1"),
                                       namesIn(facts.chain.first()).join(u", "_s)));
    // Only where it matters: reading hundreds of certificates keeps the event loop busy.
    if (std::ranges::any_of(facts.problems, isOfUnknownAuthority, &QSslError::error))
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Certification authorities that this system trusts: %1"),
            QSslConfiguration::systemCaCertificates().size()));
    if (!facts.caFile.isEmpty())
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Also trusted for this server: those in %1"), facts.caFile));
}

void adviseForCertificate(DoctorStage &stage, const NetworkProbe::Facts &facts, QSslError::SslError problem)
{
    const QSslCertificate leaf = facts.chain.value(0);
    switch (problem) {
    case QSslError::CertificateExpired:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The certificate expired on %1: check the clock of this machine, or "
                                                  "ask the operator of the server to renew it"),
            dayOf(leaf.expiryDate())));
        break;
    case QSslError::CertificateNotYetValid:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The certificate is not valid before %1: check the clock of this machine"),
            dayOf(leaf.effectiveDate())));
        break;
    case QSslError::HostNameMismatch:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The certificate is not for %1 but for %2: connect to one of "
                                                  "those names, or have a certificate issued for this one"),
            facts.host, namesIn(leaf).join(u", "_s)));
        break;
    case QSslError::SelfSignedCertificate:
        stage.advise(
            TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "The certificate is self-signed: if the server is yours, install the certificate "
                                    "as a CA certificate on this system, or set it as the CA file of this server")),
            Setting::CaFile);
        stage.advise(
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "To trust it for now, compare its SHA-256 digest with that on the server: %1"),
                QString::fromLatin1(leaf.digest(QCryptographicHash::Sha256).toHex(':').toUpper())),
            Setting::TrustedDigest);
        break;
    case QSslError::SelfSignedCertificateInChain:
        stage.advise(TranslatableText::of(
                         QT_TRANSLATE_NOOP(
                             "TranslatableText",
                             "This system does not trust %1, which issued the certificate (a proxy that inspects TLS "
                             "issues its own): install its CA certificate, or set it as the CA file of this server"),
                         subjectOf(facts.chain.constLast())),
                     Setting::CaFile);
        break;
    case QSslError::UnableToGetLocalIssuerCertificate:
    case QSslError::UnableToGetIssuerCertificate:
    case QSslError::UnableToVerifyFirstCertificate:
        stage.advise(TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText",
                                           "This system does not know %1, which issued the certificate: the server "
                                           "must also send the intermediate certificates, or the CA certificate must "
                                           "be installed here or set as the CA file of this server"),
                         issuerOf(facts.chain.isEmpty() ? leaf : facts.chain.constLast())),
                     Setting::CaFile);
        break;
    default:
        break;
    }
}

bool isWebPage(const HttpResponse &response)
{
    return response.contentType.startsWith("text/html"_L1, Qt::CaseInsensitive);
}

/// Returns the URL with https; it stays masked.
QString withTls(const QString &url)
{
    return u"https:"_s + url.section(u':', 1);
}

/// True if the path is already the usual one of MCP.
bool endsInMcp(const HttpResponse &response)
{
    const QString path = QUrl(response.url).path();
    return path.endsWith("/mcp"_L1) || path.endsWith("/mcp/"_L1);
}

bool isRedirect(const HttpResponse &response)
{
    return response.status / 100 == 3 && !response.location.isEmpty();
}

/// Returns the target of the redirect as a complete URL.
QString targetOf(const HttpResponse &response)
{
    return Secrets::maskedQuery(QUrl(response.url).resolved(QUrl(response.location)).toString());
}

void adviseProxyPassword(DoctorStage &stage, const NetworkProbe::Facts &network)
{
    stage.advise(TranslatableText::of(
                     network.isOwnProxy
                         ? QT_TRANSLATE_NOOP("TranslatableText",
                                             "The proxy requires authentication: give the user name and the password")
                         : QT_TRANSLATE_NOOP("TranslatableText",
                                             "The proxy requires authentication: put user name and password into "
                                             "the proxy variable, or set a proxy with both for this server")),
                 Setting::ProxyPassword);
}

/// 307 and 308 repeat the request; other redirects change it to a GET.
bool keepsMethod(const HttpResponse &response)
{
    return response.status == 307 || response.status == 308;
}

/// `network` matters since a proxy for plain HTTP also sends responses of its own.
void adviseForStatus(DoctorStage &stage, const HttpResponse &response, const NetworkProbe::Facts &network)
{
    static const QRegularExpression wantsTls(u"HTTP request (?:was sent )?to (?:an )?HTTPS"_s,
                                             QRegularExpression::CaseInsensitiveOption);
    switch (response.status) {
    case 403:
        if (network.usesProxy() && !network.isEncrypted)
            stage.advise(
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                       "The server or the proxy %1 forbids the request: check whether "
                                                       "the proxy may connect to this server, or connect without it"),
                                     proxyName(network.proxy)),
                Setting::NoProxy);
        else
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText",
                "The server forbids the request: check the permissions of the token, if one is given, and whether the "
                "server accepts clients from this network and under this host name")));
        break;
    case 400:
        if (wantsTls.match(QString::fromUtf8(response.body)).hasMatch())
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The port expects TLS: try %1"),
                                              withTls(response.url)));
        else
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "The server refuses the request: check the URL and the response")));
        break;
    case 404:
    case 410:
        stage.advise(
            endsInMcp(response)
                ? TranslatableText::of(QT_TRANSLATE_NOOP(
                      "TranslatableText", "There is no MCP server at this path: check the host and the port, and look "
                                          "up the path in the server's documentation"))
                : TranslatableText::of(QT_TRANSLATE_NOOP(
                      "TranslatableText", "There is no MCP server at this path: look up the path in the "
                                          "server's documentation. Most servers use /mcp, older ones /sse")));
        break;
    case 405:
        stage.advise(
            TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "It does not take POST here: check the path, or try the transport HTTP+SSE")),
            Setting::HttpSse);
        break;
    case 406:
    case 415:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The server refuses the headers Accept and Content-Type, although they were sent as MCP "
                              "requires: check the URL, and any proxy in front of the server that changes headers")));
        break;
    case 407:
        if (network.usesProxy())
            adviseProxyPassword(stage, network);
        else
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "It requires authentication as proxies do, although no proxy is used here: check "
                                    "the URL, or ask its operator whether a gateway in front of the server needs it")));
        break;
    case 429:
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server received too many requests: wait, and try again")));
        break;
    case 502:
    case 503:
    case 504:
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "A gateway responds, but the server behind it does not: start that server, or ask its operator")));
        break;
    default:
        if (response.status / 100 == 5)
            stage.advise(
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The server failed: check its log")));
        else if (response.status / 100 == 4)
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "The server refuses the request: check the URL and the response")));
        break;
    }
}

/// Advises for a request without a response. `isTimeout` is true if it was given up.
void adviseForSilence(DoctorStage &stage, const HttpResponse &response, bool isTimeout,
                      const NetworkProbe::Facts &network)
{
    const bool isPlain = response.url.startsWith("http:"_L1);
    if (response.failure == TransportFailure::Kind::NotHttp && response.body.startsWith("SSH-"))
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "SSH listens on this port: give the port of the MCP server")));
    else if (response.failure == TransportFailure::Kind::ClientCertificate)
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Give a client certificate")),
                     Setting::ClientCertificate);
    else if (isTimeout)
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText",
                         "The server accepted the request but did not respond in time: check its log, or wait longer")),
                     Setting::Timeout);
    else if (network.usesProxy() && !network.isEncrypted)
        stage.advise(TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText",
                                           "The proxy %1 accepted the connection but sent no HTTP response: check "
                                           "whether it is the right proxy, or connect without it"),
                         proxyName(network.proxy)),
                     Setting::NoProxy);
    else if (isPlain && response.failure == TransportFailure::Kind::TlsExpected)
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The port expects TLS: try %1"),
                                          withTls(response.url)));
    else if (isPlain)
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server accepted the connection but sent no HTTP response: "
                                                  "check the port; if it expects TLS, try %1"),
            withTls(response.url)));
    else
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server accepted the connection but sent no HTTP response: "
                                                  "check whether something else listens on this port")));
}

/// Advises for a successful response in which no message can be read.
void adviseForNoMessage(DoctorStage &stage, const HttpResponse &response)
{
    const QString nature = BodyText::nature(response.body);
    const auto isOf = [&response](QLatin1StringView type) {
        return response.contentType.startsWith(type, Qt::CaseInsensitive);
    };
    if (response.misplaced && response.misplaced->isEmpty())
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The response lacks the blank line that ends an event, so clients wait for more: the "
                                "server must write a blank line after each event, and flush it")));
    else if (response.misplaced)
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The response is in an event named %1, which clients ignore: the "
                                                  "server must name events of messages \"message\", or not at all"),
            Formatting::visible(*response.misplaced)));
    else if (!response.coding.isEmpty())
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The response is compressed (%1), which was not requested: turn compression off for this "
                              "path in the server, or in the proxy in front of it"),
            response.coding));
    else if ((nature == "JSON"_L1 && !isOf("application/json"_L1)) ||
             (nature == "an event stream"_L1 && !isOf("text/event-stream"_L1)))
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The content type does not match the body: the server must send JSON "
                                                  "as application/json, and event streams as text/event-stream")));
    else if (const QString field = BodyText::miscasedField(response.body); !field.isEmpty())
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The names of fields are case-sensitive, so clients ignore %1: the "
                                                  "server must write %2"),
            field, field.toLower()));
    else
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "MCP requires application/json or text/event-stream with a message "
                                                  "in it: check that this is an MCP server")));
}

/// Advises for a redirect that was followed, or should be. `isLoop` is true if it leads back.
void adviseForRedirect(DoctorStage &stage, const HttpResponse &response, bool isLoop)
{
    const QString target = targetOf(response);
    if (isLoop)
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server redirects in a loop: correct its configuration, or "
                                                  "that of the proxy in front of it")));
    else if (response.url.startsWith("https:"_L1) && target.startsWith("http:"_L1))
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server redirects to an unencrypted address. Have it redirect to "
                                                  "https (behind a reverse proxy: X-Forwarded-Proto), or try %1"),
            withTls(target)));
    else
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "Use the target of the redirect in the configuration: %1; many hosts do not follow redirects"),
            target));
}

/// A blank follows the URL, or masking would remove the text behind it. `isTimeout` is true if the request was given
/// up.
TranslatableText rowOf(const HttpResponse &response, bool isTimeout)
{
    if (response.status == 0 && isTimeout)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2 got no response in time"),
                                    response.method, response.url);
    if (response.status == 0)
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2 got no response: %3"), response.method,
                                    response.url, response.reason);
    if (isRedirect(response))
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2 got HTTP %3, a redirect to %4"),
                                    response.method, response.url, response.status, targetOf(response));
    const TranslatableText type = response.contentType.isEmpty()
                                      ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "no content type"))
                                      : TranslatableText(response.contentType);
    const QString said = BodyText::messageIn(response.body);
    return said.isEmpty()
               ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2 got HTTP %3 (%4)"), response.method,
                                      response.url, response.status, type)
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2 got HTTP %3 (%4): \"%5\""),
                                      response.method, response.url, response.status, type, said);
}

} // namespace

DoctorStage NetworkStages::proxy(const Facts &facts)
{
    DoctorStage stage{DoctorStage::Id::Proxy, Verdict::Ok, {}, {}, {}};
    if (!facts.proxyFault.isEmpty()) {
        stage.raise(Verdict::Failed);
        stage.see(facts.proxyFault);
        stage.advise(TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText", "Correct the proxy that is set for this server")),
                     Setting::Proxy);
    } else if (facts.usesProxy()) {
        stage.see(TranslatableText::of(
            facts.isOwnProxy
                ? QT_TRANSLATE_NOOP("TranslatableText", "Through the proxy %1, which is set for this server")
                : QT_TRANSLATE_NOOP("TranslatableText", "Through the proxy %1"),
            proxyName(facts.proxy)));
    } else {
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Not used for this address")));
    }
    for (const char *name : {"http_proxy", "https_proxy", "all_proxy", "no_proxy"}) {
        for (const QByteArray &variable : {QByteArray(name), QByteArray(name).toUpper()}) {
            if (qEnvironmentVariableIsSet(variable.constData()))
                stage.see(TranslatableText(u"    %1=%2"_s.arg(
                    QString::fromLatin1(variable), Secrets::maskedText(qEnvironmentVariable(variable.constData())))));
        }
    }
    return stage;
}

DoctorStage NetworkStages::hostName(const Facts &facts)
{
    DoctorStage stage{DoctorStage::Id::HostName, Verdict::Ok, {}, {}, facts.lookup};
    if (facts.lookupError.isEmpty()) {
        stage.see(facts.addresses == QStringList{facts.host}
                      ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 is an address"), facts.host)
                      : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 is %2"), facts.host,
                                             facts.addresses.join(u", "_s)));
        return stage;
    }
    stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), facts.host, facts.lookupError));
    stage.raise(Verdict::Failed);
    stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Check the spelling of the host name")));
    stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
        "TranslatableText",
        "If the host belongs to a company network, connect to its VPN, or set its proxy (https_proxy)")));
    return stage;
}

DoctorStage NetworkStages::tcp(const Facts &facts)
{
    DoctorStage stage{DoctorStage::Id::Tcp, Verdict::Ok, {}, {}, facts.tcp};
    if (facts.tcp) {
        stage.see(
            facts.usesProxy()
                ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The proxy %1 accepted the connection"),
                                       proxyName(facts.proxy))
                : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 accepted the connection on port %2"),
                                       facts.host, facts.port));
        return stage;
    }
    stage.raise(Verdict::Failed);
    stage.see(facts.tcpError);
    if (facts.proxyTrouble == NetworkProbe::ProxyTrouble::Password) {
        adviseProxyPassword(stage, facts);
    } else if (facts.proxyTrouble == NetworkProbe::ProxyTrouble::Forbidden) {
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "The proxy %1 refuses to connect to %2 on port %3: ask its "
                                                            "operator to allow it, or connect without the proxy"),
                                          proxyName(facts.proxy), facts.host, facts.port),
                     Setting::NoProxy);
    } else if (facts.proxyTrouble == NetworkProbe::ProxyTrouble::Protocol) {
        stage.advise(TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText",
                                           "%1 responds, but not as its scheme says: use http:// for an HTTP proxy, "
                                           "and socks5:// for a SOCKS proxy"),
                         proxyName(facts.proxy)),
                     facts.isOwnProxy ? Setting::Proxy : Setting::None);
    } else if (facts.usesProxy() && facts.proxyTrouble == NetworkProbe::ProxyTrouble::Unreachable) {
        stage.advise(TranslatableText::of(
                         facts.isOwnProxy
                             ? QT_TRANSLATE_NOOP("TranslatableText",
                                                 "The proxy %1 cannot be reached: connect without it if the "
                                                 "host needs no proxy, or check the proxy that is set for this server")
                             : QT_TRANSLATE_NOOP("TranslatableText",
                                                 "The proxy %1 cannot be reached: check the proxy "
                                                 "variables, or name the host in no_proxy if it needs no proxy"),
                         proxyName(facts.proxy)),
                     facts.isOwnProxy ? Setting::Proxy : Setting::None);
    } else if (facts.isRefused) {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "Nothing listens on port %1 of %2: start the server, and check that its port is the one in the URL"),
            facts.port, facts.host));
    } else {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "%1 does not respond on port %2: check the port, the firewall and whether a VPN is needed"),
            facts.host, facts.port));
    }
    return stage;
}

DoctorStage NetworkStages::tls(const Facts &facts)
{
    DoctorStage stage{DoctorStage::Id::Tls, Verdict::Ok, {}, {}, facts.tls};
    if (!facts.fileFault.isEmpty()) {
        stage.raise(Verdict::Failed);
        stage.see(facts.fileFault);
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "No request was sent to this server")));
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText", "Correct the certificate files that are set for this server")),
                     Setting::Certificates);
        return stage;
    }
    if (facts.tls)
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Encrypted with %1"), facts.protocol));
    QList<TranslatableText> problems;
    for (const QSslError &problem : facts.problems) {
        const TranslatableText text =
            isOfUnknownIssuer(problem.error()) && !facts.chain.isEmpty()
                ? TranslatableText::of(
                      QT_TRANSLATE_NOOP("TranslatableText", "The issuer, %1, is not known to this system"),
                      issuerOf(facts.chain.constLast()))
                : TranslatableText(problem.errorString());
        if (!problems.contains(text))
            problems << text;
    }
    for (const TranslatableText &problem : std::as_const(problems))
        stage.see(problem);
    if (!facts.chain.isEmpty())
        seeChain(stage, facts);
    for (const QSslError &problem : facts.problems)
        adviseForCertificate(stage, facts, problem.error());
    if (facts.tls && facts.isPinned) {
        stage.raise(Verdict::Warning);
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The certificate is trusted only by its digest")));
    } else if (!facts.tls && !facts.problems.isEmpty()) {
        stage.raise(Verdict::Failed);
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "No request was sent to this server")));
    } else if (!facts.tls) {
        stage.raise(Verdict::Failed);
        stage.see(facts.tlsError);
        if (facts.isKeyRefused)
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                             "TranslatableText", "The key does not belong to the certificate: check both")),
                         Setting::ClientCertificate);
        else if (facts.isTlsRefused)
            stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
                             "TranslatableText",
                             "The server refused the TLS handshake: it may require a version of TLS that this "
                             "system does not offer, or a client certificate")),
                         Setting::ClientCertificate);
        else
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "The port may not use TLS: try the URL with http:// if the "
                                                      "server is on this machine, or check the port")));
    }
    const QDateTime expiry = facts.chain.value(0).expiryDate();
    const qint64 days = QDateTime::currentDateTimeUtc().daysTo(expiry);
    if (facts.tls && facts.problems.isEmpty() && expiry.isValid() && days < ExpiresSoonDays) {
        stage.raise(Verdict::Warning);
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The certificate expires in %1 days: have it renewed"), days));
    }
    return stage;
}

DoctorStage NetworkStages::http(const TrialConnection::Facts &facts, const Facts &network)
{
    DoctorStage stage{DoctorStage::Id::Http, Verdict::Ok, {}, {}, {}};
    const bool isTimeout = facts.failure && facts.failure->kind == ErrorKind::Timeout;
    const HttpResponse *redirect = nullptr;
    const HttpResponse *last = nullptr;
    QStringList asked;
    TranslatableText row;
    int times = 0;
    int redirects = 0;        // of the last request
    const auto endRow = [&] { // a loop of redirects is one row
        if (times > 1)
            row = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 (%2 times)"), row, times);
        if (times > 0)
            stage.see(row);
    };
    for (const HttpResponse &response : facts.responses) {
        const bool isUnderWay = response.status == 0 && response.reason.isEmpty();
        if (const TranslatableText next = isUnderWay ? TranslatableText() : rowOf(response, isTimeout); !isUnderWay) {
            if (next != row) {
                endRow();
                row = next;
                times = 0;
            }
            ++times;
        }
        asked << response.url;
        const bool isKept = isRedirect(response) && keepsMethod(response);
        redirects = isKept ? redirects + 1 : 0;
        if (isKept)
            redirect = &response;
        if (response.method == "POST"_L1)
            last = &response;
    }
    endRow();
    if (redirect) {
        stage.raise(Verdict::Warning);
        adviseForRedirect(stage, *redirect,
                          redirect == last &&
                              (redirects > HttpFetch::MaxRedirects || asked.contains(targetOf(*redirect))));
    }
    if (facts.isReady() || !last || refusalOf(facts)) // a refusal belongs to the stage Authorization
        return stage;
    const bool gotNoMessage =
        last->misplaced || (!last->hasMessage && facts.failure && facts.failure->kind == ErrorKind::Transport);
    if (isRedirect(*last) && keepsMethod(*last)) {
        stage.raise(Verdict::Failed); // it was not followed
    } else if (isRedirect(*last) && HttpFetch::leadsToSameEndpoint(QUrl(last->url), QUrl(targetOf(*last)))) {
        stage.raise(Verdict::Failed);
        adviseForRedirect(stage, *last, false);
    } else if (isRedirect(*last)) {
        stage.raise(Verdict::Failed);
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server redirects to another page, as sites do for browsers: it "
                                                  "requires a login, or the URL does not lead to an MCP server")));
    } else if (isWebPage(*last) && last->status / 100 < 4) {
        stage.raise(Verdict::Failed);
        stage.advise(endsInMcp(*last)
                         ? TranslatableText::of(QT_TRANSLATE_NOOP(
                               "TranslatableText",
                               "The response is a web page, not MCP: a login page or a proxy responds "
                               "instead of the server. Open the URL in a browser, and read what it requires"))
                         : TranslatableText::of(QT_TRANSLATE_NOOP(
                               "TranslatableText",
                               "The response is a web page, not MCP: the URL leads to a site or a login page. Look "
                               "for the MCP endpoint in the server's documentation, often /mcp")));
    }
    if (last->status / 100 >= 4) {
        stage.raise(Verdict::Failed);
        adviseForStatus(stage, *last, network);
    } else if (last->status == 0) {
        stage.raise(Verdict::Failed);
        adviseForSilence(stage, *last, isTimeout, network);
    } else if (last->status / 100 == 2 && !isWebPage(*last) && (gotNoMessage || !last->body.isEmpty())) {
        stage.raise(Verdict::Failed);
        if (!last->reason.isEmpty())
            stage.see(TranslatableText(u"    "_s + last->reason));
        adviseForNoMessage(stage, *last);
    }
    return stage;
}

const TrialConnection::HttpResponse *NetworkStages::refusalOf(const TrialConnection::Facts &facts)
{
    const auto refusal = std::ranges::find_if(facts.responses, [](const HttpResponse &response) {
        return response.status == 401 || (response.status == 403 && !response.challenge.isEmpty());
    });
    return refusal == facts.responses.end() ? nullptr : &*refusal;
}

DoctorStage NetworkStages::authorization(const TrialConnection::Facts &facts, const AuthorizationFacts &metadata,
                                         bool hasToken)
{
    DoctorStage stage{DoctorStage::Id::Authorization, Verdict::Ok, {}, {}, {}};
    const HttpResponse *const refusal = refusalOf(facts);
    const bool hasAnswered =
        facts.isReady() ||
        (facts.failure && (facts.failure->kind == ErrorKind::Protocol || McpError::hasCode(*facts.failure)));
    if (!refusal && !hasAnswered) {
        stage.raise(Verdict::Skipped);
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The server did not reach this stage")));
        return stage;
    }
    if (!refusal) {
        stage.see(hasToken
                      ? TranslatableText::of(
                            QT_TRANSLATE_NOOP("TranslatableText", "The Authorization header was not refused"))
                      : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "No authorization is required")));
        return stage;
    }
    stage.raise(Verdict::Failed);
    const QString scheme = Challenge::scheme(refusal->challenge);
    const bool isBasic = scheme.compare("Basic"_L1, Qt::CaseInsensitive) == 0;
    if (isBasic) {
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "HTTP %1: a user name and a password are required (Basic)"),
            refusal->status));
    } else if (scheme.isEmpty()) {
        stage.see(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "HTTP %1 without a WWW-Authenticate header, so a host cannot find out what is required"),
            refusal->status));
    } else {
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "HTTP %1: a %2 token is required"),
                                       refusal->status, scheme));
    }
    for (const QString &name : {u"realm"_s, u"scope"_s, u"error"_s, u"error_description"_s, u"resource_metadata"_s}) {
        if (const QString value = Challenge::parameter(refusal->challenge, name); !value.isEmpty())
            stage.see(TranslatableText(u"    %1: %2"_s.arg(name, value)));
    }
    if (!metadata.authorizationServers.isEmpty()) {
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Tokens are issued by %1 (named by %2)"),
                                       metadata.authorizationServers.join(u", "_s), metadata.metadataUrl));
    } else if (!metadata.problem.isEmpty() && !isBasic) {
        stage.see(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The issuer of tokens is unknown: %1: %2"),
                                       metadata.metadataUrl, metadata.problem));
    }
    if (hasToken && isBasic) {
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The Authorization header was refused: check the user name and the password")));
    } else if (hasToken) {
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The Authorization header was refused: get a new token for this server")));
        if (!Challenge::parameter(refusal->challenge, u"scope"_s).isEmpty())
            stage.advise(TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "The token needs the scope that the server names: %1"),
                Challenge::parameter(refusal->challenge, u"scope"_s)));
    } else if (isBasic) {
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "Give the user name and password, either in the URL or in the header Authorization")));
    } else if (!metadata.authorizationServers.isEmpty()) {
        stage.advise(TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "Log in at %1 (a host with OAuth does so by itself), or give a token in the header Authorization"),
            metadata.authorizationServers.first()));
    } else {
        stage.advise(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "Give the token or API key that the server's operator issues, in the header Authorization")));
    }
    return stage;
}

} // namespace Pullcord
