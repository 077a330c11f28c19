// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/transportfailure.h"

#include <QSslError>

#include <algorithm>
#include <array>
#include <span>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr QLatin1StringView FailureMember{"failure"};

struct NamedKind
{
    TransportFailure::Kind kind;
    QLatin1StringView name;
};

/// Names in the capture file.
std::span<const NamedKind> namedKinds()
{
    using enum TransportFailure::Kind;
    static constexpr std::array all{
        NamedKind{Other, "other"_L1},
        NamedKind{NotResolved, "notResolved"_L1},
        NamedKind{Refused, "refused"_L1},
        NamedKind{Unreachable, "unreachable"_L1},
        NamedKind{TimedOut, "timedOut"_L1},
        NamedKind{TlsUntrusted, "tlsUntrusted"_L1},
        NamedKind{TlsHostName, "tlsHostName"_L1},
        NamedKind{TlsExpired, "tlsExpired"_L1},
        NamedKind{TlsRefused, "tlsRefused"_L1},
        NamedKind{TlsExpected, "tlsExpected"_L1},
        NamedKind{ClientKey, "clientKey"_L1},
        NamedKind{ClientCertificate, "clientCertificate"_L1},
        NamedKind{ProxyRefused, "proxyRefused"_L1},
        NamedKind{ProxyAuthentication, "proxyAuthentication"_L1},
        NamedKind{NotHttp, "notHttp"_L1},
        NamedKind{Ended, "ended"_L1},
    };
    return all;
}

} // namespace

TransportFailure::Kind TransportFailure::kindOf(QAbstractSocket::SocketError error)
{
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        return Kind::NotResolved;
    case QAbstractSocket::ConnectionRefusedError:
        return Kind::Refused;
    case QAbstractSocket::NetworkError:
        return Kind::Unreachable;
    case QAbstractSocket::SocketTimeoutError:
        return Kind::TimedOut;
    case QAbstractSocket::SslHandshakeFailedError:
        return Kind::TlsRefused;
    case QAbstractSocket::SslInvalidUserDataError:
        return Kind::ClientKey;
    case QAbstractSocket::ProxyAuthenticationRequiredError:
        return Kind::ProxyAuthentication;
    case QAbstractSocket::ProxyConnectionRefusedError:
    case QAbstractSocket::ProxyConnectionClosedError:
    case QAbstractSocket::ProxyConnectionTimeoutError:
    case QAbstractSocket::ProxyNotFoundError:
    case QAbstractSocket::ProxyProtocolError:
        return Kind::ProxyRefused;
    case QAbstractSocket::RemoteHostClosedError:
        return Kind::Ended;
    default:
        return Kind::Other;
    }
}

TransportFailure::Kind TransportFailure::kindOf(const QList<QSslError> &errors)
{
    const auto has = [&](QSslError::SslError wanted) {
        return std::ranges::any_of(errors, [wanted](const QSslError &error) { return error.error() == wanted; });
    };
    return has(QSslError::CertificateExpired) ? Kind::TlsExpired
           : has(QSslError::HostNameMismatch) ? Kind::TlsHostName
                                              : Kind::TlsUntrusted;
}

TransportFailure::Kind TransportFailure::kindIn(const QJsonObject &details)
{
    const QString name = details.value(FailureMember).toString();
    const auto row = std::ranges::find(namedKinds(), name, &NamedKind::name);
    return row == namedKinds().end() ? Kind::None : row->kind;
}

void TransportFailure::addKind(QJsonObject &details, Kind kind)
{
    const auto row = std::ranges::find(namedKinds(), kind, &NamedKind::kind);
    if (row != namedKinds().end())
        details.insert(FailureMember, row->name);
}

} // namespace Pullcord
