// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scriptedserver.h"

#include <QTemporaryFile>

namespace Pullcord {

/// An API server for kubernetes-mcp-server. It describes its resources and never responds to a request for namespaces.
class KubernetesCluster
{
public:
    KubernetesCluster()
    {
        m_server.setScript([](const ScriptedServer::Request &r) {
            const auto answer = [&r](const QByteArray &json) {
                r.write(ScriptedServer::json(json, "Connection: close\r\n"));
            };
            const QByteArray path = r.head.target.first(std::max(r.head.target.indexOf('?'), qsizetype(0)));
            if (path == "/api")
                answer(R"({"kind":"APIVersions","versions":["v1"]})");
            else if (path == "/apis")
                answer(R"({"kind":"APIGroupList","apiVersion":"v1","groups":[]})");
            else if (path == "/api/v1")
                answer(R"({"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"namespaces",)"
                       R"("singularName":"namespace","namespaced":false,"kind":"Namespace","verbs":["list"]}]})");
        });
        m_isReady = m_config.open() &&
                    m_config.write(R"({"apiVersion":"v1","kind":"Config","current-context":"c",)"
                                   R"("users":[{"name":"u","user":{}}],)"
                                   R"("contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],)"
                                   R"("clusters":[{"name":"c","cluster":{"server":")" +
                                   m_server.url({}).toEncoded() + R"("}}]})") > 0 &&
                    m_config.flush();
    }

    [[nodiscard]] bool isReady() const { return m_isReady; }
    /// Returns the path of the kubeconfig file.
    [[nodiscard]] QString config() const { return m_config.fileName(); }

    [[nodiscard]] const QList<ScriptedServer::Request> &requests() const { return m_server.requests(); }

private:
    ScriptedServer m_server;
    QTemporaryFile m_config;
    bool m_isReady = false;
};

} // namespace Pullcord
