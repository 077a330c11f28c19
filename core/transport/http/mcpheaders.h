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

/// A session of the legacy era, and the server that issued it. Its id goes to no other server.
struct HttpSession
{
    QByteArray id; ///< empty: no session
    Origin origin;
    friend bool operator==(const HttpSession &, const HttpSession &) = default;
};

/// Header fields that MCP requires for a message, made from the message itself and from the state of the connection.
/// (The session header depends on the target, and is not among them.) A version in the message's `_meta` makes it one
/// of 2026-07-28.
///
/// A plain class. It learns from responses: the version from `initialize`, the annotated parameters from `tools/list`.
/// Specification: MCP transports, Streamable HTTP, of each revision; spec digest 6.2 and 6.3.
class McpHeaders
{
public:
    /// Headers for the POST of `message`, a JSON-RPC message or a batch.
    [[nodiscard]] HttpHeaders forMessage(QByteArrayView message, const Envelope &envelope) const;
    /// Headers for bytes typed by hand. If they do not show their era, it is the era of the server's responses.
    [[nodiscard]] HttpHeaders forTyped(QByteArrayView message, const Envelope &envelope) const;
    /// Headers that a call of 2026-07-28 must not have although its tool annotates them: the argument is absent or
    /// null.
    [[nodiscard]] QByteArrayList absentIn(QByteArrayView message, const Envelope &envelope) const;
    /// Headers of a call of 2026-07-28 that stand for numbers: a server compares them by value.
    [[nodiscard]] QByteArrayList numbersIn(QByteArrayView message, const Envelope &envelope) const;
    /// Returns an error (Usage) for a call with an argument that must go into a header but cannot.
    [[nodiscard]] Outcome check(QByteArrayView message, const Envelope &envelope) const;
    /// Headers for a GET or DELETE, and for every message of the legacy era.
    [[nodiscard]] HttpHeaders forConnection() const;
    /// Version in the message's own `_meta`; empty in the legacy era.
    [[nodiscard]] static QByteArray versionIn(QByteArrayView message, const Envelope &envelope);

    /// Takes note of the result of our request with that method.
    void learn(QByteArrayView method, const JsonValue &result);
    /// Takes note that the server responded to a message of 2026-07-28 or later, of that version.
    void learnModern(const QByteArray &version) { m_modernVersion = version; }
    void setSession(const HttpSession &session) { m_session = session; }
    [[nodiscard]] const HttpSession &session() const { return m_session; }
    /// Forgets the negotiated state.
    void reset() { *this = {}; }

private:
    struct Parameter
    {
        ParameterHeader header;
        JsonValue argument;
    };

    /// Returns the annotated parameters of a call.
    [[nodiscard]] QList<Parameter> parametersOf(const JsonValue &params) const;

    HttpSession m_session;
    QByteArray m_modernVersion; ///< version of the messages that the server responds to; empty in the legacy era
    QByteArray m_version;       ///< negotiated in initialize, if it has to be sent
    QHash<QByteArray, QList<ParameterHeader>> m_parameters; ///< by tool
};

} // namespace Pullcord
