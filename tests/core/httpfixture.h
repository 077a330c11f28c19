// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connection/rpcconnection.h"
#include "core/scriptedserver.h"
#include "core/transport/http/httptransport.h"
#include "support/eventrecorder.h"

#include <QObject>
#include <QTest>

#include <memory>

namespace Pullcord {

/// One of our requests and its outcome; valid even after the request is deleted.
class Call
{
public:
    explicit Call(OutgoingRequest *request)
        : m_request(request)
        , m_id(request->id())
    {
        QObject::connect(request, &OutgoingRequest::finished, [request, end = m_end] {
            end->state = request->state();
            end->outcome = request->outcome();
        });
        QObject::connect(request, &OutgoingRequest::progressed, [end = m_end] { ++end->progress; });
    }
    [[nodiscard]] bool isFinished() const { return m_end->outcome.has_value(); }
    [[nodiscard]] RequestState state() const { return isFinished() ? m_end->state : m_request->state(); }
    [[nodiscard]] const Result<QByteArray> &outcome() const { return *m_end->outcome; }
    [[nodiscard]] int progress() const { return m_end->progress; }
    [[nodiscard]] const RequestId &id() const { return m_id; }
    [[nodiscard]] quint64 serial() const { return m_request->serial(); }
    void cancel(const QString &reason) const { m_request->cancel(reason); }

private:
    struct End
    {
        RequestState state = RequestState::Queued;
        std::optional<Result<QByteArray>> outcome;
        int progress = 0;
    };
    OutgoingRequest *m_request;
    RequestId m_id;
    std::shared_ptr<End> m_end = std::make_shared<End>();
};

/// Base of the tests of the HTTP transport: a connection with a scripted server, new for each test. Each test ends with
/// a check of the order of events.
class HttpFixture : public QObject
{
    Q_OBJECT

public:
    using Request = ScriptedServer::Request;
    static constexpr int Limit = 5000; ///< ms
    static constexpr auto ModernParams = R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})";

    std::unique_ptr<ScriptedServer> server = std::make_unique<ScriptedServer>();
    std::unique_ptr<RpcConnection> session;
    std::unique_ptr<EventRecorder> recorder;

    void openSession(HttpOptions options = {});
    /// Closes the connection and checks the order of its events.
    void closeSession();
    [[nodiscard]] const QList<Event> &events() const { return recorder->events(); }
    /// Returns the Http events of one step.
    [[nodiscard]] QList<QJsonObject> steps(QLatin1StringView step) const;
    /// Sends the request `x`, by default in 2026-07-28.
    Call ask(const QByteArray &params = ModernParams, const RequestOptions &options = {});
    void shakeHands();

    static void finish(const Call &call) { QTRY_VERIFY_WITH_TIMEOUT(call.isFinished(), Limit); }
    /// Script of a legacy server: initialize in JSON with a session, 202 for the rest, 405 for GET.
    static void legacy(const Request &r);

private slots:
    void init();
    void cleanup();
};

} // namespace Pullcord
