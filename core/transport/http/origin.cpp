// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/origin.h"

#include <QHostAddress>

using namespace Qt::StringLiterals;

namespace Pullcord {

Origin Origin::of(const QUrl &url)
{
    const int usual = url.scheme() == "https"_L1 ? 443 : 80;
    return {url.scheme(), url.host(), url.port(usual) == usual ? -1 : url.port()};
}

bool Origin::isLoopback() const
{
    const QString name = host.endsWith(u'.') ? host.chopped(1) : host;
    if (name == "localhost"_L1 || name.endsWith(".localhost"_L1))
        return true;
    const QHostAddress address(name);
    return address.isLoopback() || address == QHostAddress::AnyIPv4 || address == QHostAddress::AnyIPv6;
}

QString Origin::toString() const
{
    QUrl url;
    url.setScheme(scheme);
    url.setHost(host);
    url.setPort(port);
    return url.toString();
}

} // namespace Pullcord
