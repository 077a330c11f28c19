// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/envelope.h"
#include "core/transport/http/httpheaders.h"
#include "core/transport/http/origin.h"
#include "core/transport/http/parameterheaders.h"

#include <QByteArrayList>
#include <QHash>

namespace Pullcord {

/// A session of the legacy era, and the server that gave it: nobody else is told its id.
struct HttpSession
{
    QByteArray id; ///< empty: there is none
    Origin origin;
    friend bool operator==(const HttpSession &, const HttpSession &) = default;
};

/// The header fields that MCP wants beside a message (but for the session's, which depends on who is asked), made from the message itself and from what the connection has
/// agreed on. The message decides on its era: a version in its `_meta` makes it one of 2026-07-28.
///
/// Plain class. It learns from the answers that pass: the version from `initialize`, the annotated parameters from
/// `tools/list`. Specification: MCP transports, Streamable HTTP, of each revision; spec digest 6.2 and 6.3.
class McpHeaders
{
public:
    /// For the POST of `message`, a JSON-RPC message or a batch.
    [[nodiscard]] HttpHeaders forMessage(QByteArrayView message, const Envelope &envelope) const;
    /// The same for bytes that somebody typed, and that need not say what era they are of: then of the one that the server
    /// has answered in.
    [[nodiscard]] HttpHeaders forTyped(QByteArrayView message, const Envelope &envelope) const;
    /// The headers that a call of 2026-07-28 must not have, though its tool knows them: it has no such argument, or null.
    [[nodiscard]] QByteArrayList absentIn(QByteArrayView message, const Envelope &envelope) const;
    /// The headers of a call of 2026-07-28 that stand for numbers: a server compares those by value.
    [[nodiscard]] QByteArrayList numbersIn(QByteArrayView message, const Envelope &envelope) const;
    /// The error, of kind Usage, if it is a call with an argument that has to go into a header and may not.
    [[nodiscard]] Outcome check(QByteArrayView message, const Envelope &envelope) const;
    /// For a GET or DELETE, and for every message of the legacy era.
    [[nodiscard]] HttpHeaders forConnection() const;
    /// The version that stands in the message's own `_meta`; empty in the legacy era.
    [[nodiscard]] static QByteArray versionIn(QByteArrayView message, const Envelope &envelope);

    /// A result that came for a request of ours with that method.
    void learn(QByteArrayView method, const JsonValue &result);
    /// The server has answered a message of 2026-07-28 or later, of that version.
    void learnModern(const QByteArray &version) { m_modernVersion = version; }
    void setSession(const HttpSession &session) { m_session = session; }
    [[nodiscard]] const HttpSession &session() const { return m_session; }
    /// Forgets what was agreed on.
    void reset() { *this = {}; }

private:
    struct Parameter
    {
        ParameterHeader header;
        JsonValue argument;
    };

    /// Those of a call.
    [[nodiscard]] QList<Parameter> parametersOf(const JsonValue &params) const;

    HttpSession m_session;
    QByteArray m_modernVersion; ///< of the messages that it answers; empty in the legacy era
    QByteArray m_version;       ///< agreed on in initialize, where it is to be told
    QHash<QByteArray, QList<ParameterHeader>> m_parameters; ///< by tool
};

} // namespace Pullcord
