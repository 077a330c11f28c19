// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demosubscriptions.h"

#include "app/demoserver/demoresources.h"
#include "app/demoserver/demoserver.h"
#include "core/json/jsontext.h"
#include "core/rpc/errorcodes.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

DemoSubscriptions::DemoSubscriptions(DemoWorld &world, DemoServer &server)
    : QObject(&server)
    , m_server(server)
{
    connect(&world, &DemoWorld::changed, this, &DemoSubscriptions::onChanged);
    connect(&world, &DemoWorld::subscriptionsEnd, this, &DemoSubscriptions::endAll);
}

QByteArray DemoSubscriptions::tagged(const QByteArray &object, const RequestId &id)
{
    const QByteArray meta = JsonValue(object).member("_meta").raw().toByteArray();
    return JsonText::withMember(object, "_meta",
                                JsonText::withMember(meta, "io.modelcontextprotocol/subscriptionId", id.toJson()));
}

bool DemoSubscriptions::handle(IncomingRequest *request, bool modern)
{
    const QByteArray &method = request->method();
    if (modern && method == "subscriptions/listen") {
        listen(request);
        return true;
    }
    if (modern || (method != "resources/subscribe" && method != "resources/unsubscribe"))
        return false;
    const QString uri = JsonValue(request->params()).member("uri").toString();
    if (!DemoResources::has(uri)) {
        request->fail(ErrorCode::InvalidParams, u"Unknown resource"_s);
        return true;
    }
    if (method == "resources/subscribe")
        m_uris.insert(uri);
    else
        m_uris.remove(uri);
    request->respond("{}");
    return true;
}

/// Changes of prompts, and of unknown resources, are not supported.
void DemoSubscriptions::listen(IncomingRequest *request)
{
    const JsonValue wanted = JsonValue(request->params()).member("notifications");
    if (!wanted.isObject()) {
        request->fail(ErrorCode::InvalidParams, u"params.notifications must be an object"_s);
        return;
    }
    SubscriptionFilter filter = SubscriptionFilter::fromJson(wanted);
    filter.prompts = false;
    filter.uris.removeIf([](const QString &uri) { return !DemoResources::has(uri); });
    const RequestId id = request->id();
    m_listens.append({request, id, filter});
    m_server.speakFor(id, [&] {
        m_server.rpc().notify("notifications/subscriptions/acknowledged",
                              tagged(JsonText::withMember({}, "notifications", filter.toJson()), id));
    });
}

void DemoSubscriptions::onCancelled(const RequestId &id)
{
    m_listens.removeIf([&](const Listen &listen) { return listen.id == id; });
}

void DemoSubscriptions::onChanged(const QByteArray &method, const QByteArray &params, DemoWorld::Tag tag)
{
    const JsonValue value(params);
    for (const Listen &listen : QList(m_listens)) {
        if (!listen.filter.covers(method, value))
            continue;
        const QByteArray whole = tag == DemoWorld::Tag::Right   ? tagged(params, listen.id)
                                 : tag == DemoWorld::Tag::Wrong ? tagged(params, RequestId::fromString(u"elsewhere"))
                                                                : params;
        m_server.speakFor(listen.id, [&] { m_server.rpc().notify(method, whole); });
    }
    const bool isForLegacy = method.endsWith("/list_changed") || (method == "notifications/resources/updated" &&
                                                                  m_uris.contains(value.member("uri").toString()));
    if (m_server.isLegacy() && isForLegacy)
        m_server.rpc().notify(method, params);
}

void DemoSubscriptions::endAll(DemoWorld::End how)
{
    using End = DemoWorld::End;
    for (const Listen &listen : std::exchange(m_listens, {})) {
        m_server.speakFor(listen.id, [&] {
            if (how == End::Cancel || how == End::Both)
                m_server.rpc().notify("notifications/cancelled", R"({"requestId":)" + listen.id.toJson() +
                                                                     R"(,"reason":"the demo server ended it"})");
            if ((how == End::Result || how == End::Both) && listen.request)
                listen.request->respond(tagged(DemoServer::asModernResult("{}"), listen.id));
        });
        emit fellSilent(listen.id);
    }
}

} // namespace Pullcord
