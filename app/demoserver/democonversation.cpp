// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/democonversation.h"

namespace Pullcord {
namespace {

DemoOptions optionsFor(DemoConversation::Kind kind, DemoOptions options)
{
    // Other eras get a conversation of their own.
    if (kind == DemoConversation::Kind::HttpSse || kind == DemoConversation::Kind::Session)
        options.legacyOnly = true;
    return options;
}

DemoStream::Options streamOptions(DemoConversation::Kind kind, const DemoOptions &options, const QByteArray &id)
{
    using Kind = DemoConversation::Kind;
    const bool isHttpSse = kind == Kind::HttpSse;
    const bool isSession = kind == Kind::Session;
    return {.kind = isHttpSse ? DemoStream::Kind::HttpSse : DemoStream::Kind::Own,
            .modern = kind == Kind::Modern,
            .outside = kind == Kind::Alone,
            .json = options.httpJson,
            .polling = options.httpPolling && isSession,
            .leaveOpen = options.httpLeaveOpen && kind != Kind::Modern,
            .slowHeadMs = options.httpSlowHeadMs,
            .endpoint = "/messages?session=" + id};
}

} // namespace

DemoConversation::DemoConversation(Kind kind, const DemoOptions &options, DemoWorld &world, const QByteArray &id,
                                   QObject *parent)
    : QObject(parent)
    , m_kind(kind)
    , m_options(optionsFor(kind, options))
{
    auto transport = std::make_unique<DemoHttpTransport>(streamOptions(kind, options, id));
    m_transport = transport.get();
    m_server = std::make_unique<DemoServer>(m_options, world, std::move(transport), Dialect::mcpModernHttp());
    connect(m_server.get(), &DemoServer::speakerChanged, m_transport, &DemoHttpTransport::setSpeaker);
    connect(m_server.get(), &DemoServer::callBegun, m_transport, &DemoHttpTransport::beginCall);
    connect(m_server.get(), &DemoServer::callEnded, m_transport, &DemoHttpTransport::endCall);
    connect(m_server.get(), &DemoServer::readingWished, this, &DemoConversation::readingWished);
    connect(m_server.get(), &DemoServer::silencedAll, this, &DemoConversation::silencedAll);
    connect(m_transport, &DemoHttpTransport::drained, m_server.get(), &DemoServer::drained);
    if (kind == Kind::HttpSse)
        connect(&m_transport->own(), &DemoStream::gone, this, &DemoConversation::finished);
    if (kind == Kind::Modern || kind == Kind::Alone) {
        connect(m_transport, &DemoHttpTransport::streamGone, this, &DemoConversation::onStreamGone);
        connect(m_transport, &DemoHttpTransport::streamEnded, this, &DemoConversation::finished);
    }
    m_server->start();
}

DemoConversation::~DemoConversation() = default;

/// In 2026-07-28 a closed stream is a cancel. A server that does not read while it works does not notice it.
void DemoConversation::onStreamGone()
{
    if (m_kind == Kind::Modern && !m_options.singleThreaded)
        m_server->cancelCalls();
    if (!m_server->hasCalls())
        emit finished();
}

} // namespace Pullcord
