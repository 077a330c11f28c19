// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"
#include "core/transport/http/httpoptions.h"

#include <QNetworkProxy>
#include <QObject>
#include <QSslCertificate>
#include <QSslError>
#include <QTimer>

#include <memory>
#include <optional>

class QSslSocket;

namespace Pullcord {

/// Reaches the host of a URL step by step, without HTTP: name resolution, TCP, TLS.
///
/// It sends no data of the user. Owner: the Doctor. Each command but close() begins a step. stepEnded() follows once,
/// through the event loop, within HttpExchange::Options::connectTimeout if that is set.
class NetworkProbe final : public QObject
{
    Q_OBJECT

public:
    /// Reason why there is no connection through the proxy.
    enum class ProxyTrouble : quint8 {
        None,
        Unreachable,
        Password,  ///< it requires a user name and a password (407)
        Forbidden, ///< it does not connect to that host
        Protocol,  ///< it does not speak the protocol that its URL names
    };
    /// Results of the steps so far.
    struct Facts
    {
        QString host;
        quint16 port = 0;
        bool isEncrypted = false; ///< the URL is https
        QNetworkProxy proxy = QNetworkProxy::NoProxy;
        bool isOwnProxy = false;     ///< set for this server, not system-wide
        TranslatableText proxyFault; ///< reason why the proxy of this server cannot be used; empty if it can
        QString caFile;              ///< file of trusted authorities for this server; empty: none
        TranslatableText fileFault;  ///< reason why a CA, certificate or key file cannot be used; empty if all can
        QStringList addresses;
        QString lookupError;       ///< empty if the name was resolved
        qint64 lookup = 0;         ///< ns
        std::optional<qint64> tcp; ///< ns; none: no connection
        QString tcpError;
        ProxyTrouble proxyTrouble = ProxyTrouble::None;
        bool isRefused = false;    ///< nothing listens there
        std::optional<qint64> tls; ///< ns; none: not encrypted
        QString tlsError;
        bool isTlsRefused = false; ///< the server ended the handshake with an alert
        bool isKeyRefused = false; ///< the client's key does not belong to its certificate
        QString protocol;          ///< "TLSv1.3"
        QList<QSslCertificate> chain;
        QList<QSslError> problems; ///< of the certificates
        bool isPinned = false;     ///< trusted by its digest in spite of problems

        [[nodiscard]] bool usesProxy() const { return proxy.type() != QNetworkProxy::NoProxy; }
    };

    explicit NetworkProbe(const HttpOptions &options, QObject *parent = nullptr);
    ~NetworkProbe() override;

    void lookUp();
    /// Connects to the host, directly or through the proxy.
    void connectToHost();
    /// Starts TLS on the open connection.
    void encrypt();
    /// Closes the connection, since some servers accept only one at a time. The facts stay.
    void close();

    [[nodiscard]] const Facts &facts() const { return m_facts; }

signals:
    /// The current step is over; see facts().
    void stepEnded();

private:
    void onError();
    void endStep();

    HttpOptions m_options;
    Facts m_facts;
    std::optional<QSslConfiguration> m_tls; ///< none: that of the system
    std::unique_ptr<QSslSocket> m_socket;
    QTimer m_limit;
    qint64 m_began = 0;
    bool m_inStep = false;
    bool m_encrypting = false;
};

} // namespace Pullcord
