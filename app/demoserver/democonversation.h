// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demohttptransport.h"
#include "app/demoserver/demooptions.h"
#include "app/demoserver/demoserver.h"

#include <QObject>

#include <memory>

namespace Pullcord {

/// One conversation of the demo server over HTTP: a DemoServer with its transport, and its end.
///
/// Owner: the DemoHttpServer. Signals are emitted within calls, so destroy it through the event loop.
class DemoConversation final : public QObject
{
    Q_OBJECT

public:
    enum class Kind : quint8 {
        Session, ///< legacy, Streamable HTTP: from initialize to DELETE
        Modern,  ///< 2026-07-28: one POST
        Alone,   ///< legacy, without a session: one POST
        HttpSse, ///< of 2024-11-05: one stream
    };

    /// `id` is in the URL for messages of HTTP+SSE.
    DemoConversation(Kind kind, const DemoOptions &options, DemoWorld &world, const QByteArray &id, QObject *parent);
    ~DemoConversation() override;

    [[nodiscard]] DemoHttpTransport &transport() const { return *m_transport; }
    [[nodiscard]] DemoServer &server() const { return *m_server; }

signals:
    void finished();
    void readingWished(bool reading);
    void silencedAll();

private:
    void onStreamGone();

    Kind m_kind;
    DemoOptions m_options;
    DemoHttpTransport *m_transport; ///< owned by the server
    std::unique_ptr<DemoServer> m_server;
};

} // namespace Pullcord
