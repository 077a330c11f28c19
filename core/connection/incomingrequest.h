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

/// A request of the peer, which needs one response from us.
///
/// Owner: the RpcConnection, which deletes it (deleteLater) after finished(). When the peer cancels it, token() fires and
/// finished() follows; a response then has no effect. (If the dialect still owes a response, only token() fires.) It
/// can also be given up together with the request of ours that it serves. The same happens then, and nothing is sent.
///
/// At its end the followers of its token are released, so that no stray cancel is sent. Destroying it without a
/// response sends an internal error.
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
    /// Request of ours whose HTTP response carried this request, and which it therefore serves. Null on other
    /// transports, and once that request is gone.
    [[nodiscard]] OutgoingRequest *cause() const;
    [[nodiscard]] CancellationToken &token() { return m_token; }

    /// Responds with a raw JSON result. Returns false, and sends nothing, if the request has ended.
    bool respond(const QByteArray &result);
    /// Responds with an error; `data` is raw JSON or empty.
    bool fail(qint64 code, const QString &message, const QByteArray &data = {});
    /// Gives the request up, since `parent`, the request of ours that it served, was given up. Records a Cancel event
    /// and fires the token. Sends nothing: the peer learns of the end of `parent`, and has to withdraw its request.
    void giveUpWith(const RequestId &parent, const QString &reason);
    /// Sends progress for the peer's token. Does nothing without a token or after the end.
    void progress(double value, std::optional<double> total = {}, const QString &message = {});

signals:
    /// Emitted once: after the response, a cancel by the peer, giving up, or the loss of the connection.
    void finished(QPrivateSignal);

private:
    friend class RpcConnection;
    IncomingRequest(RpcConnection &rpc, const RequestRecord &record, QByteArray params);

    void cancelledByPeer(const QString &reason, bool responseOwed);
    void finish();

    RpcConnection *m_rpc; ///< null once the session is destroyed
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
