// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"
#include "core/proxy/control/proxyinfo.h"
#include "core/result.h"
#include "core/rpc/lineframer.h"

#include <QLocalServer>
#include <QObject>

class QLocalSocket;

namespace Pullcord {

/// The control socket of a running proxy: a local socket that only its user can reach, in a folder where other programs
/// find it. It carries commands; what happened is in the capture.
///
/// It takes JSON-RPC requests, one per line, and responds to each. Its methods and errors are in the README of this
/// folder. What comes is checked as a stranger's: a line has a limit, and a peer that does not read is disconnected.
///
/// Owner: the program that runs the proxy. The socket disappears with this object; that of a killed program is removed
/// by RunningProxies.
class ProxyControl final : public QObject
{
    Q_OBJECT

public:
    /// Bytes: a message that replaces a held one is a JSON string, with at most one escape per byte.
    static constexpr qsizetype LongestLine = (64 << 10) + 2 * HeldMessage::LongestText;
    static constexpr qint64 MostUnread = qint64(4) << 20; ///< bytes of responses that wait for a peer
    static constexpr int MostPeers = 32;
    static constexpr qint64 LongestDelay = qint64(24) * 60 * 60 * 1000; ///< ms, of a cancel

    /// `facts` describes what the proxy cannot know: title, address, capture and transports. `proxy` must outlive this.
    ProxyControl(Proxy &proxy, ProxyInfo facts, QObject *parent = nullptr);
    ~ProxyControl() override;

    /// Listens in `folder`, which is created. An Error says why that is not possible.
    [[nodiscard]] Outcome listen(const QString &folder);
    /// Name of this proxy, once it listens; the socket is `name`.sock.
    [[nodiscard]] const QString &name() const { return m_facts.name; }

private:
    void welcome();
    void take(QLocalSocket &peer, const LineFramer::Line &line);
    [[nodiscard]] Result<QByteArray> resultOf(QByteArrayView method, const JsonValue &params);
    [[nodiscard]] Result<QByteArray> cancel(const JsonValue &params);
    [[nodiscard]] Outcome cancelLater(OperatorCancel wanted, qint64 delay);
    [[nodiscard]] Result<QByteArray> cancelAll(const JsonValue &params);
    [[nodiscard]] Result<QByteArray> setRule(const JsonValue &params);
    [[nodiscard]] QByteArray held() const;
    [[nodiscard]] Result<QByteArray> held(qint64 number) const;
    [[nodiscard]] Result<QByteArray> replacement(const JsonValue &params) const;
    [[nodiscard]] Result<QByteArray> endHold(const JsonValue &params, bool releases);
    [[nodiscard]] QList<ProxyInfo::OpenRequest> described(const QList<RequestRecord> &records) const;

    Proxy &m_proxy;
    ProxyInfo m_facts;
    QLocalServer m_server;
    JsonChecker m_checker;
    int m_peers = 0;
};

} // namespace Pullcord
