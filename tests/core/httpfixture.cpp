// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/httpfixture.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

void HttpFixture::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    server = std::make_unique<ScriptedServer>();
}

void HttpFixture::cleanup()
{
    closeSession();
    session.reset();
    server.reset();
}

void HttpFixture::openSession(HttpOptions options)
{
    if (options.url.isEmpty())
        options.url = server->url();
    recorder.reset();
    auto transport = std::make_unique<HttpTransport>(options);
    recorder = std::make_unique<EventRecorder>(*transport);
    session = std::make_unique<RpcConnection>(std::move(transport), RpcConnection::Role::Client);
    session->open();
}

void HttpFixture::closeSession()
{
    if (!session)
        return;
    session->close();
    QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
    QCOMPARE(recorder->count(EventKind::Closed), recorder->count(EventKind::Opening));
    QCOMPARE(recorder->untold(), QStringList());
    qint64 last = 0;
    for (const Event &event : events()) {
        QVERIFY(event.time >= last);
        last = event.time;
    }
}

QList<QJsonObject> HttpFixture::steps(QLatin1StringView step) const
{
    QList<QJsonObject> found;
    for (const Event &event : events()) {
        if (event.kind == EventKind::Http && event.details.value("step"_L1) == step)
            found.append(event.details);
    }
    return found;
}

Call HttpFixture::ask(const QByteArray &params, const RequestOptions &options)
{
    return Call(session->request("x", params, options));
}

void HttpFixture::shakeHands()
{
    finish(Call(session->request("initialize")));
    session->notify("notifications/initialized");
}

void HttpFixture::legacy(const Request &r)
{
    if (r.head.method == "GET")
        r.write(ScriptedServer::response("405 Method Not Allowed", {}, {}));
    else if (r.head.method == "DELETE")
        r.write(ScriptedServer::response("200 OK", {}, {}));
    else if (r.rpcMethod() == "initialize")
        r.write(ScriptedServer::json(ScriptedServer::result(r, R"({"protocolVersion":"2025-11-25"})"),
                                     "Mcp-Session-Id: secret-7\r\n"));
    else if (r.rpcId().isEmpty())
        r.write(ScriptedServer::accepted());
    else
        r.write(ScriptedServer::json(ScriptedServer::result(r)));
}

} // namespace Pullcord
