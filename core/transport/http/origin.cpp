// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/origin.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

Origin Origin::of(const QUrl &url)
{
    const int usual = url.scheme() == "https"_L1 ? 443 : 80;
    return {url.scheme(), url.host(), url.port(usual) == usual ? -1 : url.port()};
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
