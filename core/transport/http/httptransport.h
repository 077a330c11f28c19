// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httplink.h"
#include "core/transport/transport.h"

#include <QPointer>
#include <QTimer>

#include <deque>
#include <optional>

namespace Pullcord {

class HttpFetch;
class HttpListener;
class HttpPost;

/// A server behind a URL: Streamable HTTP in both eras, and HTTP+SSE of 2024-11-05.
///
/// A message with a version in its `_meta` is sent as 2026-07-28 requires, any other as in the legacy era, so that both
/// can be tried on one connection. Http and Stream events report each step of an exchange.
/// - Streamable HTTP connects with the first message. A server that cannot be reached then fails the connection; later
///   only the message fails (Unsent). The version and the session are learned from responses.
/// - Automatic: when `initialize` is refused with 4xx (except 401 and 403), HTTP+SSE is tried at the same address, and
///   a Note reports it. If that fails too, `initialize` ends with the first refusal.
/// - A cancel in the legacy era is an ordinary message; the stream of the cancelled request stays open for a grace
///   time.
/// - Messages wait until `notifications/initialized` has been accepted, since each has its own connection. They also
///   wait from the loss of a session until the next one is agreed on, if the receiver of sessionEnded() sends
///   `initialize`. Responses and cancels that belong to the lost session are not sent (Unsent).
/// - On close() streams are closed, and a session is ended with DELETE.
///
/// Specification: MCP transports, Streamable HTTP and HTTP+SSE, of each revision; spec digest section 6.
class HttpTransport final : public Transport
{
    Q_OBJECT

public:
    explicit HttpTransport(const HttpOptions &options, QObject *parent = nullptr);
    ~HttpTransport() override;

    [[nodiscard]] QString name() const override
    {
        return m_isHttpSse ? QStringLiteral("HTTP+SSE") : QStringLiteral("Streamable HTTP");
    }
    [[nodiscard]] QJsonObject description() const override { return m_link.options().description(); }
    void open() override;
    void close() override;
    void send(const QByteArray &message, const QJsonObject &details = {}) override;
    [[nodiscard]] QString origin() const override;
    [[nodiscard]] bool isLegacyOnly() const override { return m_link.options().kind == HttpOptions::Kind::HttpSse; }
    [[nodiscard]] UnsolicitedStream unsolicitedStream() const override
    {
        return m_isHttpSse ? UnsolicitedStream::NotNeeded : m_unsolicitedStream;
    }
    [[nodiscard]] QString unsolicitedStreamRefusal() const override { return m_unsolicitedStreamRefusal; }
    [[nodiscard]] bool hasStreams() const override { return true; }
    [[nodiscard]] bool awaitsAddress() const override { return state() != State::Idle && m_endpoint.isEmpty(); }
    void closeStream(const RequestId &request) override;
    /// Trusts the certificate with this SHA-256 digest from now on, whatever its faults.
    void trust(const QByteArray &certificate) { m_link.trust(certificate); }

private:
    /// An `initialize` that was refused.
    struct Refused
    {
        QByteArray message;
        QJsonObject details;
        QJsonObject ends; ///< members of the end event for a refused request
        QString refusal;
    };

    void onEvent(const Event &event);
    void dispatch(HttpPost *post);
    void dispatchHeld();
    [[nodiscard]] bool mustWait(const HttpPost &post) const;
    [[nodiscard]] bool isOfLostSession(const HttpPost &post);
    void closeAfterGrace(const RequestId &cancelled);
    void announceSessionEnd();
    void endRenewal();
    void onAccepted(HttpPost *post);
    void onEnded(HttpPost *post);
    void onUnreachable(const QString &reason, const QJsonObject &details);
    void setOwnStream(UnsolicitedStream state, const QString &refusal = {});
    void onRefusedAsOld(HttpPost *post, const QString &refusal);
    void listenAsHttpSse();
    void dropListener(const QString &reason);
    void onEndpoint(const QUrl &endpoint);
    void onSseEnded(HttpExchange::End end, const QString &reason);
    void leaveStreams();
    void endSession();
    void fail(const QString &reason, QJsonObject details = {});
    void conclude(const QString &reason);

    HttpLink m_link;
    QUrl m_endpoint; ///< address for messages; empty until it is known
    bool m_isHttpSse = false;
    QList<HttpPost *> m_posts; ///< on their way
    std::deque<HttpPost *> m_held;
    QPointer<HttpPost> m_initialize;  ///< initialize, on its way
    QPointer<HttpPost> m_initialized; ///< notifications/initialized; must be accepted before other messages are sent
    bool m_isRenewing = false;        ///< the session is lost, and the next one not agreed on
    HttpListener *m_listener = nullptr;
    UnsolicitedStream m_unsolicitedStream = UnsolicitedStream::Pending;
    QString m_unsolicitedStreamRefusal;
    std::optional<Refused> m_refused; ///< set while HTTP+SSE is tried
    QTimer m_leaveTimer;
    HttpFetch *m_goodbye = nullptr;
    bool m_concluding = false;
};

} // namespace Pullcord
