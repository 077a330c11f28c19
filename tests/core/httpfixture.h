// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scriptedserver.h"
#include "core/session/session.h"
#include "core/transport/http/httptransport.h"
#include "support/eventrecorder.h"

#include <QObject>
#include <QTest>

#include <memory>

namespace Pullcord {

/// A request of ours and what became of it, also when the session has deleted it.
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

/// A session over the HTTP transport with a scripted server at the other end: the base of the tests of both. A fresh server
/// for each test, and behind it a look at whether all was told as it should be.
class HttpFixture : public QObject
{
    Q_OBJECT

public:
    using Request = ScriptedServer::Request;
    static constexpr int Limit = 5000; ///< ms, for what takes some
    static constexpr auto ModernParams = R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})";

    std::unique_ptr<ScriptedServer> server = std::make_unique<ScriptedServer>();
    std::unique_ptr<Session> session;
    std::unique_ptr<EventRecorder> recorder;

    void openSession(HttpOptions options = {});
    /// Closes it, and looks whether all was told as it should be.
    void closeSession();
    [[nodiscard]] const QList<Event> &events() const { return recorder->events(); }
    /// The Http events of that step.
    [[nodiscard]] QList<QJsonObject> steps(QLatin1StringView step) const;
    /// Makes the request `x`; by default one of 2026-07-28.
    Call ask(const QByteArray &params = ModernParams, const RequestOptions &options = {});
    /// The handshake of the legacy era.
    void shakeHands();

    static void finish(const Call &call) { QTRY_VERIFY_WITH_TIMEOUT(call.isFinished(), Limit); }
    /// A server of that era: initialize in JSON with a session, 202 for the rest, 405 for GET.
    static void legacy(const Request &r);

private slots:
    void init();
    void cleanup();
};

} // namespace Pullcord
