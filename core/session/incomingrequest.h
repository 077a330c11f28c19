// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"
#include "core/session/cancellationtoken.h"

#include <QObject>
#include <QPointer>

namespace Pullcord {

class OutgoingRequest;
class Session;

/// A request of the peer's that we have to answer, once.
///
/// Owner: the Session, which deletes it (deleteLater) after finished(). When the peer cancels it, token() fires, then
/// finished() follows and an answer would change nothing (where the dialect still owes an answer, only token() fires).
/// It can also be given up with the request of ours that it was for: the same happens then, and nothing is sent.
/// When it ends, what follows its token is dropped, so that no stray cancel leaves. Destroying it unanswered answers with
/// an internal error.
class IncomingRequest final : public QObject
{
    Q_OBJECT

public:
    ~IncomingRequest() override;

    [[nodiscard]] const RequestId &id() const { return m_id; }
    [[nodiscard]] const QByteArray &method() const { return m_method; }
    [[nodiscard]] const QByteArray &params() const { return m_params; } ///< raw JSON; empty if there are none
    [[nodiscard]] quint64 serial() const { return m_serial; }
    [[nodiscard]] bool isFinished() const { return m_finished; }
    /// The request of ours in whose response it came, which tells that it is for that one (HTTP); null elsewhere, and
    /// when that one has gone.
    [[nodiscard]] OutgoingRequest *cause() const;
    [[nodiscard]] CancellationToken &token() { return m_token; }

    /// Answers with a raw JSON result. False, and nothing sent, if it has ended already.
    bool respond(const QByteArray &result);
    /// Answers with an error; `data` is raw JSON or empty.
    bool fail(qint64 code, const QString &message, const QByteArray &data = {});
    /// Nobody wants its answer any more, since `parent`, a request of ours that it was for, has been given up: recorded as
    /// a Cancel event; the token fires. Nothing is sent: the peer, which hears of that one, is to withdraw it.
    void giveUpWith(const RequestId &parent, const QString &reason);
    /// Sends progress for the token that the peer gave; nothing happens without one, or after the end.
    void progress(double value, std::optional<double> total = {}, const QString &message = {});

signals:
    /// Once: answered, cancelled by the peer, given up, or lost with the connection.
    void finished(QPrivateSignal);

private:
    friend class Session;
    IncomingRequest(Session &session, const RequestRecord &record, QByteArray params);

    void cancelledByPeer(const QString &reason, bool answerOwed);
    void finish();

    Session *m_session; ///< null once the session is gone
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
