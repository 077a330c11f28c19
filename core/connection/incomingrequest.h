// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connection/cancellationtoken.h"
#include "core/rpc/requestrecord.h"

#include <QObject>
#include <QPointer>

namespace Pullcord {

class OutgoingRequest;
class RpcConnection;

/// A request from the peer, which needs exactly one response.
///
/// Owner: the RpcConnection, which deletes it (deleteLater) after finished(). When the peer cancels it, token() fires
/// and finished() follows; a response then has no effect. (If the dialect still owes a response, only token() fires.)
/// giveUpWith() has the same consequences; nothing is sent.
///
/// At its end the followers of its token are released, so that no stray cancel is sent. Destroying it without a
/// response sends an internal error (-32603).
class IncomingRequest final : public QObject
{
    Q_OBJECT

public:
    ~IncomingRequest() override;

    [[nodiscard]] const RequestId &id() const { return m_id; }
    [[nodiscard]] const QByteArray &method() const { return m_method; }
    [[nodiscard]] const QByteArray &params() const { return m_params; } ///< raw JSON; empty if absent
    [[nodiscard]] quint64 serial() const { return m_serial; }
    [[nodiscard]] bool isFinished() const { return m_finished; }
    /// Our request that this one serves: the one whose HTTP response carried it. Null on other transports, and once
    /// that request is deleted.
    [[nodiscard]] OutgoingRequest *cause() const;
    [[nodiscard]] CancellationToken &token() { return m_token; }

    /// Responds with a raw JSON result. Returns false, and sends nothing, if the request has ended.
    bool respond(const QByteArray &result);
    /// Responds with an error; `data` is raw JSON or empty.
    bool fail(qint64 code, const QString &message, const QByteArray &data = {});
    /// Gives the request up together with `parent`, our request that it served. Records a Cancel event and fires the
    /// token. Sends nothing: the cancel of `parent` obliges the peer to withdraw its request.
    void giveUpWith(const RequestId &parent, const QString &reason);
    /// Sends progress for the peer's token. Does nothing without a token or after the end.
    void progress(double value, std::optional<double> total = {}, const QString &message = {});

signals:
    /// Emitted once: after the response, a cancel by the peer, giveUpWith(), or the loss of the connection.
    void finished(QPrivateSignal);

private:
    friend class RpcConnection;
    IncomingRequest(RpcConnection &rpc, const RequestRecord &record, QByteArray params);

    void cancelledByPeer(const QString &reason, bool responseOwed);
    void finish();

    RpcConnection *m_rpc; ///< null once the connection is destroyed
    RequestId m_id;
    QByteArray m_method;
    QByteArray m_params;
    RequestId m_progressToken;
    quint64 m_serial;
    QPointer<OutgoingRequest> m_cause;
    bool m_finished = false;
    CancellationToken m_token;
};

} // namespace Pullcord
