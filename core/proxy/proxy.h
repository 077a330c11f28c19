// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/operatorcancel.h"
#include "core/proxy/rules/heldmessages.h"
#include "core/proxy/rules/proxyrules.h"
#include "core/result.h"
#include "core/rpc/event.h"
#include "core/rpc/requesttracker.h"

#include <QHash>
#include <QObject>
#include <QUrl>

#include <map>
#include <optional>
#include <utility>

namespace Pullcord {

/// Proxy between a client and its server. A client has started us instead of the server, or connects to us.
///
/// The traffic is reported as the events of one connection, like those of a Transport.
///
/// Its operator may cancel a request that passes: see OperatorCancel. What the operator sends is reported like a
/// message, as `injected` and `by` the operator; a message that does not pass is `withheld`. The first writer wins: a
/// response that has begun to leave is the end of the request.
///
/// It may have rules (see ProxyRules). What a rule did is reported with the name of the rule: a message as it came is
/// `withheld` if it does not pass like that, and a message that a rule sends is `injected` and `by` the operator, who
/// has given the rules. Messages still held at the end stay in the record, with a Note.
///
/// Owner: the creator. Order of signals: the events, Closed being the last except for a Note about undelivered bytes;
/// then finished().
class Proxy : public QObject
{
    Q_OBJECT

public:
    /// Code of the error responses that a proxy makes itself, for requests that get no response.
    static constexpr int NoResponse = -32000;
    /// Member of the details of an event: id on the client's side, as JSON text, if it differs from that in the message.
    static constexpr QLatin1StringView ClientId{"clientId"};
    /// Sender of a request, where the record of the request does not show it.
    struct Sender
    {
        QString client;     ///< name and version of the client; empty if it gave none
        RequestId clientId; ///< id on the client's side, if it differs from that on the server's
    };
    /// Numbers of what passed so far.
    struct Counts
    {
        qint64 events = 0;
        qint64 requests = 0;
        qint64 cancelled = 0; ///< by the operator
    };

    explicit Proxy(QObject *parent = nullptr);
    ~Proxy() override;

    /// Details of the Opening event: those of the transport to the server, and `proxied`.
    [[nodiscard]] QJsonObject description() const;
    /// Connects to the server. Call it once.
    virtual void start() = 0;
    /// Starts to close gracefully. Harmless in any state.
    virtual void close(const QString &reason) = 0;
    /// After close(): stops waiting for the client, and kills a server that the proxy has started.
    virtual void hurry() = 0;

    /// Exit status for the process that a client takes for its server. None if the server could not be reached.
    [[nodiscard]] virtual std::optional<int> exitStatus() const;
    /// Reason why the server could not be reached; empty if it was.
    [[nodiscard]] const QString &failure() const { return m_failure; }
    /// Number of bytes from the server that have not left for the client.
    [[nodiscard]] virtual qint64 undelivered() const = 0;

    /// Cancels a request. If the operator has cancelled it before and the other side still waits, only `error` is sent.
    /// The error has a code of OperatorCancel::Refusal.
    [[nodiscard]] Outcome cancel(const OperatorCancel &wanted);
    /// Returns the requests in flight, and those that the operator has cancelled while a side still waits; by client.
    [[nodiscard]] QList<RequestRecord> openRequests() const;
    /// Sets the rules, before start().
    void setRules(ProxyRules rules) { m_rules = std::move(rules); }
    /// Returns the rules; null if there are none.
    [[nodiscard]] ProxyRules *rules() { return m_rules ? &*m_rules : nullptr; }
    [[nodiscard]] HeldMessages &held() { return m_held; }
    /// Returns the request that a cancel refers to; cancel() would refuse with the same Error.
    [[nodiscard]] Result<RequestRecord> chosen(const OperatorCancel &wanted) const;
    /// Returns those of them to which a cancel may refer: several clients may use the same id at the same time.
    [[nodiscard]] QList<RequestRecord> choices(const OperatorCancel &wanted) const;
    [[nodiscard]] Sender senderOf(const RequestRecord &request) const;
    [[nodiscard]] const Counts &counts() const { return m_counts; }
    /// Number of clients whose connection is open.
    [[nodiscard]] qsizetype clients() const { return qsizetype(m_connections.size()); }

    /// Returns the notification that cancels a request. A null `reason` is left out.
    [[nodiscard]] static QByteArray cancelNotification(const RequestId &id, const QString &reason = {});
    /// Returns the Note about a response of the proxy itself, an error with the code NoResponse.
    [[nodiscard]] static Event noteOfNoResponse(const RequestId &id, const QByteArray &response);
    /// Details of an event for a message that the operator sends.
    [[nodiscard]] static QJsonObject operatorDetails(const QString &rule = {});
    /// Returns the event for such a message.
    [[nodiscard]] static Event operatorMessage(const QByteArray &message, Direction direction,
                                               const QString &rule = {});
    /// Returns the event for a request that the operator cancels by closing the stream of its response.
    [[nodiscard]] static Event operatorClosing(const RequestId &id, const QString &reason, const QString &rule = {});
    [[nodiscard]] static Error refusal(OperatorCancel::Refusal why, const QString &detail);

signals:
    void eventOccurred(const Pullcord::Event &event);
    /// Clients can connect to this address now, instead of that of the server. Emitted once by a proxy that listens.
    void listening(const QUrl &url);
    /// The server's side is closed, and the client has all its output, or does not take it. Emitted once.
    void finished();

protected:
    /// Emits `event`, never earlier than the one before.
    void report(Event event);
    void setFailure(const QString &failure) { m_failure = failure; }
    /// Reports a start that failed, with all its events, and finishes.
    void failToStart(const QString &failure);

    /// Description of the transport to the server.
    [[nodiscard]] virtual QJsonObject serverDescription() const = 0;

    /// Sends the cancel of the protocol to the side that works on the request. An Error refuses.
    [[nodiscard]] virtual Outcome sendCancel(const RequestRecord &request, const QString &reason) = 0;
    /// Sends a response to the side that waits, and withholds the one that may come, unless isAwaited() is false by
    /// then. onBegun() ends that.
    [[nodiscard]] virtual Outcome sendResponse(const RequestRecord &request, const QByteArray &response) = 0;
    /// A request has begun. The next response with its id belongs to it, not to an earlier request that ended: since
    /// 2026-07-28 an id may be used again.
    virtual void onBegun(const RequestRecord &) {}
    /// True if the side that sent this request waits for a response.
    [[nodiscard]] bool isAwaited(const RequestRecord &request) const;
    /// Decides by the rules about a message that has come, and does what they want by the functions below. `line` is the
    /// message as it came; what rules send because of it has its number `way`, if the proxy needs one. Only with rules.
    void judge(const Event &message, const QByteArray &line, quint64 way = 0);
    /// Passes the message on as it came; its event gets `details`.
    virtual void passOn(const Event &message, const QByteArray &line, const QJsonObject &details);
    /// Reports the message with `details` without passing it on.
    virtual void reportWithheld(const Event &message, const QByteArray &line, const QJsonObject &details);
    /// Sends a message that a rule has made or released. This one reports that the connection has ended before.
    virtual void sendByRule(const HeldMessage &message);
    /// Closes a connection, and kills its server if that is a process of the proxy.
    virtual void breakOff(quint32 connection, const QString &reason, bool kills);
    /// Name of the rule that cancels a request just now; empty if none does.
    [[nodiscard]] const QString &cancellingRule() const { return m_cancelling; }

    /// Reports messages that rules held, and that do not pass: `text` says why, with %1 for the rule.
    void reportUnsent(const HeldMessage &message, const QString &text);
    /// Reports the bytes that never left for the client, and then finished().
    void finish();

private:
    static constexpr qsizetype KeptEnded = 100; ///< requests, so that a late response is recognized
    struct Connection
    {
        RequestTracker tracker{Dialect::mcpLegacy(), KeptEnded};
        QString client;                 ///< name and version that the client gave in initialize
        QHash<quint64, Sender> senders; ///< by serial, of open requests that show more than `client`
    };
    void apply(const ProxyRules::Decision &decision, const Event &message, const QByteArray &line, quint64 way);
    void cancelLater(const QString &ruleName, const RequestRecord &request);
    void reportHeld(quint32 connection);
    void follow(const Event &event);
    static void noteSender(Connection &connection, const Event &event, const Transition &begun);
    [[nodiscard]] Error whyNot(const OperatorCancel &wanted) const;

    std::map<quint32, Connection> m_connections; ///< by number, those that are open
    std::optional<ProxyRules> m_rules;
    HeldMessages m_held;
    QHash<quint32, QString> m_breaking; ///< rules that end a connection, by its number
    QString m_cancelling;
    Counts m_counts;
    qint64 m_lastTime = 0;
    QString m_failure;
};

} // namespace Pullcord
