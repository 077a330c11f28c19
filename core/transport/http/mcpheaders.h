// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/envelope.h"
#include "core/transport/http/httpheaders.h"
#include "core/transport/http/parameterheaders.h"

#include <QHash>

namespace Pullcord {

/// The header fields that MCP wants beside a message, made from the message itself and from what the connection has
/// agreed on. The message decides on its era: a version in its `_meta` makes it one of 2026-07-28.
///
/// Plain class. It learns from the answers that pass: the version from `initialize`, the annotated parameters from
/// `tools/list`. Specification: MCP transports, Streamable HTTP, of each revision; spec digest 6.2 and 6.3.
class McpHeaders
{
public:
    /// For the POST of `message`, a JSON-RPC message or a batch.
    [[nodiscard]] HttpHeaders forMessage(QByteArrayView message, const Envelope &envelope) const;
    /// For a GET or DELETE, and for every message of the legacy era.
    [[nodiscard]] HttpHeaders forConnection() const;
    /// The version that stands in the message's own `_meta`; empty in the legacy era.
    [[nodiscard]] static QByteArray versionIn(QByteArrayView message, const Envelope &envelope);

    /// A result that came for a request of ours with that method.
    void learn(QByteArrayView method, const JsonValue &result);
    void setSession(const QByteArray &session) { m_session = session; }
    [[nodiscard]] const QByteArray &session() const { return m_session; }
    /// Forgets what was agreed on.
    void reset() { *this = {}; }

private:
    void addParameters(HttpHeaders &headers, const JsonValue &params) const;

    QByteArray m_session;
    QByteArray m_version;                                   ///< agreed on in initialize, where it is to be told
    QHash<QByteArray, QList<ParameterHeader>> m_parameters; ///< by tool
};

} // namespace Pullcord
