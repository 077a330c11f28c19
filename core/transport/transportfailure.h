// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QAbstractSocket>
#include <QJsonObject>
#include <QList>

class QSslError;

namespace Pullcord {

/// Failure of a connection or of an HTTP exchange: a kind for programs, and a reason for display. A value.
///
/// Events record both, the reason in English. Programs compare the kind only, since the reason may quote the server or
/// the operating system.
struct TransportFailure
{
    enum class Kind : quint8 {
        None,  ///< no failure, or one recorded without a kind
        Other, ///< described only by the reason
        NotResolved,
        Refused, ///< nothing listens there
        Unreachable,
        TimedOut,            ///< the client gave up
        TlsUntrusted,        ///< the certificate is not trusted, for another reason than the next two
        TlsHostName,         ///< the certificate is for another host
        TlsExpired,          ///< the certificate has expired
        TlsRefused,          ///< no TLS could be agreed on
        TlsExpected,         ///< the server responded to plain HTTP with TLS
        ClientKey,           ///< the client's key does not belong to its certificate
        ClientCertificate,   ///< the server requires a certificate of the client
        ProxyRefused,        ///< the proxy could not be reached, or refused the connection
        ProxyAuthentication, ///< the proxy requires a user name and a password
        NotHttp,             ///< the bytes received are not HTTP, or exceed a limit
        Ended,               ///< the server closed the connection too early
    };

    Kind kind = Kind::None;
    TranslatableText reason;

    /// Kind of a socket's last error.
    [[nodiscard]] static Kind kindOf(QAbstractSocket::SocketError error);
    /// Kind of certificate errors, of which there is at least one.
    [[nodiscard]] static Kind kindOf(const QList<QSslError> &errors);
    /// Returns the kind recorded in the details of an event.
    [[nodiscard]] static Kind kindIn(const QJsonObject &details);
    /// Adds the kind to the details of an event; Kind::None adds nothing.
    static void addKind(QJsonObject &details, Kind kind);
};

} // namespace Pullcord
