// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httplink.h"

#include <QPointer>
#include <QSslKey>

using namespace Qt::StringLiterals;

namespace Pullcord {

HttpLink::HttpLink(const HttpOptions &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_checker(options.json)
{
    const QUrl &url = m_options.url;
    if (!url.userName().isEmpty() && !m_options.headers.contains("Authorization")) {
        const QString credentials =
            url.userName(QUrl::FullyDecoded) + QLatin1Char(':') + url.password(QUrl::FullyDecoded);
        m_options.headers.add("Authorization", "Basic " + credentials.toUtf8().toBase64());
    }
    m_options.headers.markAllSecret();
}

void HttpLink::reset()
{
    m_events.clear();
    m_proxies.clear();
    m_redirects.clear();
    m_headers.reset();
    m_lastExchange = 0;
    m_heard = false;
    m_isLoopback = Origin::of(m_options.url).isLoopback();
    m_over = false;
}

Outcome HttpLink::prepare()
{
    const auto tls = m_options.network.tls();
    if (!tls)
        return tls.error();
    const auto proxy = m_options.network.networkProxy();
    if (!proxy)
        return proxy.error();
    m_tls = *tls;
    m_proxy = *proxy;
    return std::monostate();
}

HttpExchange::Options HttpLink::exchangeOptions(const QUrl &url)
{
    HttpExchange::Options options = m_options.exchange;
    options.tls = m_tls;
    // the client's certificate is for the user's server alone
    if (m_tls && Origin::of(url) != Origin::of(m_options.url)) {
        options.tls->setLocalCertificateChain({});
        options.tls->setPrivateKey({});
    }
    if (m_proxy) {
        options.proxy = *m_proxy;
        return options;
    }
    const QString origin = Origin::of(url).toString();
    const auto known = m_proxies.constFind(origin);
    options.proxy = known != m_proxies.constEnd() ? *known : *m_proxies.insert(origin, HttpExchange::proxyFor(url));
    return options;
}

HttpLink::Obstacle HttpLink::obstacle(const QUrl &from, bool isFromLoopback, const QUrl &to) const
{
    if (to.scheme() != "http"_L1 && to.scheme() != "https"_L1)
        return {u"it is neither http nor https"_s};
    const Origin source = Origin::of(from);
    const Origin target = Origin::of(to);
    if (source.scheme == "https"_L1 && target.scheme == "http"_L1)
        return {u"it leads from %1 to %2, which is not encrypted"_s.arg(source.toString(), target.toString())};
    if (!isFromLoopback && !source.isLoopback() && target.isLoopback())
        return {u"it leads from %1 to this machine, %2"_s.arg(source.toString(), target.toString())};
    const bool isOther = target != source && target != Origin::of(m_options.url);
    if (isOther && !m_options.followRedirects)
        return {u"it leads to another server, %1"_s.arg(target.toString()), true};
    return {};
}

bool HttpLink::isNewRedirect(const Origin &target)
{
    if (m_redirects.contains(target))
        return false;
    m_redirects.append(target);
    return true;
}

void HttpLink::post(Event event)
{
    if (m_over)
        return;
    m_events.push_back(std::move(event));
    if (m_events.size() == 1)
        QMetaObject::invokeMethod(this, &HttpLink::deliver, Qt::QueuedConnection);
}

void HttpLink::postLast(Event event)
{
    post(std::move(event));
    m_over = true;
}

void HttpLink::deliver()
{
    const QPointer<HttpLink> alive(this);
    while (alive && !m_events.empty()) {
        Event event = std::move(m_events.front());
        m_events.pop_front();
        event.time = monotonicNow();
        emit eventOccurred(event);
    }
}

} // namespace Pullcord
